package dev.bloomery.jdbc;

import dev.bloomery.jdbc.internal.dialect.ServerState;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Notices that the server of a table is not the one of before: it was started again, has recovered from a
 * crash, or another one has taken over. Such a server may have lost deletes that it had acknowledged, and so
 * have keys again that a filter has forgotten.
 *
 * <pre>{@code
 * DatabaseWatch watch = DatabaseWatch.of(store);       // before the gate is opened
 * ...
 * if (watch.hasChanged()) {                            // every second, say
 *     gate.markIncomplete();                           // and rebuild, or let a RebuildPolicy do it
 * }
 * }</pre>
 *
 * <p>For PostgreSQL, MariaDB and MySQL. A look takes a connection and a query or two, which every user may
 * send; lookups of the gate cost nothing more. Between a change and the next look a <i>no</i> may be older
 * than the change. A server that loses no commit that it acknowledged needs no watch, and neither does a gate
 * with a {@link PostgresFeed}, which is told by its broken connection. For any number of threads.
 */
public final class DatabaseWatch {
    private final JdbcKeys<?> keys;
    private final ReentrantLock looking = new ReentrantLock();
    private ServerState known;

    private DatabaseWatch(JdbcKeys<?> keys) {
        this.keys = keys;
        this.known = keys.serverState();
    }

    /**
     * Looks at the server for the first time.
     *
     * @param store a store over a table of the server
     * @return the watch
     * @throws IllegalArgumentException if the database does not tell what is needed
     * @throws dev.bloomery.gate.store.StoreException if the server cannot be asked, or is a standby
     */
    public static DatabaseWatch of(JdbcKeyStore<?> store) {
        return new DatabaseWatch(Objects.requireNonNull(store, "store").keys());
    }

    /**
     * Looks at the server for the first time.
     *
     * @param loader a loader from a table of the server
     * @return the watch
     * @throws IllegalArgumentException if the database does not tell what is needed
     * @throws dev.bloomery.gate.store.StoreException if the server cannot be asked, or is a standby
     */
    public static DatabaseWatch of(JdbcLoader<?, ?> loader) {
        return new DatabaseWatch(Objects.requireNonNull(loader, "loader").keys());
    }

    /**
     * Looks again.
     *
     * @return true: it is not the server of the last look, or it was started again or has recovered since
     * @throws dev.bloomery.gate.store.StoreException if the server cannot be asked, or is a standby; the next look
     *     compares with the last one that succeeded
     */
    public boolean hasChanged() {
        looking.lock();
        try {
            ServerState now = keys.serverState();
            boolean changed = !now.isOf(known);
            known = now;
            return changed;
        } finally {
            looking.unlock();
        }
    }
}
