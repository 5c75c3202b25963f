package dev.bloomery.cli.lines;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Splits a stream of bytes into lines, a batch at a time, where they lie: nothing is copied or decoded.
 *
 * <p>A batch is what one read brought, so that lines are handed over as soon as they are there, and holds up to {@link #BATCH} lines. The buffer
 * grows for a line that does not fit, up to 2 GiB. Not safe for threads.
 */
public final class LineReader implements Closeable {
    /** Lines of a batch: enough for the cache misses of a filter to overlap, few enough for their bytes to stay in L2. */
    public static final int BATCH = 4096;

    private static final int FIRST_BUFFER = 1 << 18;
    private static final int LARGEST_BUFFER = Integer.MAX_VALUE - 8;
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;

    private final InputStream in;
    private final LineEnd lineEnd;
    private final byte last;
    private final long lastInEveryByte;

    private byte[] buffer = new byte[FIRST_BUFFER];
    private int lineStart; // of the first line that was not handed over
    private int scanned; // no line ends between lineStart and here
    private int filled;
    private boolean ended;
    private long bytesRead;

    private final int[] starts = new int[BATCH];
    private final int[] ends = new int[BATCH];
    private final int[] nexts = new int[BATCH];
    private int count;

    public LineReader(InputStream in, LineEnd lineEnd) {
        this.in = in;
        this.lineEnd = lineEnd;
        this.last = lineEnd.lastByte();
        this.lastInEveryByte = (last & 0xFFL) * 0x0101010101010101L;
    }

    /**
     * Reads the next batch; the one before is gone then.
     *
     * @return false if there is no line left
     */
    public boolean read() throws IOException {
        count = 0;
        while (true) {
            split();
            if (count > 0) {
                return true;
            }
            if (ended) {
                return lastLine();
            }
            fill();
        }
    }

    /** Lines of the batch. */
    public int count() {
        return count;
    }

    /** The bytes that the lines of the batch lie in. */
    public byte[] bytes() {
        return buffer;
    }

    /** Where line {@code i} of the batch starts. */
    public int start(int i) {
        return starts[i];
    }

    /** Where line {@code i} ends, without what ended it. */
    public int end(int i) {
        return ends[i];
    }

    /** Where line {@code i} ends, with what ended it; as {@link #end} for a last line that nothing ends. */
    public int next(int i) {
        return nexts[i];
    }

    /** Whether something ended line {@code i}; false only for the last one of a stream. */
    public boolean isEnded(int i) {
        return nexts[i] != ends[i];
    }

    /** Bytes that were read so far. */
    public long bytesRead() {
        return bytesRead;
    }

    /** Whether a read may have to wait, because the stream has nothing at hand. */
    public boolean mayWait() throws IOException {
        return !ended && scanned == filled && in.available() == 0;
    }

    /** Hands over the lines that are whole in the buffer. Eight bytes at a time: those that equal the last byte of a line become zero. */
    private void split() {
        byte[] bytes = buffer;
        int at = scanned;
        int wordsEnd = filled - Long.BYTES;
        while (at <= wordsEnd) {
            long word = (long) WORDS.get(bytes, at) ^ lastInEveryByte;
            // the highest bit of each byte that is zero: exact, unlike the shorter form with a subtraction
            long zeros = ~(((word & LOW_BITS) + LOW_BITS) | word | LOW_BITS);
            while (zeros != 0) {
                int position = at + (Long.numberOfTrailingZeros(zeros) >>> 3);
                line(bytes, position);
                if (count == BATCH) {
                    scanned = lineStart;
                    return;
                }
                zeros &= zeros - 1;
            }
            at += Long.BYTES;
        }
        for (; at < filled; at++) {
            if (bytes[at] == last) {
                line(bytes, at);
                if (count == BATCH) {
                    scanned = lineStart;
                    return;
                }
            }
        }
        scanned = filled;
    }

    private void line(byte[] bytes, int position) {
        int end = position;
        if (lineEnd == LineEnd.LF && position > lineStart && bytes[position - 1] == '\r') {
            end--;
        }
        starts[count] = lineStart;
        ends[count] = end;
        nexts[count] = position + 1;
        count++;
        lineStart = position + 1;
    }

    private boolean lastLine() {
        if (lineStart == filled) {
            return false;
        }
        starts[0] = lineStart;
        ends[0] = filled;
        nexts[0] = filled;
        count = 1;
        lineStart = filled;
        return true;
    }

    private void fill() throws IOException {
        int rest = filled - lineStart;
        if (lineStart > 0) {
            System.arraycopy(buffer, lineStart, buffer, 0, rest);
            lineStart = 0;
            filled = rest;
            scanned = rest;
        }
        if (filled == buffer.length) {
            if (filled == LARGEST_BUFFER) {
                throw new IOException(
                        "a line is longer than 2 GiB; is it text at all? --null is for lines ended by a zero byte");
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(LARGEST_BUFFER, 2L * filled));
        }
        int read = in.read(buffer, filled, buffer.length - filled);
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
