package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bloomery.gate.store.StoreException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** No exception of a store has a key in it, whatever the server or the driver says about a statement. */
@ParameterizedClass
@EnumSource(MySqlDriver.class)
class MySqlSecretsTest {
    private static final String SECRET = "secret-4711-\uD83D\uDE00";
    private static final KeyColumn<String> NAME = KeyColumn.text("users", "name");

    private final MySqlDriver driver;
    private final String database = TestMariaDb.shared().newName();

    MySqlSecretsTest(MySqlDriver driver) {
        this.driver = driver;
    }

    private DataSource source(String parameters) {
        return TestMariaDb.shared().source(driver, database, parameters);
    }

    private static String traceOf(Throwable problem) {
        StringWriter text = new StringWriter();
        problem.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** The server quotes values in messages with other codes and states than those of constraints. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALTER TABLE users MODIFY name VARCHAR(40) CHARACTER SET latin1 COLLATE latin1_bin | false",
                "ALTER TABLE users MODIFY name VARCHAR(40) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin | false",
                "ALTER TABLE users MODIFY name VARCHAR(5) | false",
                "ALTER TABLE users MODIFY name BIGINT | true",
                "ALTER TABLE users ADD CONSTRAINT c CHECK (name <> 'secret-4711-😀') | false",
                "CREATE TRIGGER t BEFORE INSERT ON users FOR EACH ROW BEGIN DECLARE m VARCHAR(99);"
                        + " SET m = CONCAT('not ', NEW.name); SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = m; END | true",
                "CREATE TRIGGER t BEFORE INSERT ON users FOR EACH ROW BEGIN DECLARE n INT; SET n = NEW.name; END | true",
            })
    void writes_serverRefusesTheKey_isNotInTheException(String change, boolean serverQuotes) {
        TestPostgres.execute(source(""), "CREATE TABLE users (name VARCHAR(40) PRIMARY KEY)");
        JdbcKeyStore<String> store = JdbcKeyStore.over(source(""), NAME).open();
        TestPostgres.execute(source(""), change);
        Throwable problem = catchThrowable(() -> store.insert(SECRET));
        assertThat(problem).isInstanceOf(StoreException.class);
        assertThat(traceOf(problem)).doesNotContain("4711");
        for (ThrowingCallable other : List.<ThrowingCallable>of(
                () -> store.contains(SECRET),
                () -> store.containsWhich(List.of(SECRET, "other")),
                () -> store.delete(SECRET),
                () -> store.replace(SECRET, SECRET + "x"))) {
            Throwable thrown = catchThrowable(other); // by some servers, for some of the columns
            assertThat(thrown == null ? "" : traceOf(thrown)).doesNotContain("4711");
        }
        String direct = traceOf(catchThrowable(() -> insertDirectly(source(""))));
        assertThat(direct.contains("4711")).as("the control: %s", direct).isEqualTo(serverQuotes);
    }

    private static void insertDirectly(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO users VALUES (?)")) {
            insert.setString(1, SECRET);
            insert.executeUpdate();
        }
    }

    /** The driver quotes a value that it cannot convert, in an exception of one kind or another. */
    @Test
    void scan_driverCannotConvertAValue_isNotInTheException() throws SQLException {
        DataSource source = source("");
        TestPostgres.execute(source, "CREATE TABLE users (name BIGINT PRIMARY KEY)");
        JdbcKeyStore<Long> store =
                JdbcKeyStore.over(source, KeyColumn.int64("users", "name")).open();
        TestPostgres.execute(
                source, "ALTER TABLE users MODIFY name VARCHAR(40)", "INSERT INTO users VALUES ('" + SECRET + "')");
        Throwable problem = catchThrowable(() -> store.scan(key -> {}));
        assertThat(problem).isInstanceOf(StoreException.class);
        assertThat(traceOf(problem)).doesNotContain("4711");
        try (Connection connection = source.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT name FROM users");
                ResultSet row = select.executeQuery()) {
            assertThat(row.next()).isTrue();
            assertThat(traceOf(catchThrowable(() -> row.getLong(1))))
                    .as("the control")
                    .contains("4711");
        }
    }

    /** Drivers can be told to append the statement to every message. */
    @Test
    void writes_driverAppendsTheStatement_isNotInTheException() throws SQLException {
        DataSource source = source("dumpQueriesOnException=true&maxQuerySizeToLog=10000");
        TestPostgres.execute(source, "CREATE TABLE users (name VARCHAR(40) PRIMARY KEY)");
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(source, NAME).timeout(Duration.ofSeconds(1)).open();
        assertThat(store.insert(SECRET)).isTrue();
        assertThat(traceOf(catchThrowable(() -> insertDirectly(source))))
                .as("the control")
                .contains("4711");
        try (Connection other = source.getConnection();
                PreparedStatement lock = other.prepareStatement("SELECT 1 FROM users FOR UPDATE")) {
            other.setAutoCommit(false);
            assertThat(lock.execute()).isTrue();
            assertThat(traceOf(catchThrowable(() -> store.delete(SECRET))))
                    .contains("StoreException")
                    .doesNotContain("4711");
            other.rollback();
        }
        TestPostgres.execute(source, "DROP TABLE users");
        assertThat(traceOf(catchThrowable(() -> store.contains(SECRET))))
                .contains("StoreException")
                .doesNotContain("4711");
        assertThat(traceOf(catchThrowable(() -> store.insert(SECRET))))
                .contains("StoreException")
                .doesNotContain("4711");
    }
}
