package dev.bloomery.cli.foreign;

import dev.bloomery.interop.parquet.ParquetKeys;
import dev.bloomery.interop.parquet.ParquetType;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.KeySink;
import dev.bloomery.key.LongKeyEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/** What the keys of a filter of another system are, and how they are made of lines. */
public enum KeysAre {
    /** The bytes of the line. */
    TEXT,
    /** A number of four bytes. */
    INT,
    /** A number of eight bytes. */
    LONG,
    /** A floating-point number of four bytes. */
    FLOAT,
    /** A floating-point number of eight bytes. */
    DOUBLE,
    /** Characters of two bytes each. */
    CHARS,
    /** Bytes, as hexadecimal digits. */
    HEX;

    KeyEncoder<ByteBuffer> encoder() {
        return this == TEXT ? (key, sink) -> sink.putRawBytes(key) : this::encode;
    }

    /** For Spark every integral number is a long. */
    KeyEncoder<ByteBuffer> sparkEncoder() {
        LongKeyEncoder<ByteBuffer> longs = this::parseLong;
        return this == INT || this == LONG ? longs : encoder();
    }

    /** For a filter that does not say the type of its column. */
    ParquetKeys<ByteBuffer> parquetKeys() {
        return new ParquetKeys<>(ParquetType.BYTE_ARRAY, encoder());
    }

    /** For a column of this type. */
    static ParquetKeys<ByteBuffer> of(ParquetType type, KeysAre asked) {
        KeysAre keys = switch (type) {
            case INT32 -> INT;
            case INT64 -> LONG;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
            default -> asked;
        };
        return new ParquetKeys<>(type, keys.encoder());
    }

    private long parseLong(ByteBuffer key) {
        try {
            return Long.parseLong(text(key).strip());
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("a line is no whole number; --keys-are says what the keys are", wrong);
        }
    }

    private void encode(ByteBuffer key, KeySink sink) {
        try {
            switch (this) {
                case INT -> sink.putInt(Integer.parseInt(text(key).strip()));
                case LONG -> sink.putLong(parseLong(key));
                case FLOAT -> sink.putInt(Float.floatToRawIntBits(Float.parseFloat(text(key))));
                case DOUBLE -> sink.putLong(Double.doubleToRawLongBits(Double.parseDouble(text(key))));
                case CHARS -> sink.putRawBytes(text(key).getBytes(StandardCharsets.UTF_16LE));
                case HEX -> sink.putRawBytes(HexFormat.of().parseHex(text(key).strip()));
                case TEXT -> sink.putRawBytes(key);
            }
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException("a line is no " + this + "; --keys-are says what the keys are", wrong);
        }
    }

    private static String text(ByteBuffer key) {
        return StandardCharsets.UTF_8.decode(key.duplicate()).toString();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
