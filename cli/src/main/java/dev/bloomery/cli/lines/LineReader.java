package dev.bloomery.cli.lines;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Splits a stream of bytes into lines, a batch at a time, where they lie: nothing is decoded, and only the start of a line whose end was not read yet is
 * copied.
 *
 * <p>A batch is what one read brought, so that lines are handed over as soon as they are there, and holds up to {@link LineBatch#MOST_LINES} lines. Its
 * bytes grow for a line that does not fit, up to 2 GiB. Not safe for threads.
 */
public final class LineReader implements Closeable {
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;

    private final InputStream in;
    private final boolean dropsCarriageReturn;
    private final byte last;
    private final long lastInEveryByte;

    private byte[] rest =
            new byte[0]; // the bytes of the batch before: from lineStart to filled they were not handed over
    private int lineStart;
    private int scanned; // no line ends between lineStart and here
    private int filled;
    private boolean ended;
    private long bytesRead;

    public LineReader(InputStream in, LineEnd lineEnd) {
        this.in = in;
        this.dropsCarriageReturn = lineEnd == LineEnd.LF;
        this.last = lineEnd.lastByte();
        this.lastInEveryByte = (last & 0xFFL) * 0x0101010101010101L;
    }

    /**
     * Reads the next lines. The batch before must be as it was left: what was read too much is taken from there.
     *
     * @param batch is filled anew; may be the one before
     * @return false if there is no line left
     */
    public boolean read(LineBatch batch) throws IOException {
        batch.count = 0;
        if (batch.bytes != rest) {
            moveTo(batch);
        }
        while (true) {
            split(batch);
            if (batch.count == 0 && ended) {
                lastLine(batch);
            }
            if (batch.count > 0 || ended) {
                break;
            }
            fill(batch);
        }
        rest = batch.bytes;
        batch.mayWait = !ended && scanned == filled && in.available() == 0;
        return batch.count > 0;
    }

    /** Bytes that were read so far. */
    public long bytesRead() {
        return bytesRead;
    }

    private void moveTo(LineBatch batch) {
        int length = filled - lineStart;
        batch.makeRoom(length);
        System.arraycopy(rest, lineStart, batch.bytes, 0, length);
        scanned -= lineStart;
        filled = length;
        lineStart = 0;
    }

    /** Hands over the lines that are whole. Eight bytes at a time: those that equal the last byte of a line become zero. */
    private void split(LineBatch batch) {
        byte[] bytes = batch.bytes;
        int at = scanned;
        int wordsEnd = filled - Long.BYTES;
        while (at <= wordsEnd) {
            long word = (long) WORDS.get(bytes, at) ^ lastInEveryByte;
            // the highest bit of each byte that is zero: exact, unlike the shorter form with a subtraction
            long zeros = ~(((word & LOW_BITS) + LOW_BITS) | word | LOW_BITS);
            while (zeros != 0) {
                line(batch, at + (Long.numberOfTrailingZeros(zeros) >>> 3));
                if (batch.count == LineBatch.MOST_LINES) {
                    scanned = lineStart;
                    return;
                }
                zeros &= zeros - 1;
            }
            at += Long.BYTES;
        }
        for (; at < filled; at++) {
            if (bytes[at] == last) {
                line(batch, at);
                if (batch.count == LineBatch.MOST_LINES) {
                    scanned = lineStart;
                    return;
                }
            }
        }
        scanned = filled;
    }

    private void line(LineBatch batch, int position) {
        int end = position;
        if (dropsCarriageReturn && position > lineStart && batch.bytes[position - 1] == '\r') {
            end--;
        }
        add(batch, end, position + 1);
    }

    private void lastLine(LineBatch batch) {
        if (lineStart < filled) {
            add(batch, filled, filled);
        }
    }

    private void add(LineBatch batch, int end, int next) {
        batch.starts[batch.count] = lineStart;
        batch.ends[batch.count] = end;
        batch.nexts[batch.count] = next;
        batch.count++;
        lineStart = next;
    }

    private void fill(LineBatch batch) throws IOException {
        int length = filled - lineStart;
        if (lineStart > 0) {
            System.arraycopy(batch.bytes, lineStart, batch.bytes, 0, length);
            lineStart = 0;
            filled = length;
            scanned = length;
        }
        if (filled == batch.bytes.length) {
            if (filled == MOST_BYTES) {
                throw new IOException(
                        "a line is longer than 2 GiB; is it text at all? --null is for lines ended by a zero byte");
            }
            batch.bytes = Arrays.copyOf(batch.bytes, (int) Math.min(MOST_BYTES, 2L * filled));
        }
        int read = in.read(batch.bytes, filled, batch.bytes.length - filled);
        if (read < 0) {
            ended = true;
        } else {
            filled += read;
            bytesRead += read;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
