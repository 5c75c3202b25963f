package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of writes to a MariaDB or a MySQL, by either driver: keys that exist, other constraints, locks, deadlocks. */
@ParameterizedClass
@EnumSource(MySqlDriver.class)
class MySqlWritesTest {
    private static final KeyColumn<String> NAME = KeyColumn.text("users", "name");

    private final MySqlDriver driver;
    private final String database = TestMariaDb.shared().newName();
    private final DataSource source;

    MySqlWritesTest(MySqlDriver driver) {
        this.driver = driver;
        source = TestMariaDb.shared().source(driver, database);
    }

    @BeforeEach
    void create() {
        TestPostgres.execute(
                source,
                "CREATE TABLE users (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) UNIQUE, mail VARCHAR(20) UNIQUE)");
    }

    private JdbcKeyStore<String> store() {
        return store(source);
    }

    private static JdbcKeyStore<String> store(DataSource source) {
        return JdbcKeyStore.over(source, NAME).timeout(Duration.ofSeconds(1)).open();
    }

    private static void assertNotDone(ThrowingCallable write, String reason) {
        assertThatThrownBy(write)
                .isInstanceOfSatisfying(
                        StoreException.class,
                        problem -> assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE))
                .hasMessageContaining(reason);
    }

    /** Both ways in which drivers let the server count rows, and statements that the server has prepared. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "useAffectedRows=false",
                "useAffectedRows=true",
                "useServerPrepStmts=true&cachePrepStmts=true&prepStmtCacheSqlLimit=2048"
            })
    void insert_keyThatExists_isFalseWithoutAnException(String settings) {
        WatchedCalls watched = new WatchedCalls(TestMariaDb.shared().source(driver, database, settings));
        JdbcKeyStore<String> store = store(watched.dataSource());
        assertThat(store.insert("ada")).isTrue();
        for (int i = 0; i < 10; i++) {
            assertThat(store.insert("ada")).isFalse();
            assertThat(store.insert("bob " + i)).isTrue();
        }
        assertThat(watched.exceptions()).isZero();
        assertThat(store.replace("ada", "bob 1")).isFalse(); // the control: here the server refuses the row
        assertThat(watched.exceptions()).isPositive();
        assertThat(store.scan(key -> {})).isEqualTo(11);
    }

    @Test
    void insert_rowThatExists_staysAsItIs() throws SQLException {
        TestPostgres.execute(
                source,
                "INSERT INTO users (name, mail) VALUES ('ada', 'a@b')",
                "CREATE TABLE log (n INT)",
                "CREATE TRIGGER t AFTER UPDATE ON users FOR EACH ROW INSERT INTO log VALUES (1)");
        assertThat(store().insert("ada")).isFalse();
        try (Connection connection = source.getConnection()) {
            assertThat(TestPostgres.number(connection, "SELECT COUNT(*) FROM users WHERE mail = 'a@b'"))
                    .isEqualTo(1);
            assertThat(TestPostgres.number(connection, "SELECT COUNT(*) FROM log"))
                    .as("what triggers did is rolled back")
                    .isZero();
        }
    }

    /** An index of another column refuses the row: that must not be taken for a key that exists. */
    @Test
    void insert_otherIndexRefusesTheRow_isNotDone() {
        TestPostgres.execute(
                source,
                "ALTER TABLE users MODIFY mail VARCHAR(20) DEFAULT 'none'",
                "INSERT INTO users (name) VALUES ('ada')");
        JdbcKeyStore<String> store = store();
        assertNotDone(() -> store.insert("bob"), "a constraint of the table, other than that of the key");
        assertThat(store.insert("ada")).isFalse();
        assertThat(store.contains("bob")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE users MODIFY mail VARCHAR(20) NOT NULL",
                "ALTER TABLE users ADD CONSTRAINT short CHECK (LENGTH(name) < 3)",
                "CREATE TRIGGER t BEFORE INSERT ON users FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'",
            })
    void insert_ruleOfTheTableRefusesTheRow_isNotDoneWithAdvice(String rule) {
        TestPostgres.execute(source, rule);
        JdbcKeyStore<String> store = store();
        assertNotDone(() -> store.insert("bobby"), "write rows with more columns in a transaction of yours");
        assertThat(store.contains("bobby")).isFalse();
    }

    @Test
    void delete_rowThatOthersReferTo_isNotDone() {
        TestPostgres.execute(
                source,
                "CREATE TABLE orders (user VARCHAR(20), FOREIGN KEY (user) REFERENCES users (name))",
                "INSERT INTO users (name) VALUES ('ada'), ('bob')",
                "INSERT INTO orders VALUES ('ada')");
        JdbcKeyStore<String> store = store();
        assertNotDone(() -> store.delete("ada"), "a constraint of the database refers to it");
        assertThat(store.contains("ada")).isTrue();
        assertThat(store.delete("bob")).isTrue();
    }

    /** A trigger, or a server that cuts what is too long instead of refusing it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TRIGGER t BEFORE INSERT ON users FOR EACH ROW SET NEW.name = UPPER(NEW.name)",
                "ALTER TABLE users MODIFY name VARCHAR(2)",
            })
    void insert_databaseStoresAnotherKey_isRolledBack(String rule) {
        TestPostgres.execute(source, rule);
        DataSource lax = TestMariaDb.shared()
                .source(driver, database, "sessionVariables=sql_mode=''&jdbcCompliantTruncation=false");
        JdbcKeyStore<String> store = store(lax);
        assertThatThrownBy(() -> store.insert("ada"))
                .isInstanceOf(StoreException.class)
                .hasStackTraceContaining("stored another key");
        assertThat(store.scan(key -> {})).isZero();
    }

    @Test
    void replace_databaseStoresAnotherKey_isRolledBack() {
        JdbcKeyStore<String> store = store();
        assertThat(store.insert("ada")).isTrue();
        TestPostgres.execute(
                source, "CREATE TRIGGER t BEFORE UPDATE ON users FOR EACH ROW SET NEW.name = UPPER(NEW.name)");
        assertThatThrownBy(() -> store.replace("ada", "eve"))
                .isInstanceOf(StoreException.class)
                .hasStackTraceContaining("stored another key");
        assertThat(store.contains("ada")).isTrue();
        assertThat(store.contains("EVE")).isFalse();
    }

    /** A row that another transaction holds: each write gives up in time, and nothing was done. */
    @Test
    void writes_rowThatAnotherTransactionHolds_timeOutAndAreNotDone() throws SQLException {
        JdbcKeyStore<String> store = store();
        assertThat(store.insert("ada")).isTrue();
        try (Connection other = source.getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM users WHERE name = 'ada' FOR UPDATE");
            statement.execute("INSERT INTO users (name) VALUES ('bob')");
            assertNotDone(() -> store.delete("ada"), "delete a key");
            assertNotDone(() -> store.insert("bob"), "insert a key");
            assertThat(store.contains("ada")).as("a lookup waits for nobody").isTrue();
            assertThat(store.contains("bob")).isFalse();
            other.rollback();
        }
        assertThat(store.delete("ada")).isTrue();
        assertThat(store.insert("bob")).isTrue();
    }

    /** The store's transaction has done less than the other one, so it is the one that the server rolls back. */
    @Test
    void replace_deadlockWithAnotherTransaction_isTriedAgain() throws Exception {
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(source, NAME).timeout(Duration.ofSeconds(20)).open();
        assertThat(store.insert("ada")).isTrue();
        assertThat(inDeadlock(() -> store.replace("ada", "eve"))).isTrue();
        assertThat(store.contains("eve")).isTrue();
        assertThat(store.contains("ada")).isFalse();
    }

    /** The control: without another try the same deadlock is an error. */
    @Test
    void update_deadlockWithAnotherTransaction_fails() {
        TestPostgres.execute(source, "INSERT INTO users (name) VALUES ('ada')");
        assertThatThrownBy(() -> inDeadlock(() -> {
                    TestPostgres.execute(source, "UPDATE users SET name = 'eve' WHERE name = 'ada'");
                    return true;
                }))
                .isInstanceOf(ExecutionException.class)
                .hasStackTraceContaining("eadlock");
    }

    private interface Write {
        boolean run();
    }

    /** Runs an update of ada to eve that has locked ada and waits for eve, which another one has that then wants ada. */
    private boolean inDeadlock(Write write) throws Exception {
        try (Connection other = source.getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO users (name) VALUES ('eve')");
            for (int i = 0; i < 50; i++) {
                statement.execute("INSERT INTO users (name) VALUES ('other " + i + "')");
            }
            CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(write::run);
            awaitALockWait();
            statement.execute("DELETE FROM users WHERE name = 'nobody' OR name = 'ada'");
            other.rollback();
            return waiting.get(30, TimeUnit.SECONDS);
        }
    }

    private void awaitALockWait() throws Exception {
        try (Connection looking = source.getConnection()) {
            for (int looks = 0; looks < 500; looks++) {
                if (TestPostgres.number(
                                looking,
                                "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = DATABASE()"
                                        + " AND INFO LIKE 'UPDATE%' OR INFO LIKE 'SET STATEMENT%UPDATE%'")
                        > 0) {
                    Thread.sleep(100); // it has begun, and waits
                    return;
                }
                Thread.sleep(10);
            }
        }
        throw new AssertionError("no update came to wait");
    }

    /** Locks that keep commits out, as those of a backup: the server says that it did not commit, and that is certain. */
    @Test
    void insert_commitsAreLockedOut_isNotDone() throws SQLException {
        WatchedCalls watched =
                new WatchedCalls(TestMariaDb.shared().source(driver, database, "sessionVariables=lock_wait_timeout=1"));
        JdbcKeyStore<String> store = JdbcKeyStore.over(watched.dataSource(), NAME)
                .timeout(Duration.ofSeconds(20))
                .open();
        try (Connection backup = source.getConnection();
                Statement lock = backup.createStatement()) {
            watched.before("commit", () -> {
                try {
                    lock.execute("FLUSH TABLES WITH READ LOCK");
                } catch (SQLException problem) {
                    throw new IllegalStateException(problem);
                }
            });
            assertNotDone(() -> store.insert("bob"), "insert a key");
            lock.execute("UNLOCK TABLES");
        }
        assertThat(store.contains("bob")).isFalse();
        assertThat(store.insert("bob")).isTrue();
    }
}
