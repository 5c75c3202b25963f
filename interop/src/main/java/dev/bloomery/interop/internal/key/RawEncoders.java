package dev.bloomery.interop.internal.key;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.KeySink;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Keys as the bytes of their value and nothing else, numbers little-endian in their own width. */
public final class RawEncoders {
    /**
     * As {@code getBytes(UTF_8)} has them: a surrogate without its partner becomes a question mark, other
     * than in {@link KeyEncoder#utf8}.
     */
    public static final KeyEncoder<CharSequence> UTF8 = RawEncoders::putUtf8;

    public static final KeyEncoder<CharSequence> UTF16_LE = (key, sink) -> {
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            sink.putByte((byte) c).putByte((byte) (c >>> 8));
        }
    };
    public static final KeyEncoder<Integer> INT32 = (key, sink) -> sink.putInt(key);
    public static final KeyEncoder<Long> INT64 = (key, sink) -> sink.putLong(key);
    public static final KeyEncoder<Float> FLOAT = (key, sink) -> sink.putInt(Float.floatToRawIntBits(key));
    public static final KeyEncoder<Double> DOUBLE = (key, sink) -> sink.putLong(Double.doubleToRawLongBits(key));

    private RawEncoders() {}

    /** Texts in any charset. */
    public static KeyEncoder<CharSequence> text(Charset charset) {
        return charset.equals(StandardCharsets.UTF_8)
                ? UTF8
                : (key, sink) -> sink.putRawBytes(key.toString().getBytes(charset));
    }

    private static void putUtf8(CharSequence key, KeySink sink) {
        if (hasLoneSurrogate(key)) {
            sink.putRawBytes(key.toString().getBytes(StandardCharsets.UTF_8));
        } else {
            sink.putRawUtf8(key);
        }
    }

    private static boolean hasLoneSurrogate(CharSequence key) {
        int length = key.length();
        for (int i = 0; i < length; i++) {
            if (key.charAt(i) > 0xFF) {
                return hasLoneSurrogate(key, i);
            }
        }
        return false; // the compiler knows that of a string of one byte a character, and no loop is left
    }

    private static boolean hasLoneSurrogate(CharSequence key, int from) {
        int length = key.length();
        for (int i = from; i < length; i++) {
            char c = key.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c) || i + 1 == length || !Character.isLowSurrogate(key.charAt(i + 1))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    /** An encoder of a supertype of the keys is one of the keys. */
    @SuppressWarnings("unchecked") // an encoder only takes keys
    public static <K> KeyEncoder<K> of(KeyEncoder<? super K> encoder) {
        return (KeyEncoder<K>) encoder;
    }
}
