package dev.bloomery.key;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What a file keeps of the encoder of its keys: a name, and a check value over the bytes of a few sample keys. A file is opened with an encoder
 * of the same form, and refused with another one, because its keys would be missed.
 *
 * <p>Encoders that make the same key of the same bytes have one form: {@link KeyEncoder#utf8}, {@link KeyEncoder#utf8Chars},
 * {@link KeyEncoder#bytes} and {@link KeyEncoder#byteBuffer} are {@link #BYTES}, {@link KeyEncoder#int64} and {@link KeyEncoder#int32} are
 * {@link #INT64}. An encoder of your own gets a form by {@link KeyEncoder#named}.
 *
 * @param name 1 to 64 printable ASCII characters without spaces; empty for an encoder without a name
 * @param check the first eight bytes, as a little-endian number, of the SHA-256 of the samples: of each its length in four little-endian bytes,
 *     then its bytes. 0 without a name
 * @param trusted whether files of any other form are opened as well; see {@link KeyEncoder#trusted}
 */
public record KeyForm(String name, long check, boolean trusted) {
    /** The most characters of a name. */
    public static final int MAX_NAME = 64;

    private static final Pattern NAME = Pattern.compile("[!-~]{0," + MAX_NAME + "}");

    /** Bytes as they are, and strings as their UTF-8 bytes. The samples are those of {@code bloomery} and of U+00E9 U+20AC U+1F680. */
    public static final KeyForm BYTES = new KeyForm("bytes", 0xAA96_7D74_F9FF_9949L, false);

    /** Longs, hashed as numbers. The samples are 42 and -1. */
    public static final KeyForm INT64 = new KeyForm("int64", 0xD303_E073_4D93_0FCEL, false);

    /** The sixteen bytes of a UUID. The samples are {@code 01234567-89ab-cdef-0123-456789abcdef} and the one of all ones. */
    public static final KeyForm UUID = new KeyForm("uuid", 0x7247_5969_F079_C97FL, false);

    /** Of an encoder without a name. Two of them cannot be told apart. */
    public static final KeyForm UNNAMED = new KeyForm("", 0, false);

    public KeyForm {
        Objects.requireNonNull(name, "name");
        if (!isName(name)) {
            throw new IllegalArgumentException("the name of an encoder has " + name.length() + " characters; use 1 to "
                    + MAX_NAME + " printable ASCII characters without spaces, such as visit/1");
        }
        if (name.isEmpty() && check != 0) {
            throw new IllegalArgumentException("an encoder without a name has no check value");
        }
    }

    /**
     * Whether a text can be the name of an encoder; the empty one is that of encoders without a name.
     *
     * @param text the text
     * @return true if it can
     */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /**
     * Whether the encoder has a name.
     *
     * @return false for a plain lambda
     */
    public boolean isNamed() {
        return !name.isEmpty();
    }

    /** The name as a message shows it; a name that the library has given with the methods that it stands for. */
    @Override
    public String toString() {
        return switch (name) {
            case "" -> "an encoder without a name";
            case "bytes" -> "'bytes' (KeyEncoder.utf8, utf8Chars, bytes or byteBuffer)";
            case "int64" -> "'int64' (KeyEncoder.int64 or int32)";
            case "uuid" -> "'uuid' (KeyEncoder.uuid)";
            default -> "'" + name + "'";
        };
    }
}
