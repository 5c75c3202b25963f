package dev.bloomery.key;

import java.nio.ByteBuffer;
import java.util.UUID;

/** The encoders behind the methods of {@link KeyEncoder}: one instance of each, so that a hasher may know it by identity. */
final class Encoders {
    static final KeyEncoder<String> UTF8 = (key, sink) -> sink.putRawUtf8(key);
    static final KeyEncoder<CharSequence> UTF8_CHARS = (key, sink) -> sink.putRawUtf8(key);
    static final KeyEncoder<byte[]> BYTES = (key, sink) -> sink.putRawBytes(key);
    static final KeyEncoder<ByteBuffer> BYTE_BUFFER = (key, sink) -> sink.putRawBytes(key);
    static final LongKeyEncoder<Long> INT64 = Long::longValue;
    static final LongKeyEncoder<Integer> INT32 = Integer::longValue;

    /** The sink is little-endian, a UUID is printed from its highest byte on. */
    static final KeyEncoder<UUID> UUIDS = (key, sink) -> sink.putLong(Long.reverseBytes(key.getMostSignificantBits()))
            .putLong(Long.reverseBytes(key.getLeastSignificantBits()));

    private Encoders() {}
}
