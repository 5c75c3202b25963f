package dev.bloomery.jdbc.internal.feed;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.jdbc.internal.connection.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * The transactions, of all processes, that have announced keys and have not ended. Each holds a shared advisory lock, taken before it announces; the
 * server lets it go when the transaction is over and visible, or when it is rolled back because its process is gone.
 *
 * <p>So a scan can wait for them without any assumption on how long a write takes: a writer that was paused between announcement and commit holds the
 * lock all the while.
 */
public final class PostgresWriters {
    private static final long PAUSE_MILLIS = 5;
    private static final String HOLDERS = """
            SELECT virtualtransaction, pid FROM pg_catalog.pg_locks
            WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid::bigint = ? AND objid = 0
            AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())""";

    private record Holder(String transaction, int process) {}

    private final int lock;

    public PostgresWriters(PostgresChannel channel) {
        this.lock = channel.writersLock();
    }

    /** The transaction of this connection is going to announce keys. */
    public void enter(Connection transaction) throws SQLException {
        try (PreparedStatement statement = transaction.prepareStatement("SELECT pg_advisory_xact_lock_shared(?, 0)")) {
            statement.setInt(1, lock);
            statement.execute();
        }
    }

    /** Waits until all transactions have ended that had entered before this call. */
    public void awaitEntered(Database database, Duration longest) {
        int left = database.read("list the transactions that have announced keys", connection -> {
            awaitEntered(connection, longest);
            return 0;
        });
        assert left == 0;
    }

    private void awaitEntered(Connection connection, Duration longest) throws SQLException {
        long begun = System.nanoTime();
        Set<Holder> left = holders(connection);
        while (!left.isEmpty()) {
            if (System.nanoTime() - begun > longest.toNanos()) {
                throw new StoreException(
                        left.size() + " transactions that have announced keys are not over after " + longest
                                + ", among them that of server process "
                                + left.iterator().next().process
                                + "; end them, and rebuild again",
                        null);
            }
            pause();
            left.retainAll(holders(connection));
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreException(
                    "interrupted while waiting for transactions that have announced keys", interrupted);
        }
    }

    private Set<Holder> holders(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(HOLDERS)) {
            statement.setLong(1, Integer.toUnsignedLong(lock));
            Set<Holder> holders = new HashSet<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    holders.add(new Holder(rows.getString(1), rows.getInt(2)));
                }
            }
            return holders;
        }
    }
}
