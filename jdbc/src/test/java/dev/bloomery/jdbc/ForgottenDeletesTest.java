package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.jdbc.internal.dialect.ServerState;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL that does not wait for the disk has keys again after a crash that were deleted. */
class ForgottenDeletesTest {
    /**
     * How often a crash is tried until it has lost a delete: the server writes to the disk every ten seconds.
     */
    private static final int TRIES = 20;

    private static TestPostgres postgres;
    private static DataSource source;

    private JdbcKeyStore<String> store;
    private DatabaseWatch watch;
    private Gate<String> gate;

    @BeforeAll
    static void start() {
        postgres = TestPostgres.start(Map.of("synchronous_commit", "off", "wal_writer_delay", "10s"));
        source = plainUser();
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    /** A user without any rights but those for the table. */
    private static DataSource plainUser() {
        String schema = postgres.newSchema();
        TestPostgres.execute(
                postgres.dataSource(schema),
                "CREATE ROLE plain LOGIN",
                "GRANT USAGE ON SCHEMA " + schema + " TO plain",
                "CREATE TABLE users (name text PRIMARY KEY)",
                "GRANT SELECT, INSERT, UPDATE, DELETE ON users TO plain",
                "CHECKPOINT");
        var plain = postgres.dataSource(schema);
        plain.setUser("plain");
        return plain;
    }

    @BeforeEach
    void open() {
        TestPostgres.execute(
                source,
                "DELETE FROM users",
                "SET synchronous_commit = on",
                "INSERT INTO users VALUES ('ada'), ('bob')");
        store = JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
        watch = DatabaseWatch.of(store);
        gate = Gate.over(store, KeyEncoder.utf8(), CuckooSpec.of(1_000, 0.001))
                .writers(StoreWriters.<String>onlyThisProcess().unguarded()) // a guard notices the crash as well
                .openWarm(keys -> {});
    }

    @AfterEach
    void close() {
        gate.close();
    }

    /**
     * Deletes a key in a transaction that does not wait for the disk, and lets the server crash, until the
     * key is there again.
     */
    private void deleteAndForget() throws SQLException {
        for (int tries = 0; tries < TRIES; tries++) {
            try (WriteTicket<String> ticket = gate.beginWrite();
                    Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                try (PreparedStatement delete = connection.prepareStatement("DELETE FROM users WHERE name = 'ada'")) {
                    assertThat(delete.executeUpdate()).isEqualTo(1);
                }
                ticket.deleted("ada");
                connection.commit();
                ticket.committed();
            }
            postgres.crash();
            if (store.contains("ada")) {
                return;
            }
            TestPostgres.execute(source, "SET synchronous_commit = on", "INSERT INTO users VALUES ('ada')");
            gate.markIncomplete();
            assertThat(gate.rebuild().keys()).isEqualTo(2);
            assertThat(watch.hasChanged()).isTrue();
        }
        throw new AssertionError("the server lost nothing in " + TRIES + " crashes");
    }

    @Test
    void hasChanged_serverHasRecoveredFromACrash_letsTheGateAskTheStore() throws SQLException {
        assertThat(watch.hasChanged()).isFalse();
        deleteAndForget();
        assertThat(watch.hasChanged()).isTrue();
        gate.markIncomplete();
        assertThat(gate.contains("ada")).isTrue();
        assertThat(gate.rebuild().keys()).isEqualTo(2);
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        assertThat(gate.contains("ada")).isTrue();
        assertThat(watch.hasChanged()).isFalse();
    }

    /** Control: why it must be watched. */
    @Test
    void contains_serverForgotADeleteAndNobodyLooks_isWronglyNo() throws SQLException {
        deleteAndForget();
        assertThat(gate.contains("ada")).isFalse();
    }

    /** The deletes of the gate itself wait for the disk, whatever the connection says. */
    @Test
    void remove_serverCrashesWithoutHavingWaited_isKept() {
        assertThat(gate.remove("ada")).isTrue();
        assertThat(gate.replace("bob", "eve")).isTrue();
        postgres.crash();
        assertThat(store.containsWhich(List.of("ada", "bob", "eve"))).containsExactly("eve");
    }

    @Test
    void hasChanged_serverWasStartedAgain_isTrue() {
        DatabaseWatch ofLoader = DatabaseWatch.of(
                JdbcKeyStore.over(source, KeyColumn.text("users", "name")).loading(List.of(), row -> true));
        postgres.stop();
        assertThatThrownBy(watch::hasChanged).isInstanceOf(StoreException.class);
        postgres.startAgain();
        assertThat(watch.hasChanged()).isTrue();
        assertThat(watch.hasChanged()).isFalse();
        assertThat(ofLoader.hasChanged()).isTrue();
    }

    @Test
    void hasChanged_standbyWasPromoted_isTrueAndTheTimelineIsAnother() throws SQLException {
        String before = timeline();
        postgres.stop();
        postgres.beStandbyNext();
        postgres.startAgain();
        assertThatThrownBy(watch::hasChanged).isInstanceOf(StoreException.class).hasStackTraceContaining("standby");
        TestPostgres.execute(postgres.dataSource(), "SELECT pg_promote()");
        assertThat(watch.hasChanged()).isTrue();
        assertThat(timeline()).isNotEqualTo(before);
    }

    private String timeline() throws SQLException {
        try (Connection connection = source.getConnection()) {
            return ServerState.ofPostgres(connection).identity().replaceFirst(".*timeline ", "");
        }
    }

    @Test
    void hasChanged_mariaDb_isFalseWhileItRuns() throws SQLException {
        DataSource database = TestMariaDb.shared().newDatabase();
        TestPostgres.execute(database, "CREATE TABLE users (name VARCHAR(20) PRIMARY KEY)");
        DatabaseWatch other = DatabaseWatch.of(
                JdbcKeyStore.over(database, KeyColumn.text("users", "name")).open());
        assertThat(other.hasChanged()).isFalse();
        try (Connection connection = database.getConnection()) {
            ServerState state = ServerState.ofMySql(connection);
            long now = TestPostgres.number(connection, "SELECT UNIX_TIMESTAMP()");
            assertThat(state.identity()).contains("port=").contains("hostname=");
            assertThat(state.startedSeconds()).isBetween(now - 86_400, now);
            assertThat(state.isOf(new ServerState(state.identity(), state.startedSeconds() + 2)))
                    .isTrue();
            assertThat(state.isOf(new ServerState(state.identity(), state.startedSeconds() + 3)))
                    .isFalse();
            assertThat(state.isOf(new ServerState("another", state.startedSeconds())))
                    .isFalse();
        }
    }

    @Test
    void of_databaseWithoutAServer_isRefused(@TempDir Path directory) {
        DataSource sqlite = TestDatabases.sqlite(directory);
        TestPostgres.execute(sqlite, "CREATE TABLE users (name TEXT PRIMARY KEY)");
        JdbcKeyStore<String> other =
                JdbcKeyStore.over(sqlite, KeyColumn.text("users", "name")).open();
        assertThatThrownBy(() -> DatabaseWatch.of(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PostgreSQL, MariaDB and MySQL");
    }
}
