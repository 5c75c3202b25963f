package dev.bloomery.jdbc;

import dev.bloomery.jdbc.internal.dialect.ColumnPlace;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The column of an existing table that holds the keys. Names are given as the database keeps them, and are quoted wherever they are used: any
 * character is safe in them.
 *
 * @param schema where the table is; null: where the database looks by itself
 * @param table the table
 * @param column the column: unique by an index of its own, and able to tell every two keys apart
 * @param type how keys are kept in it
 * @param <K> the type of the keys
 */
public record KeyColumn<K>(@Nullable String schema, String table, String column, ColumnType<K> type) {

    /** Checks the names. */
    public KeyColumn {
        if (schema != null) {
            requireName("schema", schema);
        }
        requireName("table", table);
        requireName("column", column);
        Objects.requireNonNull(type, "type");
    }

    /**
     * A column of text.
     *
     * @param table the table
     * @param column the column
     * @return the key column
     */
    public static KeyColumn<String> text(String table, String column) {
        return of(table, column, ColumnType.text());
    }

    /**
     * A column of whole numbers.
     *
     * @param table the table
     * @param column the column
     * @return the key column
     */
    public static KeyColumn<Long> int64(String table, String column) {
        return of(table, column, ColumnType.int64());
    }

    /**
     * A column of UUIDs.
     *
     * @param table the table
     * @param column the column
     * @return the key column
     */
    public static KeyColumn<UUID> uuid(String table, String column) {
        return of(table, column, ColumnType.uuid());
    }

    /**
     * A column of another type.
     *
     * @param table the table
     * @param column the column
     * @param type how keys are kept in it
     * @param <K> the type of the keys
     * @return the key column
     */
    public static <K> KeyColumn<K> of(String table, String column, ColumnType<K> type) {
        return new KeyColumn<>(null, table, column, type);
    }

    /**
     * The same column of a table in a schema.
     *
     * @param name the schema
     * @return the key column
     */
    public KeyColumn<K> inSchema(String name) {
        return new KeyColumn<>(Objects.requireNonNull(name, "name"), table, column, type);
    }

    /** What the dialect of the database must know of it. */
    ColumnPlace place() {
        return new ColumnPlace(schema, table, column, type.kind());
    }

    private static void requireName(String what, String name) {
        if (Objects.requireNonNull(name, what).isEmpty() || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    what + " is empty or has a null character; give the name as the database keeps it");
        }
    }

    /** The names, for messages. */
    @Override
    public String toString() {
        return (schema == null ? "" : schema + ".") + table + "." + column;
    }
}
