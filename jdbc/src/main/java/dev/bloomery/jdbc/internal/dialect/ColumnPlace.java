package dev.bloomery.jdbc.internal.dialect;

import org.jspecify.annotations.Nullable;

/**
 * The column that a dialect is for: where it is, and what it must be able to tell apart. Names are as the database keeps them.
 *
 * @param schema where the table is; null: where the database looks by itself
 * @param table the table
 * @param column the column
 * @param kind the kind of its values
 */
public record ColumnPlace(@Nullable String schema, String table, String column, ColumnKind kind) {

    /** The names, for messages. */
    @Override
    public String toString() {
        return (schema == null ? "" : schema + ".") + table + "." + column;
    }
}
