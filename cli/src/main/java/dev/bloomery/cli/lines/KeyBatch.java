package dev.bloomery.cli.lines;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.ToLongFunction;

/** The keys of a batch of lines, and their hashes. Not safe for threads; may be handed from one to another. */
public final class KeyBatch {
    private final LineBatch lines = new LineBatch();
    private final KeyPart part;
    private final ToLongFunction<ByteBuffer> hash;
    private final long[] spans = new long[LineBatch.MOST_LINES];
    private final long[] hashes = new long[LineBatch.MOST_LINES];
    private ByteBuffer window = ByteBuffer.allocate(0);
    private long bytesRead;

    KeyBatch(KeyPart part, ToLongFunction<ByteBuffer> hash) {
        this.part = part;
        this.hash = hash;
    }

    /**
     * Finds and hashes the keys of the lines.
     *
     * @param bytesRead so far, of all inputs
     */
    void hash(long bytesRead) {
        this.bytesRead = bytesRead;
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

    public LineBatch lines() {
        return lines;
    }

    public int count() {
        return lines.count();
    }

    /** Bytes of all inputs that were read up to these lines, or a little more. */
    long bytesRead() {
        return bytesRead;
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
