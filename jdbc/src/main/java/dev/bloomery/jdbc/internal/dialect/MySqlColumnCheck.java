package dev.bloomery.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks a key column of MySQL or MariaDB by {@code information_schema}: engine, type, collation, padding and the unique
 * index. Drivers are not asked: that of MariaDB calls every column of text case-sensitive.
 */
final class MySqlColumnCheck {
    /** The longest text of utf8mb4 that an index of InnoDB covers: 3,072 bytes. */
    private static final int LONGEST_TEXT = 768;

    private static final int LONGEST_BYTES = 3_072;
    private static final int UUID_LENGTH = 36;
    private static final int UUID_BYTES = 16;

    /** They compare code point by code point, and a blank at the end counts. MariaDB knows both names. */
    private static final Set<String> EXACT = Set.of("utf8mb4_nopad_bin", "utf8mb4_0900_bin");

    /** Character sets in which a UUID is as it is in ASCII. */
    private static final Set<String> LIKE_ASCII = Set.of("ascii", "latin1", "utf8", "utf8mb3", "utf8mb4");

    private static final Set<String> WHOLE_NUMBERS = Set.of("tinyint", "smallint", "mediumint", "int", "bigint");
    private static final Set<String> LONG_TEXTS = Set.of("tinytext", "text", "mediumtext", "longtext");
    private static final Set<String> BLOBS = Set.of("tinyblob", "blob", "mediumblob", "longblob");

    /** Characters of one to four bytes. */
    private static final String EVERY_LENGTH = "a\u00E9\u4E2D\uD83D\uDE00";

    private static final String EVERY_LENGTH_AS_HEX = "61C3A9E4B8ADF09F9880";

    private static final String AS_COLLATED = " CHARACTER SET utf8mb4 COLLATE ";

    private final Connection connection;
    private final MySqlServer server;
    private final ColumnPlace key;

    MySqlColumnCheck(Connection connection, MySqlServer server, ColumnPlace key) {
        this.connection = connection;
        this.server = server;
        this.key = key;
    }

    /** How the column keeps the values of its kind. */
    ValueForm run() throws SQLException, UnfitColumn {
        Table table = table();
        MySqlColumn column = column(table);
        if (column.isGenerated()) {
            throw new UnfitColumn(key, "it is computed from other columns, so no key can be written to it")
                    .withAdvice(
                            "name a column that is written, and bring keys into its form before they come to the gate");
        }
        ValueForm form = switch (key.kind()) {
            case TEXT -> formOfTexts(column);
            case INT64 -> formOfNumbers(column);
            case UUID -> formOfUuids(column);
        };
        requireUnique(table, column);
        return form;
    }

    /** A table by the names that the server keeps, which may differ by upper and lower case from those that were given. */
    private record Table(String schema, String name) {
        String quoted() {
            return MySqlColumnCheck.quoted(schema) + "." + MySqlColumnCheck.quoted(name);
        }
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private Table table() throws SQLException, UnfitColumn {
        String sql = "SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, ENGINE FROM information_schema.TABLES"
                + " WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, key.schema());
            statement.setString(2, key.table());
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    Table table = new Table(row.getString(1), row.getString(2));
                    requireInnoDb(table, row.getString(3), row.getString(4));
                    return table;
                }
            }
        }
        if (key.schema() == null && defaultSchema() == null) {
            throw new UnfitColumn(key, "the connections have no default database in which its table could be")
                    .withAdvice("name the database in the URL of the data source, or by inSchema(...)");
        }
        throw UnfitColumn.noTable(key, similarTables());
    }

    private void requireInnoDb(Table table, String type, @Nullable String engine) throws UnfitColumn {
        if (!type.equals("BASE TABLE")) {
            throw new UnfitColumn(
                            key,
                            "it does not belong to an ordinary table, but to one of the type "
                                    + type.toLowerCase(Locale.ROOT))
                    .withAdvice("name a column of an ordinary table");
        }
        if (!"InnoDB".equalsIgnoreCase(engine)) {
            throw new UnfitColumn(
                            key,
                            "its table is kept by the engine " + engine
                                    + ", which has no transactions: a write that failed may have been done all the same")
                    .withAdvice("run: ALTER TABLE " + table.quoted() + " ENGINE = InnoDB");
        }
    }

    private @Nullable String defaultSchema() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT DATABASE()");
                ResultSet row = statement.executeQuery()) {
            return row.next() ? row.getString(1) : null;
        }
    }

    /** Tables of the same name but for upper and lower case: where this one was looked for, or else in other schemas. */
    private List<String> similarTables() throws SQLException {
        String sql = "SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_SCHEMA = COALESCE(?, DATABASE())"
                + " FROM information_schema.TABLES WHERE LOWER(TABLE_NAME) = LOWER(?)"
                + " AND TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys') ORDER BY 1, 2";
        List<String> here = new ArrayList<>();
        List<String> elsewhere = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, key.schema());
            statement.setString(2, key.table());
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

    private MySqlColumn column(Table table) throws SQLException, UnfitColumn {
        String sql = "SELECT COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, CHARACTER_MAXIMUM_LENGTH, CHARACTER_SET_NAME,"
                + " COLLATION_NAME, IS_NULLABLE, COLUMN_DEFAULT, EXTRA, GENERATION_EXPRESSION, COLUMN_COMMENT"
                + " FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND LOWER(COLUMN_NAME) = LOWER(?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table.schema);
            statement.setString(2, table.name);
            statement.setString(3, key.column());
            try (ResultSet row = statement.executeQuery()) {
                List<String> similar = new ArrayList<>();
                while (row.next()) {
                    if (row.getString(1).equals(key.column())) {
                        return column(table, row);
                    }
                    similar.add(UnfitColumn.quoted(row.getString(1)));
                }
                throw UnfitColumn.noColumn(key, similar);
            }
        }
    }

    private MySqlColumn column(Table table, ResultSet row) throws SQLException {
        String extra = row.getString(9).toLowerCase(Locale.ROOT);
        String expression = row.getString(10);
        return new MySqlColumn(
                table.quoted(),
                quoted(row.getString(1)),
                row.getString(2).toLowerCase(Locale.ROOT),
                row.getString(3),
                row.getLong(4),
                row.getString(5),
                row.getString(6),
                row.getString(7).equals("YES"),
                defaultSql(row.getString(8), extra),
                extra,
                expression != null && !expression.isEmpty(),
                row.getString(11));
    }

    /** MariaDB shows defaults as SQL; MySQL as values, but for expressions. */
    private @Nullable String defaultSql(@Nullable String shown, String extra) {
        if (shown == null || (server.isMariaDb() && shown.equals("NULL"))) {
            return null;
        }
        if (server.isMariaDb()) {
            return shown;
        }
        return extra.contains("default_generated") ? "(" + shown + ")" : MySqlColumn.literal(shown);
    }

    private ValueForm formOfTexts(MySqlColumn column) throws SQLException, UnfitColumn {
        String type = column.dataType();
        if (type.equals("varbinary")) {
            return ValueForm.TEXT_BYTES;
        }
        if (type.equals("varchar")) {
            if (EXACT.contains(column.collation())) {
                requireConnectionThatCarriesAllTexts();
                return ValueForm.TEXT;
            }
            throw unfit(problemOfText(column), column.changedTo(exactText(column.length())));
        }
        if (type.equals("char")) {
            throw unfit(
                    "its type is " + column.columnType() + ", which cuts blanks off the end of keys",
                    column.changedTo(exactText(column.length())));
        }
        if (type.equals("binary")) {
            throw unfit(
                    "its type is " + column.columnType() + ", which fills keys up with zero bytes",
                    column.changedTo("VARBINARY(" + column.length() + ")"));
        }
        if (LONG_TEXTS.contains(type)) {
            throw unfit(ofUnlimited(type), column.changedTo(exactText(LONGEST_TEXT)));
        }
        if (BLOBS.contains(type)) {
            throw unfit(ofUnlimited(type), column.changedTo("VARBINARY(" + LONGEST_BYTES + ")"));
        }
        throw unfit("its type is " + column.columnType() + ", which is not text", column.changedTo(exactText(255)));
    }

    /**
     * A connection of another character set turns what it cannot carry into question marks, without an error: keys
     * are then not found, and a scan comes to the same question mark again and again.
     */
    private void requireConnectionThatCarriesAllTexts() throws SQLException, UnfitColumn {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT CONVERT(? USING utf8mb4), HEX(CONVERT(? USING utf8mb4))")) {
            statement.setString(1, EVERY_LENGTH);
            statement.setString(2, EVERY_LENGTH);
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()
                        && EVERY_LENGTH.equals(row.getString(1))
                        && EVERY_LENGTH_AS_HEX.equals(row.getString(2))) {
                    return;
                }
            }
        }
        throw new UnfitColumn(
                        key, "the connections have a character set that does not carry all characters of its keys")
                .withAdvice("leave characterEncoding, and whatever sets character_set_client or character_set_results,"
                        + " out of the URL of the data source: then the driver uses utf8mb4");
    }

    private static String problemOfText(MySqlColumn column) {
        String collation = String.valueOf(column.collation());
        if (!"utf8mb4".equals(column.characterSet())) {
            return "its character set is " + column.characterSet() + ", which cannot hold all keys";
        }
        return collation.endsWith("_bin")
                ? "its collation " + collation + " does not count blanks at the end: it takes 'a' and 'a ' for equal"
                : "its collation " + collation + " takes unequal keys for equal, as 'a' and 'A'";
    }

    private static String ofUnlimited(String type) {
        return "its type is " + type + ", of which a unique index covers only the beginning, or a hash";
    }

    private String exactText(long length) {
        return "VARCHAR(" + Math.min(length, LONGEST_TEXT) + ")" + AS_COLLATED + server.exactCollation();
    }

    private ValueForm formOfNumbers(MySqlColumn column) throws UnfitColumn {
        if (!WHOLE_NUMBERS.contains(column.dataType())) {
            throw unfit(
                    "its type is " + column.columnType() + ", which holds other numbers, or none",
                    column.changedTo("BIGINT"));
        }
        if (column.dataType().equals("bigint") && column.isUnsigned()) {
            throw unfit(
                    "its type is " + column.columnType() + ", which holds numbers that are too large for a long",
                    column.changedTo("BIGINT"));
        }
        return ValueForm.NUMBER;
    }

    private ValueForm formOfUuids(MySqlColumn column) throws UnfitColumn {
        String type = column.dataType();
        if (type.equals("uuid")) {
            return ValueForm.UUID_TEXT;
        }
        if (type.equals("binary") && column.length() == UUID_BYTES) {
            return ValueForm.UUID_BYTES;
        }
        if (type.equals("varchar") && EXACT.contains(column.collation()) && column.length() >= UUID_LENGTH) {
            return ValueForm.UUID_TEXT;
        }
        boolean isText = type.equals("char") || type.equals("varchar");
        if (isText && column.length() == UUID_LENGTH) { // there is no room for a blank at the end
            if (isBinaryLikeAscii(column)) {
                return ValueForm.UUID_TEXT;
            }
            throw unfit(
                    "its collation " + column.collation() + " takes upper and lower case for equal",
                    column.changedTo(type.toUpperCase(Locale.ROOT) + "(" + UUID_LENGTH
                            + ") CHARACTER SET ascii COLLATE ascii_bin"));
        }
        throw new UnfitColumn(key, "its type is " + column.columnType() + ", which does not fit UUIDs")
                .withAdvice("use a column of the type " + (server.isMariaDb() ? "UUID, " : "")
                        + "BINARY(16), or CHAR(36) CHARACTER SET ascii COLLATE ascii_bin");
    }

    private static boolean isBinaryLikeAscii(MySqlColumn column) {
        String collation = column.collation();
        String characterSet = column.characterSet();
        return collation != null
                && collation.endsWith("_bin")
                && characterSet != null
                && LIKE_ASCII.contains(characterSet);
    }

    private UnfitColumn unfit(String reason, String statement) {
        return new UnfitColumn(key, reason).withAdvice("run: " + statement);
    }

    private void requireUnique(Table table, MySqlColumn column) throws SQLException, UnfitColumn {
        String sql = "SELECT INDEX_NAME, COLUMN_NAME, SUB_PART, INDEX_TYPE FROM information_schema.STATISTICS"
                + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND NON_UNIQUE = 0 ORDER BY INDEX_NAME, SEQ_IN_INDEX";
        Map<String, String> problems = new LinkedHashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table.schema);
            statement.setString(2, table.name);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    String index = row.getString(1);
                    problems.put(index, problems.containsKey(index) ? "of other columns as well" : problemOfPart(row));
                }
            }
        }
        if (problems.containsValue("")) {
            return;
        }
        List<String> unfit = new ArrayList<>();
        problems.forEach((index, problem) -> unfit.add(index + ": " + problem));
        throw unfit(
                "no unique index covers it alone, and as a whole"
                        + (unfit.isEmpty() ? "" : " (" + String.join(", ", unfit) + ")"),
                column.madeUnique());
    }

    private String problemOfPart(ResultSet row) throws SQLException {
        if (!key.column().equals(row.getString(2))) {
            return "of another column, or of an expression";
        }
        long prefix = row.getLong(3);
        if (!row.wasNull()) {
            return "of its first " + prefix + " characters";
        }
        return row.getString(4).equals("BTREE") ? "" : "of the type " + row.getString(4);
    }
}
