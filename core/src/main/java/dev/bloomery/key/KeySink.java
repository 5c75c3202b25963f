package dev.bloomery.key;

import java.nio.ByteBuffer;

/**
 * Takes the bytes of one key, field after field.
 *
 * <p>Fields stay apart: {@link #putString} and {@link #putBytes} write the length behind the content, so that
 * {@code ("ab", "c")} and {@code ("a", "bc")} are different keys. The {@code putRaw} methods write the content alone, for
 * keys that are one field and must equal the bytes of another program. Numbers are little-endian. For a list, put its
 * size behind its elements.
 *
 * <p>A sink belongs to the call it was given to: do not keep it. Not safe for several threads.
 */
public interface KeySink {

    /**
     * Writes one byte.
     *
     * @param value the byte
     * @return this
     */
    KeySink putByte(byte value);

    /**
     * Writes one byte, 1 or 0.
     *
     * @param value true for 1
     * @return this
     */
    default KeySink putBoolean(boolean value) {
        return putByte((byte) (value ? 1 : 0));
    }

    /**
     * Writes four bytes.
     *
     * @param value the number
     * @return this
     */
    KeySink putInt(int value);

    /**
     * Writes eight bytes.
     *
     * @param value the number
     * @return this
     */
    KeySink putLong(long value);

    /**
     * Writes the eight bytes of {@link Double#doubleToLongBits}: all NaN are one key, 0.0 and -0.0 are two.
     *
     * @param value the number
     * @return this
     */
    default KeySink putDouble(double value) {
        return putLong(Double.doubleToLongBits(value));
    }

    /**
     * Writes the UTF-8 bytes of {@code text}, then their number as four bytes.
     *
     * @param text the characters; lone surrogates as in {@link KeyEncoder#utf8()}
     * @return this
     */
    KeySink putString(CharSequence text);

    /**
     * Writes the bytes, then their number as four bytes.
     *
     * @param bytes the bytes
     * @return this
     */
    KeySink putBytes(byte[] bytes);

    /**
     * Writes the UTF-8 bytes of {@code text} and nothing else.
     *
     * @param text the characters; lone surrogates as in {@link KeyEncoder#utf8()}
     * @return this
     */
    KeySink putRawUtf8(CharSequence text);

    /**
     * Writes the bytes and nothing else.
     *
     * @param bytes the bytes
     * @return this
     */
    KeySink putRawBytes(byte[] bytes);

    /**
     * Writes the remaining bytes of a buffer and nothing else; its position stays.
     *
     * @param bytes the bytes
     * @return this
     */
    KeySink putRawBytes(ByteBuffer bytes);
}
