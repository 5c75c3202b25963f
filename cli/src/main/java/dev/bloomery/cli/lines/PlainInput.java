package dev.bloomery.cli.lines;

import java.io.IOException;
import java.io.InputStream;

/** The bytes as they are; what is at hand is what the system says, without waiting. */
final class PlainInput extends InputStream {
    private final PeekedInput peeked;
    private final InputStream in;

    PlainInput(PeekedInput peeked, InputStream in) {
        this.peeked = peeked;
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return peeked.read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        return peeked.read(bytes, from, length);
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
