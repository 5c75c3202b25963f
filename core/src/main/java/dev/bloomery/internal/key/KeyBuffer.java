package dev.bloomery.internal.key;

import dev.bloomery.key.KeySink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/**
 * The bytes of one key. Each thread has one, borrowed for the time of a hash; an encoder that hashes another key while
 * it encodes this one gets a new buffer.
 *
 * <p>Kept from key to key as long as it is small, so that ordinary keys allocate nothing and a key of megabytes is not
 * held for ever.
 */
public final class KeyBuffer implements KeySink {
    static final int KEPT_BYTES = 1 << 16;
    private static final int FIRST_BYTES = 256;
    private static final int CHARS_AT_ONCE = 64;
    private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final ThreadLocal<KeyBuffer> OF_THREAD = ThreadLocal.withInitial(KeyBuffer::new);

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;
    private boolean borrowed;

    private KeyBuffer() {}

    /** An empty buffer, to be given back in a {@code finally}. */
    public static KeyBuffer borrow() {
        KeyBuffer buffer = OF_THREAD.get();
        if (buffer.borrowed) {
            return new KeyBuffer();
        }
        buffer.borrowed = true;
        buffer.length = 0;
        return buffer;
    }

    public void giveBack() {
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
        borrowed = false;
    }

    /** The bytes written so far, from 0 to {@link #length}. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    @Override
    public KeySink putByte(byte value) {
        int at = grow(1);
        bytes[at] = value;
        return this;
    }

    @Override
    public KeySink putInt(int value) {
        int at = grow(4);
        INT.set(bytes, at, value);
        return this;
    }

    @Override
    public KeySink putLong(long value) {
        int at = grow(8);
        LONG.set(bytes, at, value);
        return this;
    }

    @Override
    public KeySink putString(CharSequence text) {
        int before = length;
        putRawUtf8(text);
        return putInt(length - before);
    }

    @Override
    public KeySink putBytes(byte[] value) {
        return putRawBytes(value).putInt(value.length);
    }

    /**
     * ASCII strings, which most keys are, are copied whole and then checked eight bytes at a time; the rest goes character
     * by character (docs/adr/0002 has the ways that were measured).
     */
    @Override
    public KeySink putRawUtf8(CharSequence text) {
        Objects.requireNonNull(text, "text");
        if (!(text instanceof String string && isLatin1(string) && putAscii(string))) {
            putChars(text);
        }
        return this;
    }

    /**
     * Whether all characters are below 256. For a string that the JVM keeps in one byte a character the comparison cannot
     * fail, which the compiler knows: no loop is left of it.
     */
    private static boolean isLatin1(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xFF) {
                return false;
            }
        }
        return true;
    }

    /** Writes the characters, one byte each, if all are ASCII; else writes nothing. Expects Latin-1. */
    @SuppressWarnings("deprecation") // getBytes without a charset drops the upper bytes, which are 0: a plain copy
    private boolean putAscii(String text) {
        int count = text.length();
        reserve(count + 8L);
        text.getBytes(0, count, bytes, length);
        LONG.set(bytes, length + count, 0L); // so that the check may run over the end
        long seen = 0;
        for (int i = 0; i < count; i += 8) {
            seen |= (long) LONG.get(bytes, length + i);
        }
        if ((seen & 0x8080808080808080L) != 0) {
            return false;
        }
        length += count;
        return true;
    }

    /** UTF-8, but that a surrogate without its partner is written as if it were a character. */
    private void putChars(CharSequence text) {
        int count = text.length();
        int reservedTo = 0;
        for (int i = 0; i < count; i++) {
            if (i >= reservedTo) {
                reserve(4 * CHARS_AT_ONCE); // at most three bytes a character; a pair may begin at the last one
                reservedTo = i + CHARS_AT_ONCE;
            }
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes[length++] = (byte) c;
            } else if (c < 0x800) {
                bytes[length++] = (byte) (0xC0 | c >> 6);
                bytes[length++] = (byte) (0x80 | (c & 0x3F));
            } else if (Character.isHighSurrogate(c) && i + 1 < count && Character.isLowSurrogate(text.charAt(i + 1))) {
                int point = Character.toCodePoint(c, text.charAt(++i));
                bytes[length++] = (byte) (0xF0 | point >> 18);
                bytes[length++] = (byte) (0x80 | (point >> 12 & 0x3F));
                bytes[length++] = (byte) (0x80 | (point >> 6 & 0x3F));
                bytes[length++] = (byte) (0x80 | (point & 0x3F));
            } else {
                bytes[length++] = (byte) (0xE0 | c >> 12);
                bytes[length++] = (byte) (0x80 | (c >> 6 & 0x3F));
                bytes[length++] = (byte) (0x80 | (c & 0x3F));
            }
        }
    }

    @Override
    public KeySink putRawBytes(byte[] value) {
        int at = grow(Objects.requireNonNull(value, "bytes").length);
        System.arraycopy(value, 0, bytes, at, value.length);
        return this;
    }

    @Override
    public KeySink putRawBytes(ByteBuffer value) {
        int count = Objects.requireNonNull(value, "bytes").remaining();
        int at = grow(count);
        value.get(value.position(), bytes, at, count);
        return this;
    }

    /** Makes room for {@code count} bytes more and counts them as written; where they begin. */
    private int grow(int count) {
        int at = length;
        reserve(count);
        length = at + count;
        return at;
    }

    private void reserve(long count) {
        long needed = length + count;
        if (needed > bytes.length) {
            if (needed > MAX_BYTES) {
                throw new IllegalArgumentException(
                        "the key needs " + needed + " bytes; a key has at most " + MAX_BYTES + ", hash it in parts");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(Math.max(needed, 2L * bytes.length), MAX_BYTES));
        }
    }
}
