package dev.bloomery.cli.lines;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.ToLongFunction;

/** The keys of a batch of lines, and their hashes. Not safe for threads. */
public final class KeyBatch {
    private final LineReader lines;
    private final KeyPart part;
    private final ToLongFunction<ByteBuffer> hash;
    private final long[] spans = new long[LineReader.BATCH];
    private final long[] hashes = new long[LineReader.BATCH];
    private ByteBuffer window = ByteBuffer.allocate(0);

    public KeyBatch(LineReader lines, KeyPart part, ToLongFunction<ByteBuffer> hash) {
        this.lines = lines;
        this.part = part;
        this.hash = hash;
    }

    /** Finds and hashes the keys of the lines that were read last. */
    public void hash() {
        byte[] bytes = lines.bytes();
        if (window.array() != bytes) {
            window = ByteBuffer.wrap(bytes);
        }
        for (int i = 0; i < lines.count(); i++) {
            long span = part.of(bytes, lines.start(i), lines.end(i));
            spans[i] = span;
            window.limit(KeyPart.end(span)).position(KeyPart.start(span));
            hashes[i] = hash.applyAsLong(window);
        }
    }

    public LineReader lines() {
        return lines;
    }

    public int count() {
        return lines.count();
    }

    public long hash(int i) {
        return hashes[i];
    }

    /** The hashes of the batch in an array of their number; not to be changed. */
    public long[] hashes() {
        return lines.count() == hashes.length ? hashes : Arrays.copyOf(hashes, lines.count());
    }

    /** A copy of key {@code i}. */
    public byte[] key(int i) {
        return Arrays.copyOfRange(lines.bytes(), KeyPart.start(spans[i]), KeyPart.end(spans[i]));
    }
}
