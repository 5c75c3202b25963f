package dev.bloomery.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks a key column of PostgreSQL by the catalog: type, collation, the unique index, and what hides rows. */
final class PostgresColumnCheck {
    private final Connection connection;
    private final ColumnPlace key;
    private final SqlNames names;

    PostgresColumnCheck(Connection connection, ColumnPlace key, SqlNames names) {
        this.connection = connection;
        this.key = key;
        this.names = names;
    }

    void run() throws SQLException, UnfitColumn {
        long table = table();
        Column column = column(table);
        requireType(column);
        if (!column.deterministic) {
            throw new UnfitColumn(key, "its collation is not deterministic: unequal keys are equal in it")
                    .withAdvice("give it a deterministic collation, as \"C\"");
        }
        requireUnique(table, column);
    }

    private record Column(int number, long type, long collation, boolean deterministic) {}

    private long table() throws SQLException, UnfitColumn {
        String sql = "SELECT c.oid, c.relkind::text, c.relhassubclass, pg_catalog.row_security_active(c.oid)"
                + " FROM pg_catalog.pg_class c WHERE c.oid = pg_catalog.to_regclass(?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, names.table());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw UnfitColumn.noTable(key, similarTables());
                }
                String relation = row.getString(2);
                if (!relation.equals("r") && !relation.equals("p")) {
                    throw new UnfitColumn(key, "it does not belong to a table but to a view or another relation")
                            .withAdvice("name a column of a table");
                }
                if (relation.equals("r") && row.getBoolean(3)) {
                    throw new UnfitColumn(
                                    key, "other tables inherit from its table, and no index is unique over them all")
                            .withAdvice("use a table without children, or a partitioned one");
                }
                if (row.getBoolean(4)) {
                    throw new UnfitColumn(key, "row security hides rows of its table from this user")
                            .withAdvice("use a user who bypasses row security");
                }
                return row.getLong(1);
            }
        }
    }

    /** Tables of the same name but for upper and lower case: where this one was looked for, or else in other schemas. */
    private List<String> similarTables() throws SQLException {
        String sql =
                "SELECT n.nspname, c.relname, n.nspname = ? OR (?::text IS NULL AND pg_catalog.pg_table_is_visible(c.oid))"
                        + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
                        + " WHERE lower(c.relname) = lower(?) AND c.relkind IN ('r', 'p')"
                        + " AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND NOT pg_catalog.pg_is_other_temp_schema(n.oid)"
                        + " ORDER BY 1, 2";
        List<String> here = new ArrayList<>();
        List<String> elsewhere = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, key.schema());
            statement.setString(2, key.schema());
            statement.setString(3, key.table());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    if (row.getBoolean(3)) {
                        here.add(UnfitColumn.quoted(row.getString(2)));
                    } else {
                        elsewhere.add(UnfitColumn.quoted(row.getString(1), row.getString(2)));
                    }
                }
            }
        }
        return here.isEmpty() ? elsewhere : here;
    }

    private List<String> similarColumns(long table) throws SQLException {
        String sql = "SELECT attname FROM pg_catalog.pg_attribute"
                + " WHERE attrelid = ? AND lower(attname) = lower(?) AND attnum > 0 AND NOT attisdropped";
        List<String> similar = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, table);
            statement.setString(2, key.column());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    similar.add(UnfitColumn.quoted(row.getString(1)));
                }
            }
        }
        return similar;
    }

    private Column column(long table) throws SQLException, UnfitColumn {
        String sql =
                "SELECT a.attnum, a.atttypid, a.attcollation, coalesce(l.collisdeterministic, true) FROM pg_catalog.pg_attribute a"
                        + " LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation"
                        + " WHERE a.attrelid = ? AND a.attname = ? AND a.attnum > 0 AND NOT a.attisdropped";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, table);
            statement.setString(2, key.column());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw UnfitColumn.noColumn(key, similarColumns(table));
                }
                return new Column(row.getInt(1), row.getLong(2), row.getLong(3), row.getBoolean(4));
            }
        }
    }

    /** A domain counts as what it is made of. */
    private void requireType(Column column) throws SQLException, UnfitColumn {
        String sql = "WITH RECURSIVE b AS (SELECT t.* FROM pg_catalog.pg_type t WHERE t.oid = ?"
                + " UNION ALL SELECT t.* FROM b JOIN pg_catalog.pg_type t ON b.typtype = 'd' AND t.oid = b.typbasetype)"
                + " SELECT typname, typnamespace = 'pg_catalog'::regnamespace FROM b WHERE typtype <> 'd'";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, column.type);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                String name = row.getString(1);
                if (!row.getBoolean(2) || !fitting(key.kind()).contains(name)) {
                    throw new UnfitColumn(
                                    key,
                                    "its type is " + name
                                            + ", under which unequal keys may be equal, or which holds other keys")
                            .withAdvice("use a column of type " + key.kind().postgresName());
                }
            }
        }
    }

    /** Not bpchar, which pads, nor name, which cuts. */
    private static Set<String> fitting(ColumnKind kind) {
        return switch (kind) {
            case TEXT -> Set.of("text", "varchar");
            case INT64 -> Set.of("int2", "int4", "int8");
            case UUID -> Set.of("uuid");
        };
    }

    private void requireUnique(long table, Column column) throws SQLException, UnfitColumn {
        String sql =
                "SELECT r.relname, i.indnkeyatts = 1 AND i.indkey[0] = ?, i.indpred IS NULL, i.indisvalid AND i.indisready AND i.indislive,"
                        + " i.indimmediate, i.indcollation[0] = ? FROM pg_catalog.pg_index i"
                        + " JOIN pg_catalog.pg_class r ON r.oid = i.indexrelid JOIN pg_catalog.pg_am m ON m.oid = r.relam"
                        + " WHERE i.indrelid = ? AND i.indisunique AND m.amname = 'btree'";
        List<String> unfit = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, column.number);
            statement.setLong(2, column.collation);
            statement.setLong(3, table);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    String problem = problemOfIndex(row);
                    if (problem.isEmpty()) {
                        return;
                    }
                    unfit.add(row.getString(1) + ": " + problem);
                }
            }
        }
        throw new UnfitColumn(
                        key,
                        "no unique index covers it alone, for all rows and at once"
                                + (unfit.isEmpty() ? "" : " (" + String.join(", ", unfit) + ")"))
                .withAdvice("make it the primary key or create a unique index over it");
    }

    private static String problemOfIndex(ResultSet row) throws SQLException {
        if (!row.getBoolean(2)) {
            return "of other columns, or of an expression";
        }
        if (!row.getBoolean(3)) {
            return "of some rows";
        }
        if (!row.getBoolean(4)) {
            return "not valid";
        }
        if (!row.getBoolean(5)) {
            return "deferrable";
        }
        return row.getBoolean(6) ? "" : "of another collation";
    }
}
