package dev.bloomery.internal.hash;

import dev.bloomery.internal.key.KeyBuffer;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.LongKeyEncoder;

/**
 * A key becomes 64 bits: its encoder and a seeded hash in one call, without allocating.
 *
 * <p>Three ways, picked once: longs are hashed as they are, byte arrays where they lie, everything else through the
 * thread's {@link KeyBuffer}.
 */
public abstract class KeyHasher<K> {

    private KeyHasher() {}

    public abstract long hash(K key);

    @SuppressWarnings("unchecked")
    public static <K> KeyHasher<K> of(KeyEncoder<K> encoder, Hash64 hash) {
        if (encoder instanceof LongKeyEncoder<K> longs) {
            return new OfLongs<>(longs, hash);
        }
        if ((Object) encoder == KeyEncoder.bytes()) {
            return (KeyHasher<K>) new OfByteArrays(hash); // the encoder is one of byte arrays, so K is byte[]
        }
        return new Encoded<>(encoder, hash);
    }

    private static final class OfLongs<K> extends KeyHasher<K> {
        private final LongKeyEncoder<K> encoder;
        private final Hash64 hash;

        OfLongs(LongKeyEncoder<K> encoder, Hash64 hash) {
            this.encoder = encoder;
            this.hash = hash;
        }

        @Override
        public long hash(K key) {
            return hash.ofLong(encoder.encodeToLong(key));
        }
    }

    private static final class OfByteArrays extends KeyHasher<byte[]> {
        private final Hash64 hash;

        OfByteArrays(Hash64 hash) {
            this.hash = hash;
        }

        @Override
        public long hash(byte[] key) {
            return hash.ofBytes(key, 0, key.length);
        }
    }

    private static final class Encoded<K> extends KeyHasher<K> {
        private final KeyEncoder<K> encoder;
        private final Hash64 hash;

        Encoded(KeyEncoder<K> encoder, Hash64 hash) {
            this.encoder = encoder;
            this.hash = hash;
        }

        @Override
        public long hash(K key) {
            KeyBuffer buffer = KeyBuffer.borrow();
            try {
                encoder.encode(key, buffer);
                return hash.ofBytes(buffer.bytes(), 0, buffer.length());
            } finally {
                buffer.giveBack();
            }
        }
    }
}
