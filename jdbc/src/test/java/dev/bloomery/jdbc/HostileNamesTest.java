package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Names and keys that try to be SQL. */
class HostileNamesTest {
    /** Each is a table and, turned around, a column. */
    private static final List<String> NAMES = List.of(
            "a\"b",
            "\"",
            "\"\"",
            "x\" ; DROP TABLE victim; --",
            "x'; DROP TABLE victim; --",
            "select",
            "a.b",
            "a b",
            "a%_",
            "`[]`",
            "?",
            "$1",
            "Ünïcödé",
            "k");

    @TempDir
    Path directory;

    enum Kind {
        SQLITE,
        POSTGRES,
        H2,
        MARIADB,
        CONNECTOR_J
    }

    private final List<HikariDataSource> pools = new ArrayList<>();

    @AfterEach
    void closePools() {
        pools.forEach(HikariDataSource::close);
    }

    private DataSource source(Kind kind) {
        HikariDataSource pool = TestPostgres.pool(unpooled(kind), 2);
        pools.add(pool);
        return pool;
    }

    private DataSource unpooled(Kind kind) {
        return switch (kind) {
            case SQLITE -> TestDatabases.sqlite(directory);
            case POSTGRES ->
                TestPostgres.shared().dataSource(TestPostgres.shared().newSchema());
            case H2 -> TestDatabases.h2();
            case MARIADB -> TestMariaDb.shared().newDatabase(MySqlDriver.MARIADB);
            case CONNECTOR_J -> TestMariaDb.shared().newDatabase(MySqlDriver.CONNECTOR_J);
        };
    }

    private static String quoted(Kind kind, String name) {
        String quote = kind == Kind.MARIADB || kind == Kind.CONNECTOR_J ? "`" : "\"";
        return quote + name.replace(quote, quote + quote) + quote;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everything_hostileNames_areNames(Kind kind) {
        DataSource source = source(kind);
        TestPostgres.execute(source, "CREATE TABLE victim (x INTEGER)");
        for (int i = 0; i < NAMES.size(); i++) {
            String table = NAMES.get(i);
            String column = NAMES.get(NAMES.size() - 1 - i);
            TestPostgres.execute(
                    source,
                    "CREATE TABLE " + quoted(kind, table) + " (" + quoted(kind, column) + " VARCHAR(700) PRIMARY KEY, "
                            + quoted(kind, "v" + column) + " VARCHAR(20))");
            useAll(source, KeyColumn.text(table, column));
        }
        TestPostgres.execute(source, "INSERT INTO victim VALUES (1)");
    }

    private static void useAll(DataSource source, KeyColumn<String> column) {
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(source, column).fetchSize(2).open();
        JdbcLoader<String, Boolean> loader = JdbcKeyStore.over(source, column)
                .loading(List.of("v" + column.column()), row -> row.getString(1) == null);
        List<String> keys = List.of("'", "x'; DROP TABLE victim; --", "\"", "a");
        for (String key : keys) {
            assertThat(store.insert(key)).isTrue();
            assertThat(store.contains(key)).isTrue();
            assertThat(loader.load(key)).contains(true);
        }
        assertThat(store.contains("b")).isFalse();
        assertThat(store.containsWhich(List.of("a", "'", "none", "v" + column.column())))
                .containsExactlyInAnyOrder("a", "'");
        assertThat(store.scan(key -> assertThat(key).isIn(keys))).isEqualTo(keys.size());
        assertThat(loader.loadAll(keys)).hasSize(keys.size());
        assertThat(store.replace("a", "b")).isTrue();
        assertThat(store.replace("b", "'")).isFalse();
        assertThat(store.delete("b")).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void open_nameThatDoesNotExist_isRefusedWithoutHarm(Kind kind) {
        DataSource source = source(kind);
        TestPostgres.execute(source, "CREATE TABLE victim (x INTEGER)");
        for (String name : NAMES) {
            assertThatThrownBy(() -> JdbcKeyStore.over(source, KeyColumn.text(name, name))
                            .open())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("there is no ");
        }
        TestPostgres.execute(source, "INSERT INTO victim VALUES (1)");
    }

    /** SQLite takes a quoted name that it does not know for a string; then no key would be found, and nothing would fail. */
    @Test
    void contains_columnThatIsGone_fails() {
        DataSource source = source(Kind.SQLITE);
        TestPostgres.execute(
                source, "CREATE TABLE users (id INTEGER, name TEXT)", "CREATE UNIQUE INDEX i ON users (name)");
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
        assertThat(store.insert("ada")).isTrue();
        TestPostgres.execute(source, "DROP INDEX i", "ALTER TABLE users DROP COLUMN name");
        assertThatThrownBy(() -> store.contains("ada")).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.containsWhich(List.of("ada", "name"))).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.delete("name")).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.scan(key -> {})).isInstanceOf(StoreException.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"SQLITE", "POSTGRES", "MARIADB", "CONNECTOR_J"})
    void everything_halfASurrogatePair_isInNoDatabase(Kind kind) {
        DataSource source = source(kind);
        TestPostgres.execute(source, "CREATE TABLE users (name VARCHAR(20) PRIMARY KEY)");
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
        assertThat(store.insert("a?")).isTrue(); // what drivers make of it
        for (String half : List.of("a\uD800", "a\uDC00", "a\uDC00\uD800")) {
            assertThat(store.contains(half)).isFalse();
            assertThat(store.containsWhich(List.of(half, "a?"))).containsExactly("a?");
            assertThat(store.delete(half)).isFalse();
            assertNotDone(() -> store.insert(half));
            assertNotDone(() -> store.replace("a?", half));
        }
        assertThat(store.contains("a?")).isTrue();
    }

    @Test
    void everything_nullCharacter_isTakenWhereTheDatabaseCan() throws SQLException {
        DataSource postgres = source(Kind.POSTGRES);
        TestPostgres.execute(postgres, "CREATE TABLE users (name text PRIMARY KEY)");
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(postgres, KeyColumn.text("users", "name")).open();
        assertThat(store.contains("a\0b")).isFalse();
        assertNotDone(() -> store.insert("a\0b"));

        DataSource sqlite = source(Kind.SQLITE);
        TestPostgres.execute(sqlite, "CREATE TABLE users (name TEXT PRIMARY KEY)");
        JdbcKeyStore<String> other =
                JdbcKeyStore.over(sqlite, KeyColumn.text("users", "name")).open();
        assertThat(other.insert("a")).isTrue();
        assertThat(other.contains("a\0b")).isFalse();
        assertThat(other.insert("a\0b")).isTrue();
        assertThat(other.contains("a\0b")).isTrue();
        assertThat(other.contains("a")).isTrue();
    }

    private static void assertNotDone(Runnable write) {
        assertThatThrownBy(write::run)
                .isInstanceOfSatisfying(
                        StoreException.class,
                        problem -> assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE));
    }

    /** Databases quote the values that they refuse. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void insert_refusedKey_isNotInTheStackTrace(Kind kind) {
        DataSource source = source(kind);
        TestPostgres.execute(
                source,
                "CREATE TABLE " + quoted(kind, "users") + " (" + quoted(kind, "name")
                        + " VARCHAR(20) PRIMARY KEY CHECK (" + quoted(kind, "name") + " <> 'secret-4711'), "
                        + quoted(kind, "n") + " VARCHAR(20) DEFAULT 'x' NOT NULL)");
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
        assertThat(store.insert("public")).isTrue();
        for (Runnable write :
                List.<Runnable>of(() -> store.insert("secret-4711"), () -> store.replace("public", "secret-4711"))) {
            assertThatThrownBy(write::run).isInstanceOfSatisfying(StoreException.class, problem -> {
                assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE);
                assertThat(problem).hasMessageContaining("constraint");
                assertThat(org.assertj.core.util.Throwables.getStackTrace(problem))
                        .doesNotContain("4711");
            });
        }
        assertThat(store.contains("public")).isTrue();
    }

    /** A trigger that writes keys in another way would let the filter say no to what is stored. */
    @Test
    void insert_triggerThatChangesKeys_isNotDone() throws SQLException {
        DataSource postgres = source(Kind.POSTGRES);
        TestPostgres.execute(
                postgres,
                "CREATE TABLE users (name text PRIMARY KEY)",
                "CREATE FUNCTION small() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.name := lower(NEW.name); RETURN NEW; END'",
                "CREATE TRIGGER small BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION small()");
        assertChangesAreNotDone(postgres);
        DataSource sqlite = source(Kind.SQLITE);
        TestPostgres.execute(
                sqlite,
                "CREATE TABLE users (name TEXT PRIMARY KEY)",
                "CREATE TRIGGER small AFTER INSERT ON users BEGIN UPDATE users SET name = lower(name) WHERE name = NEW.name; END",
                "CREATE TRIGGER smaller AFTER UPDATE ON users BEGIN UPDATE users SET name = lower(name) WHERE name = NEW.name; END");
        assertChangesAreNotDone(sqlite);
    }

    private static void assertChangesAreNotDone(DataSource source) throws SQLException {
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
        assertThat(store.insert("ada")).isTrue();
        assertNotDone(() -> store.insert("Bob"));
        assertNotDone(() -> store.replace("ada", "Bob"));
        assertThat(rows(source)).isEqualTo(1);
        assertThat(store.contains("ada")).isTrue();
    }

    private static int rows(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM users")) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Of a database that is not known well: a column that compares loosely is found out when a key is used. */
    @Test
    void everything_plainColumnThatComparesLoosely_failsInsteadOfAnsweringWrongly() throws SQLException {
        DataSource source = source(Kind.H2);
        TestPostgres.execute(source, "CREATE TABLE \"users\" (\"name\" VARCHAR(20) PRIMARY KEY)");
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
        assertThat(store.insert("ada")).isTrue();
        TestPostgres.execute(source, "ALTER TABLE \"users\" ALTER COLUMN \"name\" VARCHAR_IGNORECASE(20)");
        assertThatThrownBy(() -> store.contains("Ada")).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.containsWhich(List.of("Ada", "Bob"))).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.insert("Ada")).isInstanceOf(StoreException.class);
        assertNotDone(() -> store.delete("Ada"));
        assertNotDone(() -> store.replace("Ada", "Bob"));
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT \"name\" FROM \"users\"");
                ResultSet row = statement.executeQuery()) {
            row.next();
            assertThat(row.getString(1)).isEqualTo("ada");
        }
    }
}
