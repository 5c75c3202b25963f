package dev.bloomery.internal.hash;

import dev.bloomery.internal.key.KeyBuffer;
import dev.bloomery.internal.key.WrittenFields;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.KeyForm;
import dev.bloomery.key.LongKeyEncoder;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A key becomes 64 bits: its encoder and a seeded hash in one call, without allocating.
 *
 * <p>Three ways, picked once: longs are hashed as they are, byte arrays and buffers of them where they lie, everything else through the
 * thread's {@link KeyBuffer}.
 */
public abstract class KeyHasher<K> {

    final Hash64 hash;
    private final @Nullable KeyForm form;

    private KeyHasher(Hash64 hash, @Nullable KeyForm form) {
        this.hash = hash;
        this.form = form;
    }

    public abstract long hash(K key);

    /** Whether keys are hashed as longs, and not as bytes. */
    public boolean hashesLongs() {
        return false;
    }

    public final Hash64 hash() {
        return hash;
    }

    /** What a file keeps of the encoder; null if the filter is from a file that does not say it. */
    public final @Nullable KeyForm form() {
        return form;
    }

    /** For a new filter. */
    public static <K> KeyHasher<K> of(KeyEncoder<K> encoder, Hash64 hash) {
        return of(encoder, hash, encoder.form());
    }

    /**
     * For a filter from a file.
     *
     * @param form what a file is to keep of the encoder; null if nothing
     */
    @SuppressWarnings("unchecked")
    public static <K> KeyHasher<K> of(KeyEncoder<K> encoder, Hash64 hash, @Nullable KeyForm form) {
        if (encoder instanceof LongKeyEncoder<K> longs) {
            return new OfLongs<>(longs, hash, form);
        }
        if ((Object) encoder == KeyEncoder.bytes()) {
            return (KeyHasher<K>) new OfByteArrays(hash, form); // the encoder is one of byte arrays, so K is byte[]
        }
        if ((Object) encoder == KeyEncoder.byteBuffer()) {
            return (KeyHasher<K>) new OfByteBuffers((KeyEncoder<ByteBuffer>) encoder, hash, form);
        }
        return new Encoded<>(encoder, hash, form);
    }

    private static final class OfLongs<K> extends KeyHasher<K> {
        private final LongKeyEncoder<K> encoder;

        OfLongs(LongKeyEncoder<K> encoder, Hash64 hash, @Nullable KeyForm form) {
            super(hash, form);
            this.encoder = encoder;
        }

        @Override
        public boolean hashesLongs() {
            return true;
        }

        @Override
        public long hash(K key) {
            return hash.ofLong(encoder.encodeToLong(key));
        }
    }

    private static final class OfByteArrays extends KeyHasher<byte[]> {

        OfByteArrays(Hash64 hash, @Nullable KeyForm form) {
            super(hash, form);
        }

        @Override
        public long hash(byte[] key) {
            return hash.ofBytes(key, 0, key.length);
        }
    }

    private static final class OfByteBuffers extends KeyHasher<ByteBuffer> {
        private final KeyHasher<ByteBuffer> copied;

        OfByteBuffers(KeyEncoder<ByteBuffer> encoder, Hash64 hash, @Nullable KeyForm form) {
            super(hash, form);
            this.copied = new Encoded<>(encoder, hash, form);
        }

        @Override
        public long hash(ByteBuffer key) {
            return key.hasArray()
                    ? hash.ofBytes(key.array(), key.arrayOffset() + key.position(), key.remaining())
                    : copied.hash(key); // direct or read-only
        }
    }

    private static final class Encoded<K> extends KeyHasher<K> {
        private final KeyEncoder<K> encoder;

        Encoded(KeyEncoder<K> encoder, Hash64 hash, @Nullable KeyForm form) {
            super(hash, form);
            this.encoder = encoder;
        }

        @Override
        public long hash(K key) {
            KeyBuffer buffer = KeyBuffer.borrow();
            try {
                encoder.encode(key, buffer);
                if (buffer.length() == 0) {
                    WrittenFields.require(encoder, key);
                }
                return hash.ofBytes(buffer.bytes(), 0, buffer.length());
            } finally {
                buffer.giveBack();
            }
        }
    }
}
