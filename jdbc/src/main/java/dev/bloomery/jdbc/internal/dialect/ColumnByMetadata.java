package dev.bloomery.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a key column of any database by what its driver tells. */
final class ColumnByMetadata {
    private static final Set<Integer> TEXT =
            Set.of(Types.VARCHAR, Types.LONGVARCHAR, Types.NVARCHAR, Types.LONGNVARCHAR);
    private static final Set<Integer> WHOLE_NUMBERS =
            Set.of(Types.BIGINT, Types.INTEGER, Types.SMALLINT, Types.TINYINT);

    private final Connection connection;
    private final ColumnPlace key;
    private final SqlNames names;
    private int type;

    ColumnByMetadata(Connection connection, ColumnPlace key, SqlNames names) {
        this.connection = connection;
        this.key = key;
        this.names = names;
    }

    void run() throws SQLException, UnfitColumn {
        DatabaseMetaData database = connection.getMetaData();
        String schema = key.schema() == null ? connection.getSchema() : key.schema();
        String typeName = typeOfColumn(database, schema);
        boolean fits = switch (key.kind()) {
            case TEXT -> TEXT.contains(type);
            case INT64 -> WHOLE_NUMBERS.contains(type);
            case UUID ->
                TEXT.contains(type) || typeName.toUpperCase(Locale.ROOT).equals("UUID");
        };
        if (!fits) {
            throw new UnfitColumn(key, "its type is " + typeName + ", under which unequal keys may be equal")
                    .withAdvice("use a " + wanted(key.kind()) + " column");
        }
        if (TEXT.contains(type) && (typeName.toUpperCase(Locale.ROOT).contains("IGNORECASE") || !isCaseSensitive())) {
            throw new UnfitColumn(
                            key,
                            "it does not tell upper from lower case: the filter would say no to a key that the table has")
                    .withAdvice("give it a type or collation that compares exactly");
        }
        if (!isUnique(database, schema)) {
            throw new UnfitColumn(key, "no unique index covers it alone and for all rows")
                    .withAdvice("make it the primary key or create a unique index over it");
        }
    }

    /** Whether the column is one of text. */
    boolean holdsText() {
        return TEXT.contains(type);
    }

    private static String wanted(ColumnKind kind) {
        return switch (kind) {
            case TEXT -> "VARCHAR";
            case INT64 -> "BIGINT";
            case UUID -> "UUID or VARCHAR";
        };
    }

    private String typeOfColumn(DatabaseMetaData database, @Nullable String schema) throws SQLException, UnfitColumn {
        boolean tableExists = false;
        List<String> similarColumns = new ArrayList<>();
        try (ResultSet row = database.getColumns(connection.getCatalog(), pattern(database, schema), null, null)) {
            while (row.next()) {
                if (!row.getString("TABLE_NAME").equals(key.table())) {
                    continue;
                }
                tableExists = true;
                String column = row.getString("COLUMN_NAME");
                if (column.equals(key.column())) {
                    type = row.getInt("DATA_TYPE");
                    return row.getString("TYPE_NAME");
                }
                if (column.equalsIgnoreCase(key.column())) {
                    similarColumns.add(UnfitColumn.quoted(column));
                }
            }
        }
        throw tableExists
                ? UnfitColumn.noColumn(key, similarColumns)
                : UnfitColumn.noTable(key, similarTables(database, schema));
    }

    /** Tables of the same name but for upper and lower case: where this one was looked for, or else in other schemas. */
    private List<String> similarTables(DatabaseMetaData database, @Nullable String schema) throws SQLException {
        List<String> here = new ArrayList<>();
        List<String> elsewhere = new ArrayList<>();
        try (ResultSet row = database.getTables(connection.getCatalog(), null, null, null)) {
            while (row.next()) {
                String table = row.getString("TABLE_NAME");
                String found = row.getString("TABLE_SCHEM");
                if (!table.equalsIgnoreCase(key.table()) || "INFORMATION_SCHEMA".equalsIgnoreCase(found)) {
                    continue;
                }
                if (found == null || found.equals(schema)) {
                    here.add(UnfitColumn.quoted(table));
                } else {
                    elsewhere.add(UnfitColumn.quoted(found, table));
                }
            }
        }
        return here.isEmpty() ? elsewhere : here;
    }

    /** The arguments of metadata are patterns, in which a name may look like one. */
    private static @Nullable String pattern(DatabaseMetaData database, @Nullable String name) throws SQLException {
        String escape = database.getSearchStringEscape();
        return name == null
                ? null
                : name.replace(escape, escape + escape)
                        .replace("_", escape + "_")
                        .replace("%", escape + "%");
    }

    private boolean isCaseSensitive() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                        "SELECT " + names.keyOfAlias() + " FROM " + names.table() + " k WHERE 1 = 0");
                ResultSet none = statement.executeQuery()) {
            return none.getMetaData().isCaseSensitive(1);
        }
    }

    private boolean isUnique(DatabaseMetaData database, @Nullable String schema) throws SQLException {
        Map<String, Set<String>> columns = new HashMap<>();
        Set<String> partial = new HashSet<>();
        try (ResultSet row = database.getIndexInfo(connection.getCatalog(), schema, key.table(), true, false)) {
            while (row.next()) {
                String index = row.getString("INDEX_NAME");
                if (index != null && !row.getBoolean("NON_UNIQUE")) {
                    String column = row.getString("COLUMN_NAME");
                    columns.computeIfAbsent(index, name -> new HashSet<>()).add(column == null ? "" : column);
                    if (row.getString("FILTER_CONDITION") != null) {
                        partial.add(index);
                    }
                }
            }
        }
        columns.keySet().removeAll(partial);
        return columns.containsValue(Set.of(key.column())) || isPrimaryKey(database, schema);
    }

    private boolean isPrimaryKey(DatabaseMetaData database, @Nullable String schema) throws SQLException {
        Set<String> columns = new HashSet<>();
        try (ResultSet row = database.getPrimaryKeys(connection.getCatalog(), schema, key.table())) {
            while (row.next()) {
                columns.add(row.getString("COLUMN_NAME"));
            }
        }
        return columns.equals(Set.of(key.column()));
    }
}
