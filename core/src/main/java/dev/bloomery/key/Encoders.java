package dev.bloomery.key;

import java.nio.ByteBuffer;
import java.util.UUID;

/** The encoders behind the methods of {@link KeyEncoder}: one instance of each, so that a hasher may know it by identity. */
final class Encoders {
    static final KeyEncoder<String> UTF8 = new OfBytes<>() {
        @Override
        public void encode(String key, KeySink sink) {
            sink.putRawUtf8(key);
        }
    };
    static final KeyEncoder<CharSequence> UTF8_CHARS = new OfBytes<>() {
        @Override
        public void encode(CharSequence key, KeySink sink) {
            sink.putRawUtf8(key);
        }
    };
    static final KeyEncoder<byte[]> BYTES = new OfBytes<>() {
        @Override
        public void encode(byte[] key, KeySink sink) {
            sink.putRawBytes(key);
        }
    };
    static final KeyEncoder<ByteBuffer> BYTE_BUFFER = new OfBytes<>() {
        @Override
        public void encode(ByteBuffer key, KeySink sink) {
            sink.putRawBytes(key);
        }
    };
    static final LongKeyEncoder<Long> INT64 = new OfInt64<>() {
        @Override
        public long encodeToLong(Long key) {
            return key;
        }
    };
    static final LongKeyEncoder<Integer> INT32 = new OfInt64<>() {
        @Override
        public long encodeToLong(Integer key) {
            return key;
        }
    };

    /** The sink is little-endian, a UUID is printed from its highest byte on. */
    static final KeyEncoder<UUID> UUIDS = new KeyEncoder<>() {
        @Override
        public void encode(UUID key, KeySink sink) {
            sink.putLong(Long.reverseBytes(key.getMostSignificantBits()))
                    .putLong(Long.reverseBytes(key.getLeastSignificantBits()));
        }

        @Override
        public KeyForm form() {
            return KeyForm.UUID;
        }
    };

    private Encoders() {}

    private abstract static class OfBytes<K> implements KeyEncoder<K> {
        @Override
        public KeyForm form() {
            return KeyForm.BYTES;
        }
    }

    private abstract static class OfInt64<K> implements LongKeyEncoder<K> {
        @Override
        public KeyForm form() {
            return KeyForm.INT64;
        }
    }
}
