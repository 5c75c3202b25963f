package dev.bloomery.jdbc;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.jdbc.internal.connection.Database;
import dev.bloomery.jdbc.internal.dialect.Dialect;
import dev.bloomery.jdbc.internal.dialect.ServerState;
import dev.bloomery.jdbc.internal.dialect.UnfitColumn;
import dev.bloomery.jdbc.internal.locks.TableLocks;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens a {@link JdbcKeyStore}, or a {@link JdbcLoader}.
 *
 * @param <K> the type of the keys
 */
public final class JdbcKeyStoreBuilder<K> {
    private final DataSource source;
    private final KeyColumn<K> column;
    private Duration timeout = Duration.ofSeconds(10);
    private int fetchSize = 4_096;
    private @Nullable DataSource locksSource;
    private int locksSilenceMillis = TableLocks.SILENCE_MILLIS;

    JdbcKeyStoreBuilder(DataSource source, KeyColumn<K> column) {
        this.source = Objects.requireNonNull(source, "source");
        this.column = Objects.requireNonNull(column, "column");
    }

    /**
     * How long a statement, or a silence of the network, may last: ten seconds unless you say otherwise. Waiting for a connection is the data
     * source's matter.
     *
     * @param time at least a second; statements count by whole seconds
     * @return this
     */
    public JdbcKeyStoreBuilder<K> timeout(Duration time) {
        if (time.compareTo(Duration.ofSeconds(1)) < 0 || time.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException(
                    "timeout is " + time + "; use a second to a day, as Duration.ofSeconds(10)");
        }
        timeout = time;
        return this;
    }

    /**
     * How many rows a scan has in memory: 4,096 unless you say otherwise.
     *
     * @param rows at least 1
     * @return this
     */
    public JdbcKeyStoreBuilder<K> fetchSize(int rows) {
        if (rows < 1) {
            throw new IllegalArgumentException("fetchSize is " + rows + "; use at least 1, better some thousands");
        }
        fetchSize = rows;
        return this;
    }

    /**
     * Where the guard of a gate over the store takes its connection, which it keeps for as long as the gate is open: of the same data source, unless you say otherwise. Another
     * one is needed if connections go through a pooler that shares them between transactions, and useful if the pool is small.
     *
     * @param locks gives connections to the same database, for the same user or one who may do the same
     * @return this
     */
    public JdbcKeyStoreBuilder<K> locksFrom(DataSource locks) {
        locksSource = Objects.requireNonNull(locks, "locks");
        return this;
    }

    /** For tests on a busy machine, which are not about this. */
    JdbcKeyStoreBuilder<K> locksSilence(Duration time) {
        locksSilenceMillis = (int) time.toMillis();
        return this;
    }

    /**
     * Checks the column and opens the store.
     *
     * @return the store
     * @throws UnfitColumnException if the column cannot hold the keys of a gate, or does not exist; says why
     *     and what to do
     * @throws IllegalArgumentException if the connections read what is not committed
     * @throws StoreException if the database cannot be asked
     */
    public JdbcKeyStore<K> open() {
        return new JdbcKeyStore<>(keys());
    }

    /**
     * Checks the column and opens a loader of other columns of the same table, for a
     * {@link dev.bloomery.gate.LoadingGate}.
     *
     * @param columns the columns to fetch
     * @param reader makes a value of a row, in which they are numbered from 1
     * @param <V> the type of the values
     * @return the loader
     * @throws UnfitColumnException if the column cannot hold the keys of a gate, or does not exist; says why
     *     and what to do
     * @throws IllegalArgumentException if the connections read what is not committed
     * @throws StoreException if the database cannot be asked
     */
    public <V> JdbcLoader<K, V> loading(List<String> columns, RowReader<V> reader) {
        return new JdbcLoader<>(keys(), List.copyOf(columns), Objects.requireNonNull(reader, "reader"));
    }

    private JdbcKeys<K> keys() {
        try (Connection connection = source.getConnection()) {
            requireFit(connection);
            Dialect dialect = Dialect.of(connection, column.place());
            return new JdbcKeys<>(
                    column, new Database(source, dialect, timeout), dialect, fetchSize, locks(connection, dialect));
        } catch (UnfitColumn unfit) {
            throw new UnfitColumnException(unfit.explanation());
        } catch (SQLException problem) {
            throw new StoreException("the database could not be asked about " + column, problem, Outcome.NOT_DONE);
        }
    }

    private Optional<StoreLocks> locks(Connection connection, Dialect dialect) throws SQLException {
        if (locksSource == null) {
            return TableLocks.of(connection, dialect, column.place(), source, true, locksSilenceMillis);
        }
        try (Connection other = locksSource.getConnection()) {
            if (!isSameDatabase(connection, other, dialect)) {
                throw new IllegalArgumentException(
                        "locksFrom(...) gives connections to another database than that of the store, where other gates cannot see the locks;"
                                + " give connections to the same database");
            }
        }
        return TableLocks.of(connection, dialect, column.place(), locksSource, false, locksSilenceMillis);
    }

    private static boolean isSameDatabase(Connection one, Connection other, Dialect dialect) throws SQLException {
        ServerState server = dialect.serverState(one);
        ServerState otherServer = dialect.serverState(other);
        return Objects.equals(one.getCatalog(), other.getCatalog())
                && (server == null || otherServer == null || server.isOf(otherServer));
    }

    private static void requireFit(Connection connection) throws SQLException {
        Database.requireAutoCommit(connection);
        if (connection.getTransactionIsolation() == Connection.TRANSACTION_READ_UNCOMMITTED) {
            throw new IllegalArgumentException(
                    "connections read what is not committed, so that a lookup may find a key that never was; use read committed");
        }
    }
}
