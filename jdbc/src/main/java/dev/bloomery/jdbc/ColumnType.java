package dev.bloomery.jdbc;

import dev.bloomery.jdbc.internal.dialect.ColumnKind;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/**
 * How keys are kept in a column: the kind of the column, and the way between key and column value, which must be one to one.
 *
 * @param <K> the type of the keys
 */
public final class ColumnType<K> {
    private final ColumnKind kind;
    private final Function<? super K, ?> toColumn;
    private final Function<Object, ? extends K> fromColumn;

    private ColumnType(ColumnKind kind, Function<? super K, ?> toColumn, Function<Object, ? extends K> fromColumn) {
        this.kind = kind;
        this.toColumn = toColumn;
        this.fromColumn = fromColumn;
    }

    /**
     * Strings in a column of text that tells every two of them apart: {@code text}, {@code varchar}; in MySQL and
     * MariaDB also {@code varbinary}, as the bytes of UTF-8. A string with half a surrogate pair is in no column: it is
     * refused by writes, and never found.
     *
     * @return the type
     */
    public static ColumnType<String> text() {
        return new ColumnType<>(ColumnKind.TEXT, Function.identity(), String.class::cast);
    }

    /**
     * Whole numbers in a column of whole numbers: {@code bigint}, {@code integer}, {@code smallint}.
     *
     * @return the type
     */
    public static ColumnType<Long> int64() {
        return new ColumnType<>(ColumnKind.INT64, Function.identity(), Long.class::cast);
    }

    /**
     * UUIDs: in a column of type {@code uuid}, where the database has one; else in a text column, in lower case with
     * hyphens; in MySQL and MariaDB also in {@code binary(16)}, the most significant byte first.
     *
     * @return the type
     */
    public static ColumnType<UUID> uuid() {
        return new ColumnType<>(ColumnKind.UUID, Function.identity(), UUID.class::cast);
    }

    /**
     * Keys of another class in the same kind of column.
     *
     * @param to makes a column value of a key; equal keys give equal values, unequal ones unequal values
     * @param from makes the key of a column value again
     * @param <T> the type of the keys
     * @return the type
     */
    public <T> ColumnType<T> mapped(Function<? super T, ? extends K> to, Function<? super K, ? extends T> from) {
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(from, "from");
        return new ColumnType<>(
                kind, key -> toColumn.apply(to.apply(key)), value -> from.apply(fromColumn.apply(value)));
    }

    ColumnKind kind() {
        return kind;
    }

    /** A {@code String}, a {@code Long} or a {@code UUID}. */
    Object toColumn(K key) {
        return Objects.requireNonNull(toColumn.apply(Objects.requireNonNull(key, "key")), "column value of the key");
    }

    K fromColumn(Object value) {
        return Objects.requireNonNull(fromColumn.apply(value), "key of the column value");
    }

    /** The key of a column value as PostgreSQL casts it to text. */
    K fromText(String text) {
        return fromColumn(
                switch (kind) {
                    case TEXT -> text;
                    case INT64 -> Long.valueOf(text);
                    case UUID -> java.util.UUID.fromString(text);
                });
    }

    @Override
    public String toString() {
        return "ColumnType[" + kind.name().toLowerCase(Locale.ROOT) + "]";
    }
}
