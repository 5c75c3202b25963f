package dev.bloomery.cli.lines;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream of which the first bytes were looked at, and are read again.
 *
 * <p>Bytes are at hand for {@link #available} unless the stream has ended: a reader of gzip asks this way whether another member follows, and a pipe
 * that is slow must not look like its end. It may wait for a byte to find out.
 */
final class PeekedInput extends FilterInputStream {
    private final byte[] peeked;
    private int at;
    private int limit;

    private PeekedInput(InputStream in, byte[] peeked, int limit) {
        super(in);
        this.peeked = peeked;
        this.limit = limit;
    }

    static PeekedInput of(InputStream in, int bytes) throws IOException {
        byte[] peeked = new byte[bytes];
        int limit = in.readNBytes(peeked, 0, bytes);
        return new PeekedInput(in, peeked, limit);
    }

    /** Whether the stream began with these bytes. */
    boolean startsWith(int... bytes) {
        if (limit < bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if ((peeked[i] & 0xFF) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int read() throws IOException {
        return at < limit ? peeked[at++] & 0xFF : in.read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (at < limit) {
            int count = Math.min(length, limit - at);
            System.arraycopy(peeked, at, bytes, from, count);
            at += count;
            return count;
        }
        return in.read(bytes, from, length);
    }

    @Override
    public int available() throws IOException {
        if (at < limit) {
            return limit - at;
        }
        int next = in.read();
        if (next < 0) {
            return 0;
        }
        peeked[0] = (byte) next;
        at = 0;
        limit = 1;
        return 1;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
