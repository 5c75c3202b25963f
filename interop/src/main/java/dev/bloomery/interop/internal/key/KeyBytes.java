package dev.bloomery.interop.internal.key;

import dev.bloomery.internal.key.KeyBuffer;
import dev.bloomery.key.KeyEncoder;
import java.util.Objects;

/** A key becomes bytes, and these a hash, in the buffer of the thread. */
public final class KeyBytes {
    private KeyBytes() {}

    /** What a hash makes of bytes. */
    @FunctionalInterface
    public interface Hash<R> {
        /** The hash of {@code bytes[0 .. length)}, which must not be kept. */
        R of(byte[] bytes, int length);
    }

    /** A hash of 64 bits. */
    @FunctionalInterface
    public interface LongHash {
        /** The hash of {@code bytes[0 .. length)}, which must not be kept. */
        long of(byte[] bytes, int length);
    }

    /** A question to a filter, or an add. */
    @FunctionalInterface
    public interface Test {
        /** The answer for {@code bytes[0 .. length)}, which must not be kept. */
        boolean of(byte[] bytes, int length);
    }

    public static <K, R> R hash(KeyEncoder<K> encoder, K key, Hash<R> hash) {
        Objects.requireNonNull(key, "key");
        KeyBuffer buffer = KeyBuffer.borrow();
        try {
            encoder.encode(key, buffer);
            return hash.of(buffer.bytes(), buffer.length());
        } finally {
            buffer.giveBack();
        }
    }

    public static <K> long hashToLong(KeyEncoder<K> encoder, K key, LongHash hash) {
        Objects.requireNonNull(key, "key");
        KeyBuffer buffer = KeyBuffer.borrow();
        try {
            encoder.encode(key, buffer);
            return hash.of(buffer.bytes(), buffer.length());
        } finally {
            buffer.giveBack();
        }
    }

    public static <K> boolean test(KeyEncoder<K> encoder, K key, Test test) {
        Objects.requireNonNull(key, "key");
        KeyBuffer buffer = KeyBuffer.borrow();
        try {
            encoder.encode(key, buffer);
            return test.of(buffer.bytes(), buffer.length());
        } finally {
            buffer.giveBack();
        }
    }
}
