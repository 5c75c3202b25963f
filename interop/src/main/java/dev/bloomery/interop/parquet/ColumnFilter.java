package dev.bloomery.interop.parquet;

/**
 * Where the filter of a column chunk is.
 *
 * @param rowGroup the number of its row group, from 0 on
 * @param column the name of the column; names within groups are joined by dots
 * @param type the physical type of the column
 * @param values values of the chunk, nulls among them
 * @param offset the first byte of the filter in the file
 */
public record ColumnFilter(int rowGroup, String column, ParquetType type, long values, long offset) {}
