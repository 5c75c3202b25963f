package dev.bloomery.interop.parquet;

import dev.bloomery.interop.internal.key.RawEncoders;
import dev.bloomery.key.KeyEncoder;
import java.util.Objects;
import java.util.UUID;

/**
 * Keys as the plain encoding of a column, and the physical type of that column, so that a column of another
 * type is not asked with the wrong bytes.
 *
 * @param type the physical type of the column
 * @param encoder writes the bytes of the plain encoding, without a length
 * @param <K> the type of the keys
 */
public record ParquetKeys<K>(ParquetType type, KeyEncoder<K> encoder) {

    /** Refuses null. */
    public ParquetKeys {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(encoder, "encoder");
    }

    /**
     * Texts in a column of {@code BYTE_ARRAY}.
     *
     * @return the keys
     */
    public static ParquetKeys<String> strings() {
        return new ParquetKeys<>(ParquetType.BYTE_ARRAY, RawEncoders.of(RawEncoders.UTF8));
    }

    /**
     * Bytes in a column of {@code BYTE_ARRAY}.
     *
     * @return the keys
     */
    public static ParquetKeys<byte[]> bytes() {
        return new ParquetKeys<>(ParquetType.BYTE_ARRAY, KeyEncoder.bytes());
    }

    /**
     * Bytes in a column of {@code FIXED_LEN_BYTE_ARRAY}.
     *
     * @return the keys
     */
    public static ParquetKeys<byte[]> fixedBytes() {
        return new ParquetKeys<>(ParquetType.FIXED_LEN_BYTE_ARRAY, KeyEncoder.bytes());
    }

    /**
     * The logical type UUID in a column of {@code FIXED_LEN_BYTE_ARRAY}.
     *
     * @return the keys
     */
    public static ParquetKeys<UUID> uuids() {
        return new ParquetKeys<>(ParquetType.FIXED_LEN_BYTE_ARRAY, KeyEncoder.uuid());
    }

    /**
     * Numbers in a column of {@code INT32}: dates in days and small decimals, too.
     *
     * @return the keys
     */
    public static ParquetKeys<Integer> int32() {
        return new ParquetKeys<>(ParquetType.INT32, RawEncoders.INT32);
    }

    /**
     * Numbers in a column of {@code INT64}: timestamps and decimals, too.
     *
     * @return the keys
     */
    public static ParquetKeys<Long> int64() {
        return new ParquetKeys<>(ParquetType.INT64, RawEncoders.INT64);
    }

    /**
     * Numbers in a column of {@code FLOAT}. 0 and -0 are two keys, and so are two kinds of NaN.
     *
     * @return the keys
     */
    public static ParquetKeys<Float> floats() {
        return new ParquetKeys<>(ParquetType.FLOAT, RawEncoders.FLOAT);
    }

    /**
     * Numbers in a column of {@code DOUBLE}. 0 and -0 are two keys, and so are two kinds of NaN.
     *
     * @return the keys
     */
    public static ParquetKeys<Double> doubles() {
        return new ParquetKeys<>(ParquetType.DOUBLE, RawEncoders.DOUBLE);
    }
}
