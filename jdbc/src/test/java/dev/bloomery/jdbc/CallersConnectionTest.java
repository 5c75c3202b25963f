package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A gate that is asked inside a transaction of the caller's, on the connection of that transaction. */
class CallersConnectionTest {
    @TempDir
    Path directory;

    enum Kind {
        SQLITE,
        POSTGRES,
        H2,
        MARIADB,
        CONNECTOR_J
    }

    private DataSource source(Kind kind) {
        DataSource source = switch (kind) {
            case SQLITE -> TestDatabases.sqlite(directory);
            case POSTGRES ->
                TestPostgres.shared().dataSource(TestPostgres.shared().newSchema());
            case H2 -> TestDatabases.h2();
            case MARIADB -> ansiQuotes(MySqlDriver.MARIADB);
            case CONNECTOR_J -> ansiQuotes(MySqlDriver.CONNECTOR_J);
        };
        TestPostgres.execute(
                source,
                "CREATE TABLE \"users\" (\"name\" VARCHAR(20) PRIMARY KEY)",
                "INSERT INTO \"users\" VALUES ('ada'), ('bob')");
        return source;
    }

    private static DataSource ansiQuotes(MySqlDriver driver) {
        return TestMariaDb.shared().newDatabase(driver, "sessionVariables=sql_mode='ANSI_QUOTES'");
    }

    private static JdbcKeyStore<String> store(DataSource source) {
        return JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
    }

    private static Gate<String> gate(JdbcKeyStore<String> store) {
        return gate(store, StoreWriters.onlyThisProcess());
    }

    private static Gate<String> gate(JdbcKeyStore<String> store, StoreWriters<String> writers) {
        return Gate.over(store, KeyEncoder.utf8(), CuckooSpec.of(10_000, 0.001))
                .writers(writers)
                .openWarm(keys -> {});
    }

    private static Connection transaction(DataSource source) throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(false);
        if (!connection.getMetaData().getDatabaseProductName().equals("SQLite")) { // which has one level
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
        return connection;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void contains_ownRowsNotCommitted_areAsTheCallerSeesThem(Kind kind) throws SQLException {
        DataSource source = source(kind);
        JdbcKeyStore<String> store = store(source);
        try (Gate<String> gate = gate(store);
                Connection connection = transaction(source)) {
            try (WriteTicket<String> ticket = gate.beginWrite()) {
                ticket.adding("eve");
                execute(connection, "INSERT INTO \"users\" VALUES ('eve')");
                execute(connection, "DELETE FROM \"users\" WHERE \"name\" = 'bob'");
                ticket.deleted("bob");
                Predicate<String> own = store.on(connection);
                assertThat(gate.contains("eve", own)).isTrue();
                assertThat(gate.contains("bob", own)).isFalse();
                assertThat(gate.contains("ada", own)).isTrue();
                assertThat(gate.contains("mallory", own)).isFalse();
                assertThat(gate.contains("eve"))
                        .isFalse(); // others see what is committed, and so does the gate without a connection
                assertThat(gate.contains("bob")).isTrue();
                connection.rollback();
                ticket.rolledBack();
            }
            assertThat(gate.contains("eve")).isFalse();
            assertThat(gate.contains("bob")).isTrue();
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    /** What others commit while the transaction is open is seen: absent would be wrong. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"POSTGRES", "H2", "MARIADB", "CONNECTOR_J"})
    void contains_othersHaveCommittedMeanwhile_isSeen(Kind kind) throws SQLException {
        DataSource source = source(kind);
        JdbcKeyStore<String> store = store(source);
        try (Gate<String> gate = gate(store);
                Connection connection = transaction(source)) {
            Predicate<String> own = store.on(connection);
            assertThat(gate.contains("ada", own)).isTrue();
            assertThat(gate.addIfAbsent("eve")).isTrue();
            assertThat(gate.remove("ada")).isTrue();
            assertThat(gate.contains("eve", own)).isTrue();
            assertThat(gate.contains("ada", own)).isFalse();
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void contains_poolOfOneConnectionThatTheCallerHas_needsNoOther(Kind kind) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source(kind));
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(250);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            JdbcKeyStore<String> store = store(pool);
            StoreWriters<String> writers = StoreWriters.onlyThisProcess();
            try (Gate<String> gate = gate(store, writers.unguarded()); // a guard needs another connection
                    Connection connection = transaction(pool)) {
                assertThat(gate.contains("ada", store.on(connection))).isTrue();
                assertThatThrownBy(() -> gate.contains("ada")) // control: the pool is empty
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("no connection");
                connection.rollback();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"POSTGRES", "H2", "MARIADB", "CONNECTOR_J"})
    void on_transactionWithAnOldSnapshot_isRefused(Kind kind) throws SQLException {
        DataSource source = source(kind);
        JdbcKeyStore<String> store = store(source);
        for (int level : new int[] {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE}) {
            try (Connection connection = source.getConnection()) {
                connection.setTransactionIsolation(level);
                assertThat(store.on(connection).test("ada")).isTrue(); // each statement sees the state of its moment
                connection.setAutoCommit(false);
                assertThatThrownBy(() -> store.on(connection))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("read committed");
                connection.rollback();
            }
        }
    }

    @Test
    void on_connectionThatIsClosed_throwsAStoreException() throws SQLException {
        DataSource source = source(Kind.POSTGRES);
        JdbcKeyStore<String> store = store(source);
        Connection connection = source.getConnection();
        Predicate<String> own = store.on(connection);
        connection.close();
        assertThatThrownBy(() -> own.test("ada")).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store.on(connection)).isInstanceOf(StoreException.class);
    }
}
