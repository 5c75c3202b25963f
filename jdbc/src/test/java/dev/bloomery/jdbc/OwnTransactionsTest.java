package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions of the user's own, over tables with more than a key, honoured through tickets. */
class OwnTransactionsTest {
    @TempDir
    Path directory;

    enum Kind {
        SQLITE,
        POSTGRES,
        MARIADB,
        CONNECTOR_J
    }

    private DataSource source(Kind kind) {
        DataSource source = switch (kind) {
            case SQLITE -> TestDatabases.sqlite(directory);
            case POSTGRES ->
                TestPostgres.shared().dataSource(TestPostgres.shared().newSchema());
            case MARIADB -> TestMariaDb.shared().newDatabase(MySqlDriver.MARIADB);
            case CONNECTOR_J -> TestMariaDb.shared().newDatabase(MySqlDriver.CONNECTOR_J);
        };
        TestPostgres.execute(source, "CREATE TABLE users (id INTEGER NOT NULL, name VARCHAR(20) PRIMARY KEY)");
        return source;
    }

    private static Gate<String> gate(DataSource source) {
        return Gate.over(
                        JdbcKeyStore.over(source, KeyColumn.text("users", "name"))
                                .open(),
                        KeyEncoder.utf8(),
                        CuckooSpec.of(10_000, 0.001))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
    }

    private static int update(Connection connection, String sql, String... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    private static final String INSERT = "INSERT INTO users (id, name) VALUES (1, ?)";
    private static final String DELETE = "DELETE FROM users WHERE name = ?";

    @ParameterizedTest
    @EnumSource(Kind.class)
    void ticket_committedAndRolledBack_gateAnswersExactly(Kind kind) throws SQLException {
        DataSource source = source(kind);
        try (Gate<String> gate = gate(source);
                Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try (WriteTicket<String> ticket = gate.beginWrite()) {
                ticket.adding("ada");
                ticket.adding("bob");
                assertThat(update(connection, INSERT, "ada")).isEqualTo(1);
                assertThat(update(connection, INSERT, "bob")).isEqualTo(1);
                assertThat(gate.contains("ada")).isFalse(); // not committed yet: the store says so
                connection.commit();
                ticket.committed();
            }
            assertThat(gate.contains("ada")).isTrue();

            try (WriteTicket<String> ticket = gate.beginWrite()) {
                ticket.adding("eve");
                assertThat(update(connection, INSERT, "eve")).isEqualTo(1);
                assertThat(update(connection, DELETE, "ada")).isEqualTo(1);
                ticket.deleted("ada");
                connection.rollback();
                ticket.rolledBack();
            }
            assertThat(gate.contains("eve")).isFalse();
            assertThat(gate.contains("ada")).isTrue();

            try (WriteTicket<String> ticket = gate.beginWrite()) {
                assertThat(update(connection, DELETE, "ada")).isEqualTo(1);
                ticket.deleted("ada");
                connection.commit();
                ticket.committed();
            }
            long before = gate.statistics().storeCalls();
            assertThat(gate.contains("ada")).isFalse();
            assertThat(gate.contains("eve")).isFalse();
            assertThat(gate.statistics().storeCalls())
                    .as("both were taken out of the filter")
                    .isEqualTo(before);
            assertThat(gate.remove("bob")).isTrue();
        }
    }

    /** What would happen without: the control. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void transaction_withoutTicket_gateSaysNoWrongly(Kind kind) throws SQLException {
        DataSource source = source(kind);
        try (Gate<String> gate = gate(source);
                Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            assertThat(update(connection, INSERT, "ada")).isEqualTo(1);
            connection.commit();
            assertThat(gate.contains("ada")).isFalse();
        }
    }

    /** A commit that is still on its way when its client has given up: the row is not there yet for a delete to find, nor for a scan. */
    @Test
    void unknownTicket_commitsAfterADeleteThatFoundNothing_keyIsNotLost() throws SQLException {
        DataSource source = source(Kind.POSTGRES);
        try (Gate<String> gate = gate(source);
                Connection late = source.getConnection()) {
            late.setAutoCommit(false);
            try (WriteTicket<String> ticket = gate.beginWrite()) {
                ticket.adding("ada");
                assertThat(update(late, INSERT, "ada")).isEqualTo(1);
                ticket.unknown();
            }
            assertThat(gate.remove("ada")).isFalse();
            RebuildReport unused = gate.rebuild();
            late.commit();
            assertThat(gate.contains("ada")).isTrue();
            assertThat(gate.inDoubt()).containsExactly("ada");

            assertThat(gate.remove("ada")).isTrue();
            assertThat(gate.inDoubt()).isEmpty();
            assertThat(gate.contains("ada")).isFalse();
        }
    }

    /**
     * The store waits for the transaction whose outcome is not known; while that is open nothing is settled,
     * and afterwards the key is as it was left.
     */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void settleByStore_transactionThatIsStillOpen_waitsForIt(Kind kind) throws Exception {
        DataSource source = source(kind);
        TestPostgres.execute(source, "DROP TABLE users");
        TestPostgres.execute(source, "CREATE TABLE users (id INTEGER, name VARCHAR(20) PRIMARY KEY)");
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (Gate<String> gate = gate(source);
                Connection late = source.getConnection()) {
            late.setAutoCommit(false);
            try (WriteTicket<String> ticket = gate.beginWrite()) {
                ticket.adding("ada");
                ticket.adding("bob");
                assertThat(update(late, INSERT, "ada")).isEqualTo(1);
                ticket.unknown();
            }
            Future<Integer> settled = other.submit(gate::settleByStore);
            Thread.sleep(50); // no matter how far it has come: it must not be done
            assertThat(gate.inDoubt()).contains("ada");
            late.commit();
            int first = outcome(settled);
            assertThat(first + gate.settleByStore()).isEqualTo(2);
            assertThat(gate.inDoubt()).isEmpty();
            assertThat(gate.contains("ada")).isTrue();
            assertThat(gate.contains("bob")).as("it was rolled back").isFalse();
            assertThat(gate.remove("ada")).isTrue();
            assertThat(gate.isCertainlyAbsent("ada")).isTrue();
        } finally {
            other.shutdownNow();
        }
    }

    /** The other column refuses the insert before it comes to the key. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void settleByStore_columnWithoutDefault_settlesNothing(Kind kind) {
        try (Gate<String> gate = gate(source(kind))) {
            try (WriteTicket<String> ticket = gate.beginWrite()) {
                ticket.adding("ada");
            }
            assertThat(gate.settleByStore()).isZero();
            assertThat(gate.inDoubt()).containsExactly("ada");
        }
    }

    /** How many were settled; none if the database gave up its wait. */
    private static int outcome(Future<Integer> settled) throws Exception {
        try {
            return settled.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException problem) {
            assertThat(problem).hasCauseInstanceOf(StoreException.class);
            return 0;
        }
    }

    /**
     * A transaction that has begun, and read, before its ticket: what counts is that the filter has the key
     * before the commit.
     */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void ticket_begunAfterItsTransactionAndDuringARebuild_keyIsNotLost(Kind kind) throws SQLException {
        DataSource source = source(kind);
        try (Gate<String> gate = gate(source);
                Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            if (kind != Kind.SQLITE) { // where a transaction that has read may not be able to write
                assertThat(update(connection, "UPDATE users SET id = 2 WHERE name = ?", "nobody"))
                        .isZero();
            }
            RebuildReport unused = gate.rebuild(
                    keys -> { // when the scan is over, and before the swap
                        try (WriteTicket<String> ticket = gate.beginWrite()) {
                            ticket.adding("ada");
                            assertThat(update(connection, INSERT, "ada")).isEqualTo(1);
                            connection.commit();
                            ticket.committed();
                        } catch (SQLException problem) {
                            throw new AssertionError(problem);
                        }
                    });
            assertThat(gate.contains("ada")).isTrue();
        }
    }

    /**
     * Why the ticket must be older than the statement: an insert of another writer waits for the row that the
     * statement has deleted, and its client gives up. A ticket that began later takes the end of its
     * transaction for a proof that the insert has ended.
     */
    @ParameterizedTest
    @CsvSource({"POSTGRES, true", "POSTGRES, false", "MARIADB, true", "MARIADB, false"})
    void ticket_olderThanItsDelete_settlesNoDoubtOfAWriterThatWaitsForIt(Kind kind, boolean older) throws Exception {
        DataSource source = source(kind);
        TestPostgres.execute(source, "INSERT INTO users VALUES (1, 'ada')");
        try (Gate<String> gate = gate(source);
                Connection deleting = source.getConnection();
                Connection late = source.getConnection()) {
            deleting.setAutoCommit(false);
            late.setAutoCommit(false);
            WriteTicket<String> deletion = older ? gate.beginWrite() : null;
            assertThat(update(deleting, DELETE, "ada")).isEqualTo(1);

            WriteTicket<String> insertion = gate.beginWrite();
            insertion.adding("ada");
            CompletableFuture<Integer> insert = CompletableFuture.supplyAsync(() -> {
                try {
                    return update(late, INSERT, "ada"); // waits for the end of the other transaction
                } catch (SQLException problem) {
                    throw new AssertionError(problem);
                }
            });
            insertion.unknown();

            try (WriteTicket<String> ticket = deletion == null ? gate.beginWrite() : deletion) {
                ticket.deleted("ada");
                deleting.commit();
                ticket.committed();
            }
            assertThat(insert.get(30, TimeUnit.SECONDS)).isEqualTo(1);
            RebuildReport unused = gate.rebuild();
            late.commit();
            assertThat(gate.contains("ada")).as("false is wrong: the control").isEqualTo(older);
        }
    }

    /**
     * Repeatable read, the default of MySQL and MariaDB: a transaction with an old snapshot does not see what others
     * have committed, and a gate must not ask it by a plain query. A query that locks sees it.
     */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"MARIADB", "CONNECTOR_J"})
    void contains_inATransactionWithAnOldSnapshot_needsAQueryThatLocks(Kind kind) throws SQLException {
        DataSource source = source(kind);
        TestPostgres.execute(source, "ALTER TABLE users MODIFY id INT DEFAULT 1");
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
        try (Gate<String> gate = gate(source);
                Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            assertThat(isThere(connection, "eve", "")).isFalse(); // the snapshot begins
            assertThat(gate.addIfAbsent("eve")).isTrue();

            assertThat(gate.contains("eve")).as("on a connection of the gate").isTrue();
            assertThatThrownBy(() -> store.on(connection))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("read committed");
            assertThat(gate.contains("eve", key -> isThere(connection, key, " LOCK IN SHARE MODE")))
                    .isTrue();
            assertThat(gate.contains("eve", key -> isThere(connection, key, "")))
                    .as("wrong: the control")
                    .isFalse();

            try (WriteTicket<String> ticket = gate.beginWrite()) { // writes are not affected
                ticket.adding("bob");
                assertThat(update(connection, INSERT, "bob")).isEqualTo(1);
                assertThat(update(connection, DELETE, "eve"))
                        .as("not seen, but there")
                        .isEqualTo(1);
                ticket.deleted("eve");
                connection.commit();
                ticket.committed();
            }
            assertThat(gate.contains("bob")).isTrue();
            assertThat(gate.contains("eve")).isFalse();
        }
    }

    private static boolean isThere(Connection connection, String key, String locking) {
        try (PreparedStatement query = connection.prepareStatement("SELECT 1 FROM users WHERE name = ?" + locking)) {
            query.setString(1, key);
            try (ResultSet row = query.executeQuery()) {
                return row.next();
            }
        } catch (SQLException problem) {
            throw new AssertionError(problem);
        }
    }
}
