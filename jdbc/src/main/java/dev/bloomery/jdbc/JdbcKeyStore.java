package dev.bloomery.jdbc;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.jdbc.internal.connection.Database;
import dev.bloomery.jdbc.internal.connection.Database.Refused;
import dev.bloomery.jdbc.internal.dialect.Dialect;
import dev.bloomery.jdbc.internal.feed.PostgresChannel;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.sql.DataSource;

/**
 * A unique column of a table as the store behind a gate.
 *
 * <pre>{@code
 * KeyStore<String> store = JdbcKeyStore.over(dataSource, KeyColumn.text("users", "name")).open();
 * Gate<String> names = Gate.over(store, KeyEncoder.utf8(), CuckooSpec.of(10_000_000, 0.01))
 *         .writers(StoreWriters.onlyThisProcess())
 *         .open();
 * }</pre>
 *
 * <ol>
 *   <li>The column is checked when the store is opened: it must be unique by an index of its own and tell
 *       every two keys apart. Rows without a key are left aside.
 *   <li>Each call takes a connection of the data source and gives it back; use a pool. Connections must come
 *       with autocommit on, and all lead to the same, current data: not to a replica that lags behind.
 *   <li>An insert sets the key column only; other columns need defaults. Rows with more are written by
 *       transactions of yours, with {@link dev.bloomery.gate.WriteTicket}.
 *   <li>A write that fails before its commit was not done; one whose commit fails is unknown. No message has
 *       a key in it.
 *   <li>The database must not forget a delete that it acknowledged: the filter has forgotten the key by then,
 *       and would say no to it for good. In PostgreSQL deletes and replaces of this store wait for the disk
 *       whatever {@code synchronous_commit} says; for what else may happen there is {@link DatabaseWatch}.
 *   <li>Nothing is kept open: after a failure of the database the next call begins anew.
 * </ol>
 *
 * <p>For any number of threads.
 *
 * @param <K> the type of the keys
 */
public final class JdbcKeyStore<K> implements KeyStore<K> {
    /** How often a write is tried whose report does not agree with what a lookup finds afterwards. */
    private static final int TRIES = 5;

    private final JdbcKeys<K> keys;
    private final JdbcKeys.Selection keyAlone;
    private final Database database;
    private final Dialect dialect;
    private final Announcing<K> announcing;

    /** Tells others of a key, in the transaction that has inserted it and is going to commit. */
    interface Announcing<K> {
        void run(Connection transaction, K key) throws SQLException;
    }

    JdbcKeyStore(JdbcKeys<K> keys) {
        this(keys, (transaction, key) -> {});
    }

    private JdbcKeyStore(JdbcKeys<K> keys, Announcing<K> announcing) {
        this.keys = keys;
        this.announcing = announcing;
        keyAlone = keys.selection(List.of());
        database = keys.database();
        dialect = keys.dialect();
    }

    /**
     * Begins a store.
     *
     * @param source gives connections to the database
     * @param column where the keys are
     * @param <K> the type of the keys
     * @return what can be set before it is opened
     */
    public static <K> JdbcKeyStoreBuilder<K> over(DataSource source, KeyColumn<K> column) {
        return new JdbcKeyStoreBuilder<>(source, column);
    }

    @Override
    public boolean contains(K key) {
        Object value = keys.value(key);
        return keys.canHold(value) && isThere(value);
    }

    private boolean isThere(Object value) {
        return keys.isThere(keyAlone, value);
    }

    /**
     * Lookups on a connection of the caller's, for
     * {@link dev.bloomery.gate.Gate#contains(Object, Predicate)}: they see what its transaction has written,
     * and need no second connection. The connection is used as it is, and stays the caller's; so what this
     * returns is for the thread that uses the connection, and ends with its transaction.
     *
     * <p>The transaction must see what others have committed meanwhile, as under read committed. In SQLite a
     * transaction sees the state of its first read until it writes: ask after its first write, or outside of
     * it.
     *
     * @param connection in a transaction, or with autocommit on; PostgreSQL is asked for the isolation level
     *     of a transaction, which is a round trip
     * @return whether a key is there, as the connection sees it; throws a {@link StoreException} if the
     *     database cannot be asked
     * @throws IllegalArgumentException if the connection is in a transaction that may see an old state, or
     *     what others have not committed
     * @throws StoreException if the connection cannot be asked
     */
    public Predicate<K> on(Connection connection) {
        Objects.requireNonNull(connection, "connection");
        int isolation = database.readOn(
                connection,
                "look at a transaction",
                asked -> asked.getAutoCommit()
                        ? Connection.TRANSACTION_READ_COMMITTED
                        : asked.getTransactionIsolation());
        if (!dialect.seesCommitted(isolation)) {
            throw new IllegalArgumentException(
                    "the transaction does not run under read committed, so it may see an old state of the table, or what never is"
                            + " committed, and a gate must not be asked in it; set the isolation level to read committed before the transaction"
                            + " begins, or ask the table by a query of yours");
        }
        return key -> {
            Object value = keys.value(key);
            return keys.canHold(value)
                    && database.readOn(connection, "look up a key", asked -> keys.isThere(asked, keyAlone, value));
        };
    }

    @Override
    public Set<K> containsWhich(Collection<? extends K> asked) {
        Set<K> found = new HashSet<>();
        keys.selectMany(keyAlone, asked, (key, row) -> found.add(key));
        return found;
    }

    @Override
    public boolean insert(K key) {
        Object value = keys.valueToWrite(key);
        return writeUnlessThere("insert a key", value, connection -> {
            boolean inserted = dialect.insert(connection, value, database.timeoutSeconds());
            return inserted && announced(connection, key);
        });
    }

    @Override
    public boolean delete(K key) {
        Object value = keys.value(key);
        if (!keys.canHold(value)) {
            return false;
        }
        try {
            for (int tries = 1; ; tries++) {
                boolean deleted = database.write(
                        "delete a key", connection -> dialect.delete(connection, value, database.timeoutSeconds()));
                if (deleted || dialect.reportsInterruptions() || !isThere(value)) {
                    return deleted;
                }
                requireFewer(tries, "delete a key");
            }
        } catch (Refused refused) {
            throw new StoreException(
                    "the row of the key may not be deleted: a constraint of the database refers to it",
                    refused.getCause(),
                    Outcome.NOT_DONE);
        }
    }

    @Override
    public boolean replace(K oldKey, K newKey) {
        Object oldValue = keys.value(oldKey);
        Object newValue = keys.valueToWrite(newKey);
        if (oldValue.equals(newValue) || !keys.canHold(oldValue)) {
            return false;
        }
        for (int tries = 1; ; tries++) {
            boolean done = writeUnlessThere("replace a key", newValue, connection -> {
                boolean replaced = dialect.replace(connection, oldValue, newValue, database.timeoutSeconds());
                return replaced && announced(connection, newKey);
            });
            if (done || dialect.reportsInterruptions() || !isThere(oldValue) || isThere(newValue)) {
                return done;
            }
            requireFewer(tries, "replace a key");
        }
    }

    private static void requireFewer(int tries, String what) {
        if (tries == TRIES) {
            throw new StoreException(
                    "the database was told to " + what + " " + tries
                            + " times, and reported no row and no error, but the key is there; look for what interrupts its statements,"
                            + " or for a trigger that suppresses them",
                    null,
                    Outcome.NOT_DONE);
        }
    }

    /** A row is refused because the key is there, or for another reason: who looks knows, unless the key has gone meanwhile. */
    private boolean writeUnlessThere(String what, Object value, Database.Task<Boolean> write) {
        for (int tries = 1; ; tries++) {
            try {
                return database.write(what, write);
            } catch (Refused refused) {
                if (isThere(value)) {
                    return false;
                }
                if (tries == TRIES) {
                    throw new StoreException(
                            "a constraint of the table, other than that of the key, did not let the database " + what
                                    + "; write rows with more columns in a transaction of yours, with gate.beginWrite()",
                            refused.getCause(),
                            Outcome.NOT_DONE);
                }
            }
        }
    }

    @Override
    public long scan(Consumer<? super K> sink) {
        return keys.scan(Objects.requireNonNull(sink, "sink"));
    }

    /**
     * True for PostgreSQL, MySQL and MariaDB, where a transaction holds its row until it has ended, and for SQLite,
     * which has one writer at a time. False for a server of a Galera cluster, or of a group with several primaries.
     *
     * @return whether a later write proves that earlier ones of the key have ended
     */
    @Override
    public boolean ordersWrites() {
        return dialect.ordersWrites();
    }

    /**
     * Where writes are ordered, by an insert that is rolled back: it waits for whoever holds the row of the
     * key, or its place in the index.
     *
     * @return true: they have ended; false: in this database that cannot be told, or a rule of the table did
     *     not let the insert come that far
     */
    @Override
    public boolean awaitEarlierWrites(K key) {
        if (!dialect.ordersWrites()) {
            return false;
        }
        Object value = keys.valueToWrite(key);
        AtomicBoolean waited = new AtomicBoolean();
        try {
            boolean unused = database.write("wait for writes of a key", connection -> {
                boolean inserted = dialect.insert(connection, value, database.timeoutSeconds());
                waited.set(inserted || keys.isThere(connection, keyAlone, value));
                return false; // nothing to commit: it is rolled back
            });
            return waited.get();
        } catch (Refused otherConstraint) {
            return false; // it may have been refused before it came to the key
        }
    }

    /**
     * The locks by which the gates over this column know of each other: advisory locks of PostgreSQL, {@code GET_LOCK} of MariaDB and MySQL, and for SQLite those of a file
     * beside the database. A gate keeps a connection for them, but not in SQLite.
     *
     * @return the locks; empty for other databases, and for those in memory
     */
    @Override
    public Optional<StoreLocks> locks() {
        return keys.locks();
    }

    private boolean announced(Connection transaction, K key) throws SQLException {
        announcing.run(transaction, key);
        return true;
    }

    /** The same store, which tells others of a key before it commits. */
    JdbcKeyStore<K> announcingBy(Announcing<K> announcing) {
        return new JdbcKeyStore<>(keys, announcing);
    }

    Database database() {
        return database;
    }

    JdbcKeys<K> keys() {
        return keys;
    }

    KeyColumn<K> column() {
        return keys.column();
    }

    /** How processes that feed each other with keys of the column find each other, in PostgreSQL. */
    PostgresChannel channel(Connection connection) throws SQLException {
        KeyColumn<K> column = keys.column();
        return PostgresChannel.of(connection, column.schema(), column.table(), column.column());
    }

    /** The names of the column; no keys. */
    @Override
    public String toString() {
        return "JdbcKeyStore[" + keys.column() + "]";
    }
}
