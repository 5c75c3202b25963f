package dev.bloomery.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Checks a key column of SQLite: affinity, which may change what is stored, and a unique index that compares byte by byte. */
final class SqliteColumnCheck {
    private final Connection connection;
    private final ColumnPlace key;
    private final @Nullable String schema;

    SqliteColumnCheck(Connection connection, ColumnPlace key) {
        this.connection = connection;
        this.key = key;
        this.schema = key.schema();
    }

    void run() throws SQLException, UnfitColumn {
        Table table = table();
        Column column = column();
        String affinity = affinity(column.declaredType, table.strict);
        boolean fits = key.kind() == ColumnKind.INT64
                ? affinity.equals("INTEGER")
                : affinity.equals("TEXT") || affinity.equals("BLOB");
        if (!fits) {
            throw new UnfitColumn(
                            key,
                            "it is declared as '" + column.declaredType + "', whose affinity is " + affinity
                                    + ": SQLite would change keys as it stores them")
                    .withAdvice("declare it " + (key.kind() == ColumnKind.INT64 ? "INTEGER" : "TEXT"));
        }
        List<String> unfit = new ArrayList<>();
        if (!hasUniqueIndex(column, table, unfit)) {
            throw new UnfitColumn(
                            key,
                            "no unique index covers it alone, for all rows and byte by byte"
                                    + (unfit.isEmpty() ? "" : " (" + String.join(", ", unfit) + ")"))
                    .withAdvice("make it the primary key, or create a unique index over it, COLLATE BINARY");
        }
    }

    private record Table(boolean strict, boolean withoutRowid) {}

    private record Column(String name, String declaredType, boolean onlyPrimaryKey) {}

    private Table table() throws SQLException, UnfitColumn {
        // a table without schema is looked for in this order
        String sql =
                "SELECT type, strict, wr FROM pragma_table_list WHERE lower(name) = lower(?) AND (? IS NULL OR lower(schema) = lower(?))"
                        + " ORDER BY schema = 'temp' DESC, schema = 'main' DESC";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, key.table());
            statement.setString(2, schema);
            statement.setString(3, schema);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw UnfitColumn.noTable(key, List.of());
                }
                String type = row.getString(1);
                if (!type.equals("table")) {
                    throw new UnfitColumn(key, "it belongs to a " + type).withAdvice("name a column of a table");
                }
                return new Table(row.getBoolean(2), row.getBoolean(3));
            }
        }
    }

    private Column column() throws SQLException, UnfitColumn {
        Column found = null;
        int primaryKeys = 0;
        boolean isPrimaryKey = false;
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT name, type, pk FROM pragma_table_xinfo(?, ?)")) {
            statement.setString(1, key.table());
            statement.setString(2, schema);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    boolean primaryKey = row.getInt(3) > 0;
                    primaryKeys += primaryKey ? 1 : 0;
                    if (row.getString(1).equalsIgnoreCase(key.column())) {
                        isPrimaryKey = primaryKey;
                        found = new Column(row.getString(1), row.getString(2), false);
                    }
                }
            }
        }
        if (found == null) {
            throw UnfitColumn.noColumn(key, List.of());
        }
        return new Column(found.name, found.declaredType, isPrimaryKey && primaryKeys == 1);
    }

    /** The rules of SQLite, in their order. */
    static String affinity(String declaredType, boolean strict) {
        String type = declaredType.toUpperCase(Locale.ROOT);
        if (type.contains("INT")) {
            return "INTEGER";
        }
        if (type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT")) {
            return "TEXT";
        }
        if (type.contains("BLOB") || type.isEmpty() || (strict && type.equals("ANY"))) {
            return "BLOB";
        }
        return type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") ? "REAL" : "NUMERIC";
    }

    private boolean hasUniqueIndex(Column column, Table table, List<String> unfit) throws SQLException {
        boolean found = false;
        boolean ofPrimaryKey = false;
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT name, partial, origin FROM pragma_index_list(?, ?) WHERE \"unique\"")) {
            statement.setString(1, key.table());
            statement.setString(2, schema);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    ofPrimaryKey |= row.getString(3).equals("pk");
                    String problem = problemOfIndex(row.getString(1), row.getBoolean(2), column);
                    if (problem.isEmpty()) {
                        found = true;
                    } else {
                        unfit.add(row.getString(1) + ": " + problem);
                    }
                }
            }
        }
        // an INTEGER PRIMARY KEY is the row id, which needs no index
        return found || (column.onlyPrimaryKey && !ofPrimaryKey && !table.withoutRowid);
    }

    private String problemOfIndex(String index, boolean partial, Column column) throws SQLException {
        int columns = 0;
        boolean ofKey = false;
        String collation = "";
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT name, coll FROM pragma_index_xinfo(?, ?) WHERE \"key\" = 1")) {
            statement.setString(1, index);
            statement.setString(2, schema);
            try (ResultSet row = statement.executeQuery()) {
                for (; row.next(); columns++) {
                    ofKey |= column.name.equals(row.getString(1)); // an expression has no name
                    collation = row.getString(2);
                }
            }
        }
        if (columns != 1 || !ofKey) {
            return "of other columns";
        }
        if (partial) {
            return "of some rows";
        }
        return key.kind() == ColumnKind.INT64 || collation.equalsIgnoreCase("BINARY") ? "" : "compares by " + collation;
    }
}
