package dev.bloomery.interop.parquet;

import org.jspecify.annotations.Nullable;

/** The physical types of Parquet, in the order of their numbers in a file. */
public enum ParquetType {
    /** Has no filters. */
    BOOLEAN,
    /** Four bytes, little-endian. */
    INT32,
    /** Eight bytes, little-endian. */
    INT64,
    /** Twelve bytes; old timestamps. */
    INT96,
    /** Four bytes of IEEE 754. */
    FLOAT,
    /** Eight bytes of IEEE 754. */
    DOUBLE,
    /** Bytes of any number, such as texts. */
    BYTE_ARRAY,
    /** Bytes of a number that the column has, such as UUIDs. */
    FIXED_LEN_BYTE_ARRAY;

    private static final ParquetType[] BY_NUMBER = values();

    /** The type of a number in a file; null for one that nobody knows. */
    static @Nullable ParquetType of(int number) {
        return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    }
}
