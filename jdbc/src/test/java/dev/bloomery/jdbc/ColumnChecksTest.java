package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused when a store is opened, and what is not. A table under which unequal keys are equal would make the filter say no to keys that are there. */
class ColumnChecksTest {
    private static final KeyColumn<String> NAME = KeyColumn.text("users", "name");

    @TempDir
    Path directory;

    private static void open(DataSource source, KeyColumn<?> column) {
        assertThat(JdbcKeyStore.over(source, column).open().toString()).contains(column.toString());
    }

    private static void assertRefused(DataSource source, KeyColumn<?> column, String reason) {
        assertThatThrownBy(() -> JdbcKeyStore.over(source, column).open())
                .isInstanceOf(UnfitColumnException.class)
                .hasMessageContaining(reason)
                .hasMessageContaining(";"); // and what to do
    }

    private DataSource sqlite(String... statements) {
        DataSource source = TestDatabases.sqlite(directory);
        TestPostgres.execute(source, statements);
        return source;
    }

    private static DataSource postgres(String... statements) {
        TestPostgres postgres = TestPostgres.shared();
        DataSource source = postgres.dataSource(postgres.newSchema());
        TestPostgres.execute(source, statements);
        return source;
    }

    private static DataSource mariaDb(String... statements) {
        DataSource source = TestMariaDb.shared().newDatabase();
        TestPostgres.execute(source, statements);
        return source;
    }

    private static DataSource h2(String... statements) {
        DataSource source = TestDatabases.h2();
        TestPostgres.execute(source, statements);
        return source;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name TEXT | unique index",
                "name TEXT, other TEXT, UNIQUE (name, other) | other columns",
                "name TEXT COLLATE NOCASE PRIMARY KEY | NOCASE",
                "name TEXT COLLATE RTRIM UNIQUE | RTRIM",
                "name INTEGER PRIMARY KEY | INTEGER",
                "name NUMERIC UNIQUE | NUMERIC",
                "name REAL UNIQUE | REAL",
                "name STRING UNIQUE | NUMERIC",
                "other TEXT UNIQUE | no column",
            })
    void open_sqliteTextColumnThatIsUnfit_isRefused(String columns, String reason) {
        assertRefused(sqlite("CREATE TABLE users (" + columns + ")"), NAME, reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE UNIQUE INDEX i ON users (name) WHERE name <> '' | some rows",
                "CREATE UNIQUE INDEX i ON users (lower(name)) | other columns",
                "CREATE UNIQUE INDEX i ON users (name COLLATE NOCASE) | NOCASE",
                "CREATE INDEX i ON users (name) | unique index",
            })
    void open_sqliteIndexThatIsUnfit_isRefused(String index, String reason) {
        assertRefused(sqlite("CREATE TABLE users (name TEXT)", index), NAME, reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name TEXT PRIMARY KEY",
                "name VARCHAR(20) UNIQUE",
                "name UNIQUE",
                "name BLOB UNIQUE",
                "id INTEGER, name CLOB UNIQUE"
            })
    void open_sqliteTextColumnThatFits_isOpened(String columns) {
        open(sqlite("CREATE TABLE users (" + columns + ")"), NAME);
        open(sqlite("CREATE TABLE users (name TEXT PRIMARY KEY) WITHOUT ROWID"), NAME);
        open(sqlite("CREATE TABLE users (name ANY PRIMARY KEY) STRICT"), NAME);
        open(sqlite("CREATE TABLE \"USERS\" (\"NAME\" TEXT PRIMARY KEY)"), NAME.inSchema("main"));
    }

    @Test
    void open_sqliteNumbers_needWholeNumbers() {
        KeyColumn<Long> id = KeyColumn.int64("users", "id");
        open(sqlite("CREATE TABLE users (id INTEGER PRIMARY KEY)"), id);
        open(sqlite("CREATE TABLE users (id BIGINT PRIMARY KEY)"), id);
        open(sqlite("CREATE TABLE users (id INTEGER PRIMARY KEY) WITHOUT ROWID"), id);
        assertRefused(sqlite("CREATE TABLE users (id REAL PRIMARY KEY)"), id, "REAL");
        assertRefused(sqlite("CREATE TABLE users (id TEXT PRIMARY KEY)"), id, "TEXT");
        assertRefused(sqlite("CREATE TABLE users (id INTEGER, b INTEGER, PRIMARY KEY (id, b))"), id, "other columns");
    }

    @Test
    void open_sqliteView_isRefused() {
        assertRefused(
                sqlite("CREATE TABLE t (name TEXT PRIMARY KEY)", "CREATE VIEW users AS SELECT name FROM t"),
                NAME,
                "view");
    }

    /** A column that ignores case with an index that does not: keys are compared byte by byte all the same. */
    @Test
    void open_sqliteNocaseColumnWithBinaryIndex_tellsKeysApart() {
        DataSource source = sqlite(
                "CREATE TABLE users (name TEXT COLLATE NOCASE)",
                "CREATE UNIQUE INDEX i ON users (name COLLATE BINARY)");
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(source, NAME).fetchSize(1).open();
        assertThat(store.insert("ada")).isTrue();
        assertThat(store.contains("Ada")).isFalse();
        assertThat(store.insert("Ada")).isTrue();
        assertThat(store.containsWhich(List.of("ADA", "Ada"))).containsExactly("Ada");
        assertThat(store.scan(key -> {})).isEqualTo(2);
        assertThat(store.delete("ADA")).isFalse();
        assertThat(store.delete("Ada")).isTrue();
        assertThat(store.contains("ada")).isTrue();
    }

    /** Whatever else stands in a column of SQLite is no key. */
    @Test
    void scan_sqliteValuesOfOtherTypes_areLeftAside() {
        DataSource source = sqlite(
                "CREATE TABLE users (name UNIQUE)",
                "INSERT INTO users VALUES (1), (2.5), (NULL), (NULL), (x'61'), (x'62'), ('a'), ('b')");
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(source, NAME).fetchSize(1).open();
        assertThat(store.scan(key -> assertThat(key).isIn("a", "b"))).isEqualTo(2);
        assertThat(store.contains("1")).isFalse();
        assertThat(store.contains("a")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name text | unique index",
                "name text, other text, UNIQUE (name, other) | other columns",
                "name char(20) PRIMARY KEY | bpchar",
                "name name PRIMARY KEY | type is name",
                "name bigint PRIMARY KEY | int8",
                "name text COLLATE loose PRIMARY KEY | not deterministic",
                "name text UNIQUE DEFERRABLE | deferrable",
                "name mood UNIQUE | type is mood",
                "other text UNIQUE | no column",
                "\"NAME\" text UNIQUE | no column",
            })
    void open_postgresTextColumnThatIsUnfit_isRefused(String columns, String reason) {
        DataSource source = postgres(
                "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "CREATE TYPE mood AS ENUM ('sad', 'ok')",
                "CREATE TABLE users (" + columns + ")");
        assertRefused(source, NAME, reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE UNIQUE INDEX i ON users (name) WHERE name <> '' | some rows",
                "CREATE UNIQUE INDEX i ON users (lower(name)) | expression",
                "CREATE UNIQUE INDEX i ON users (name COLLATE loose) | another collation",
                "CREATE INDEX i ON users (name) | unique index",
            })
    void open_postgresIndexThatIsUnfit_isRefused(String index, String reason) {
        DataSource source = postgres(
                "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "CREATE TABLE users (name text)",
                index);
        assertRefused(source, NAME, reason);
    }

    @Test
    void open_postgresTablesThatHideOrMultiplyRows_areRefused() {
        assertRefused(
                postgres("CREATE TABLE users (name text PRIMARY KEY)", "CREATE TABLE more () INHERITS (users)"),
                NAME,
                "inherit");
        assertRefused(
                postgres("CREATE TABLE t (name text PRIMARY KEY)", "CREATE VIEW users AS SELECT name FROM t"),
                NAME,
                "view");
    }

    /** What is thrown at users can be named by them: in a catch clause, and in their documentation. */
    @Test
    void unfitColumnException_isPublicAndAnIllegalArgumentException() {
        assertThat(UnfitColumnException.class).isPublic();
        assertThat(IllegalArgumentException.class).isAssignableFrom(UnfitColumnException.class);
    }

    @Test
    void open_noSuchTable_saysSo() {
        for (DataSource source : List.of(sqlite(), postgres(), h2(), mariaDb())) {
            assertRefused(
                    source,
                    KeyColumn.text("nowhere", "name"),
                    "there is no table \"nowhere\", or this user may not see it; create it first");
        }
    }

    @Test
    void open_noSuchColumn_saysSo() {
        String table = "CREATE TABLE users (nickname VARCHAR(20) PRIMARY KEY)";
        for (DataSource source : List.of(sqlite(table), postgres(table), mariaDb(table))) {
            assertRefused(source, NAME, "there is no column \"name\" in table \"users\", or this user");
        }
    }

    @Test
    void open_tableInAnotherCase_isNamedExactly() {
        String there = "there is a table \"Users\": write it exactly so";
        assertRefused(postgres("CREATE TABLE \"Users\" (name text PRIMARY KEY)"), NAME, there);
        assertRefused(h2("CREATE TABLE \"Users\" (\"name\" VARCHAR(20) PRIMARY KEY)"), NAME, there);
        assertRefused(mariaDb("CREATE TABLE `Users` (name VARCHAR(20) PRIMARY KEY)"), NAME, there);
        assertRefused(h2("CREATE TABLE users (name VARCHAR(20) PRIMARY KEY)"), NAME, "\"USERS\"");
        String[] many = IntStream.range(0, 7)
                .mapToObj(n -> "CREATE TABLE \"" + (n < 4 ? "U" : "u") + (n % 4 < 2 ? "S" : "s")
                        + (n % 2 == 0 ? "E" : "e") + "RS\" (\"name\" VARCHAR(20) PRIMARY KEY)")
                .toArray(String[]::new);
        assertRefused(h2(many), NAME, ", and 2 more: write it exactly so");
        open(sqlite("CREATE TABLE \"Users\" (name TEXT PRIMARY KEY)"), NAME); // where case makes no difference
    }

    @Test
    void open_columnInAnotherCase_isNamedExactly() {
        String there = "there is a column \"Name\": write it exactly so";
        assertRefused(postgres("CREATE TABLE users (\"Name\" text PRIMARY KEY)"), NAME, there);
        assertRefused(h2("CREATE TABLE \"users\" (\"Name\" VARCHAR(20) PRIMARY KEY)"), NAME, there);
        assertRefused(mariaDb("CREATE TABLE users (`Name` VARCHAR(20) PRIMARY KEY)"), NAME, there);
        open(sqlite("CREATE TABLE users (\"Name\" TEXT PRIMARY KEY)"), NAME);
    }

    @Test
    void open_tableInAnotherSchema_isNamedExactly() {
        TestPostgres postgres = TestPostgres.shared();
        String elsewhere = postgres.newSchema();
        TestPostgres.execute(
                postgres.dataSource(elsewhere), "CREATE TABLE only_" + elsewhere + " (name text PRIMARY KEY)");
        KeyColumn<String> column = KeyColumn.text("Only_" + elsewhere, "name");
        String there = "\"" + elsewhere + "\".\"only_" + elsewhere + "\"";
        assertRefused(postgres(), column, there);
        assertRefused(postgres(), column.inSchema("nowhere"), there);
        assertRefused(
                h2("CREATE SCHEMA \"App\"", "CREATE TABLE \"App\".\"users\" (\"name\" VARCHAR(20) PRIMARY KEY)"),
                NAME,
                "\"App\".\"users\"");
    }

    @Test
    void open_postgresColumnsThatFit_areOpened() {
        open(postgres("CREATE TABLE users (name text PRIMARY KEY)"), NAME);
        open(postgres("CREATE TABLE users (name varchar(20) COLLATE \"C\" UNIQUE)"), NAME);
        open(postgres("CREATE TABLE users (name text)", "CREATE UNIQUE INDEX i ON users (name) INCLUDE (name)"), NAME);
        open(postgres("CREATE DOMAIN d AS text", "CREATE DOMAIN e AS d", "CREATE TABLE users (name e UNIQUE)"), NAME);
        open(postgres("CREATE TABLE users (name text PRIMARY KEY) PARTITION BY HASH (name)"), NAME);
        open(postgres("CREATE TABLE users (id int PRIMARY KEY)"), KeyColumn.int64("users", "id"));
        assertRefused(
                postgres("CREATE TABLE users (id numeric PRIMARY KEY)"), KeyColumn.int64("users", "id"), "numeric");
        assertRefused(postgres("CREATE TABLE users (id text PRIMARY KEY)"), KeyColumn.uuid("users", "id"), "text");
    }

    /** The extension is not everywhere; the type is refused by its name all the same. */
    @Test
    void open_postgresCitext_isRefused() throws Exception {
        DataSource source = postgres();
        if (isAvailable(source, "citext")) {
            TestPostgres.execute(
                    source, "CREATE EXTENSION IF NOT EXISTS citext", "CREATE TABLE users (name citext PRIMARY KEY)");
        } else {
            TestPostgres.execute(
                    source, "CREATE DOMAIN citext AS char(9)", "CREATE TABLE users (name citext PRIMARY KEY)");
        }
        assertRefused(source, NAME, "type is");
    }

    private static boolean isAvailable(DataSource source, String extension) throws Exception {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT 1 FROM pg_available_extensions WHERE name = '" + extension + "'")) {
            return row.next();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "VARCHAR(20) | unique index",
                "VARCHAR_IGNORECASE(20) PRIMARY KEY | case",
                "CHAR(20) PRIMARY KEY | CHARACTER",
                "BIGINT PRIMARY KEY | BIGINT",
            })
    void open_plainTextColumnThatIsUnfit_isRefused(String declaration, String reason) {
        assertRefused(h2("CREATE TABLE \"users\" (\"name\" " + declaration + ")"), NAME, reason);
    }

    @Test
    void open_plainColumns_namesAreTakenAsTheyAre() {
        assertRefused(h2("CREATE TABLE users (name VARCHAR(20) PRIMARY KEY)"), NAME, "\"USERS\"");
        assertRefused(
                h2("CREATE TABLE \"users\" (\"name\" VARCHAR, b INT, UNIQUE (\"name\", b))"), NAME, "unique index");
        open(
                h2("CREATE TABLE users (name VARCHAR(20) PRIMARY KEY)"),
                KeyColumn.text("USERS", "NAME").inSchema("PUBLIC"));
        open(h2("CREATE TABLE \"users\" (\"name\" VARCHAR(40) UNIQUE)"), KeyColumn.uuid("users", "name"));
    }

    @Test
    void open_connectionsInsideTransactions_areRefused() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(sqlite("CREATE TABLE users (name TEXT PRIMARY KEY)"));
        config.setAutoCommit(false);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            assertThatThrownBy(() -> JdbcKeyStore.over(pool, NAME).open())
                    .isInstanceOf(StoreException.class)
                    .hasStackTraceContaining("autocommit off");
        }
    }
}
