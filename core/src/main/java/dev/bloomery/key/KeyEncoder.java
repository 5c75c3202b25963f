package dev.bloomery.key;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Turns a key into bytes.
 *
 * <p>Contract: equal keys give equal bytes, on every machine and for ever, because a stored filter is asked with the
 * bytes of a later program; keys that differ should give bytes that differ, because keys of equal bytes are one key to
 * a filter. An encoder is safe for use by many threads and keeps no state.
 *
 * <p>For a key of several fields, write them one after the other; {@link KeySink} keeps the fields apart:
 *
 * <pre>{@code
 * KeyEncoder<Visit> visits = (visit, sink) -> sink.putLong(visit.userId()).putString(visit.page());
 * }</pre>
 *
 * @param <K> the type of the keys
 */
@FunctionalInterface
public interface KeyEncoder<K> {

    /**
     * Writes the bytes of {@code key} into {@code sink}.
     *
     * @param key the key, never null
     * @param sink takes the bytes; valid during this call only
     */
    void encode(K key, KeySink sink);

    /**
     * Strings as their UTF-8 bytes, so that a string is the same key as {@code string.getBytes(UTF_8)} under
     * {@link #bytes()}. A lone surrogate, which UTF-8 cannot express, becomes three bytes of its own instead of
     * {@code '?'}: distinct strings stay distinct keys.
     *
     * @return the encoder of strings
     */
    static KeyEncoder<String> utf8() {
        return Encoders.UTF8;
    }

    /**
     * Like {@link #utf8()} for any {@code CharSequence}: equal characters are equal keys, whatever the class that holds
     * them. The characters must not change during a call.
     *
     * @return the encoder of character sequences
     */
    static KeyEncoder<CharSequence> utf8Chars() {
        return Encoders.UTF8_CHARS;
    }

    /**
     * Byte arrays as they are. The array must not change during a call and is not kept.
     *
     * @return the encoder of byte arrays
     */
    static KeyEncoder<byte[]> bytes() {
        return Encoders.BYTES;
    }

    /**
     * The remaining bytes of a buffer, the same key as a byte array of that content. Position and limit stay as they
     * are.
     *
     * @return the encoder of byte buffers, on the heap or direct
     */
    static KeyEncoder<ByteBuffer> byteBuffer() {
        return Encoders.BYTE_BUFFER;
    }

    /**
     * Longs. Filters of them take primitives too: {@code addLong}, {@code mightContainLong}.
     *
     * @return the encoder of longs
     */
    static LongKeyEncoder<Long> int64() {
        return Encoders.INT64;
    }

    /**
     * Ints, widened to long: {@code 42} here is the same key as {@code 42L} under {@link #int64()}, so a column of ids
     * may grow from int to long and keep its filter.
     *
     * @return the encoder of ints
     */
    static LongKeyEncoder<Integer> int32() {
        return Encoders.INT32;
    }

    /**
     * UUIDs as their sixteen bytes in the order in which they are printed.
     *
     * @return the encoder of UUIDs
     */
    static KeyEncoder<UUID> uuid() {
        return Encoders.UUIDS;
    }
}
