package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.CuckooSpec;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.RebuildReport;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.key.KeyEncoder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions of the user's own, over tables with more than a key, honoured through tickets. */
class OwnTransactionsTest {
    @TempDir
    Path directory;

    enum Kind {
        SQLITE,
        POSTGRES
    }

    private DataSource source(Kind kind) {
        DataSource source = kind == Kind.SQLITE
                ? TestDatabases.sqlite(directory)
                : TestPostgres.shared().dataSource(TestPostgres.shared().newSchema());
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
}
