package dev.bloomery.cli.foreign;

import dev.bloomery.interop.ForeignFilter;
import dev.bloomery.interop.ForeignInfo;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A filter of byte arrays, asked with lines. */
final class AsBytes implements ForeignFilter<ByteBuffer> {
    private final ForeignFilter<byte[]> filter;
    private final KeysAre keys;

    AsBytes(ForeignFilter<byte[]> filter, KeysAre keys) {
        this.filter = filter;
        this.keys = keys;
    }

    private byte[] bytes(ByteBuffer line) {
        byte[] bytes = new byte[line.remaining()];
        line.get(line.position(), bytes);
        return keys == KeysAre.HEX
                ? HexFormat.of().parseHex(new String(bytes, StandardCharsets.US_ASCII).strip())
                : bytes;
    }

    @Override
    public boolean mightContain(ByteBuffer key) {
        return filter.mightContain(bytes(key));
    }

    @Override
    public boolean add(ByteBuffer key) {
        return filter.add(bytes(key));
    }

    @Override
    public double currentFpp() {
        return filter.currentFpp();
    }

    @Override
    public ForeignInfo info() {
        return filter.info();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        filter.writeTo(out);
    }
}
