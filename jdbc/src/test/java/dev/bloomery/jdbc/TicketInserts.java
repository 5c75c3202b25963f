package dev.bloomery.jdbc;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.testkit.store.GateStress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Inserts as a user would make them, in transactions of his own with tickets. */
record TicketInserts(Gate<String> gate, DataSource source) implements GateStress.Transactions<String> {
    @Override
    public boolean insert(String key, boolean commit) {
        try (WriteTicket<String> ticket = gate.beginWrite()) {
            ticket.adding(key);
            boolean committing = false;
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                int rows;
                boolean isMySql =
                        connection.getMetaData().getIdentifierQuoteString().equals("`");
                try (PreparedStatement statement = connection.prepareStatement(
                        isMySql
                                ? "INSERT IGNORE INTO users (name) VALUES (?)"
                                : "INSERT INTO users (name) VALUES (?) ON CONFLICT (name) DO NOTHING")) {
                    statement.setString(1, key);
                    rows = statement.executeUpdate();
                }
                if (!commit) {
                    connection.rollback();
                    ticket.rolledBack();
                    return false;
                }
                committing = true;
                connection.commit();
                ticket.committed();
                return rows == 1;
            } catch (SQLException problem) {
                if (!committing) {
                    ticket.rolledBack(); // a transaction ends with its connection
                }
                throw new StoreException(
                        "the transaction failed", problem, committing ? Outcome.UNKNOWN : Outcome.NOT_DONE);
            }
        }
    }
}
