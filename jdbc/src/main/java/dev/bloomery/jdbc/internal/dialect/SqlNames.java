package dev.bloomery.jdbc.internal.dialect;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * The names of a key column as they stand in SQL: always quoted, so that whatever is in them stays a name.
 *
 * @param table the table with its schema
 * @param column the column by itself
 * @param columnOfTable the column with its table before it. SQLite takes a lone quoted name that it does not know for a string; one with a table
 *     before it is an error then.
 * @param quote what stands around a name; empty if the database cannot quote
 * @param plainColumn the column as it is, not for SQL
 */
record SqlNames(String table, String column, String columnOfTable, String quote, String plainColumn) {
    /** What needs no quotes anywhere. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

    static SqlNames of(DatabaseMetaData database, ColumnPlace key) throws SQLException {
        return quotedBy(database.getIdentifierQuoteString().strip(), key);
    }

    static SqlNames quotedBy(String quote, ColumnPlace key) {
        String table = quoted(key.table(), quote);
        String column = quoted(key.column(), quote);
        String schema = key.schema();
        return new SqlNames(
                schema == null ? table : quoted(schema, quote) + "." + table,
                column,
                table + "." + column,
                quote,
                key.column());
    }

    /** Another column of the table, which has the alias k. */
    String ofAlias(String name) {
        return "k." + quoted(name, quote);
    }

    /** The key column of the table, which has the alias k. */
    String keyOfAlias() {
        return "k." + column;
    }

    /** The column by itself in other quotes. */
    String columnIn(String otherQuote) {
        return quoted(plainColumn, otherQuote);
    }

    private static String quoted(String name, String quote) {
        if (quote.isEmpty()) {
            if (!PLAIN.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "this database cannot quote names; use a table and a column whose names are letters, digits and _");
            }
            return name;
        }
        return quote + name.replace(quote, quote + quote) + quote;
    }
}
