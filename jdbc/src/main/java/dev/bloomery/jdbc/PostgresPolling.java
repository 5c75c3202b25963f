package dev.bloomery.jdbc;

import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.jdbc.internal.feed.PostgresChannel;
import dev.bloomery.jdbc.internal.feed.PostgresMoment;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Hears of keys that others have inserted into a table of PostgreSQL by looking for new rows, where they neither know of feeds nor may have a trigger.
 *
 * <pre>{@code
 * PostgresPolling<String> others = PostgresPolling.of(store, "written", Duration.ofSeconds(1));
 * Gate<String> names = Gate.over(store, KeyEncoder.utf8(), BloomSpec.of(10_000_000, 0.01))
 *         .writers(StoreWriters.fedBy(others, Duration.ZERO))
 *         .open();
 * }</pre>
 *
 * <ol>
 *   <li><b>Not exact, but late by a bounded time</b>: for less than the given staleness after a commit a gate may still say no. If it cannot look in
 *       time, it asks the store.
 *   <li>The table has a column of type {@code xid8} with the transaction that wrote the row: {@link #columnSql}. A number from a sequence would not do:
 *       numbers are given out before the commit, so that a smaller one may appear after a larger one.
 *   <li>Whoever changes a key must set that column to its default again.
 *   <li>Each look reads again what was written since the oldest transaction that was open at the look before. A transaction that is open for hours makes
 *       that long.
 *   <li>A failed look loses nothing: the next one begins where the last that succeeded ended.
 * </ol>
 *
 * <p>For any number of gates and threads.
 *
 * @param <K> the type of the keys
 */
public final class PostgresPolling<K> implements KeyFeed<K> {
    private static final System.Logger LOG = System.getLogger("dev.bloomery");
    private static final int LOOKS_A_STALENESS = 4;

    private final JdbcKeyStore<K> store;
    private final String table;
    private final String written;
    private final String look;
    private final long staleMillis;

    private PostgresPolling(JdbcKeyStore<K> store, String table, String written, long staleMillis) {
        this.store = store;
        this.table = table;
        this.written = PostgresChannel.quoted(written);
        this.staleMillis = staleMillis;
        String key = "k." + PostgresChannel.quoted(store.column().column());
        // one statement is one snapshot: the horizon is that of the rows
        look = "SELECT now.horizon::text, k.%1$s::text, %2$s::text FROM".formatted(this.written, key)
                + " (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon) AS now"
                + " LEFT JOIN %1$s AS k ON k.%2$s >= ?::xid8 AND %3$s IS NOT NULL".formatted(table, this.written, key);
    }

    /**
     * Looks for new rows.
     *
     * @param store the store over the table, in PostgreSQL 13 or newer
     * @param written the column with the transaction that wrote the row
     * @param staleness for how long after a commit a gate may say no; at least 10 milliseconds. A look is taken four times as often
     * @param <K> the type of the keys
     * @return the feed
     * @throws IllegalArgumentException if the column is missing, not of type xid8, or may be null
     * @throws dev.bloomery.gate.store.StoreException if the database cannot be asked
     */
    public static <K> PostgresPolling<K> of(JdbcKeyStore<K> store, String written, Duration staleness) {
        Objects.requireNonNull(written, "written");
        if (staleness.compareTo(Duration.ofMillis(10)) < 0) {
            throw new IllegalArgumentException("the staleness is " + staleness + "; use at least 10 ms");
        }
        String table = store.database()
                .read("find the table", connection -> store.channel(connection).table());
        PostgresPolling<K> polling = new PostgresPolling<>(store, table, written, staleness.toMillis());
        polling.requireColumn(written);
        return polling;
    }

    private void requireColumn(String column) {
        boolean fits = store.database().read("check the column", connection -> {
            try (PreparedStatement statement = connection.prepareStatement("""
                    SELECT 1 FROM pg_catalog.pg_attribute WHERE attrelid = pg_catalog.to_regclass(?) AND attname = ?
                    AND atttypid = 'pg_catalog.xid8'::pg_catalog.regtype AND attnotnull""")) {
                statement.setString(1, table);
                statement.setString(2, column);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next();
                }
            }
        });
        if (!fits) {
            throw new IllegalArgumentException("the table " + table + " has no column " + written
                    + " of type xid8 that is NOT NULL; make one with\n" + columnSql());
        }
    }

    /**
     * Statements that make the column, to be run once by the owner of the table. Rows that are there count as written by them.
     *
     * @return SQL
     */
    public String columnSql() {
        return """
                ALTER TABLE %1$s ADD COLUMN %2$s xid8 NOT NULL DEFAULT pg_current_xact_id();
                CREATE INDEX ON %1$s (%2$s);
                """.formatted(table, written);
    }

    /** {@inheritDoc} What is committed later is handed over late; see above. */
    @Override
    public Subscription subscribe(Receiver<K> receiver) {
        return new Looking(Objects.requireNonNull(receiver, "receiver"));
    }

    /** A row that may be found again by the next look: which transaction wrote it, and its key as text. */
    private record Row(long written, String key) {}

    /** What one look saw. */
    private record Sight(long horizon, Set<Row> rows) {}

    private final class Looking implements Subscription {
        private final Receiver<K> receiver;
        private final Thread thread = new Thread(this::lookAlways, "bloomery-polling");
        private long horizon;
        private Set<Row> handedOver = new HashSet<>();
        private boolean failing;
        private volatile @Nullable PostgresMoment current;
        private volatile boolean cancelled;

        Looking(Receiver<K> receiver) {
            this.receiver = receiver;
            PostgresMoment begun = PostgresMoment.now();
            horizon = see(Long.MAX_VALUE).horizon; // what is older is in every scan that begins later
            current = begun;
            thread.setDaemon(true);
            thread.start();
        }

        private void lookAlways() {
            while (!cancelled) {
                try {
                    look();
                    failing = false;
                } catch (Throwable problem) { // an Error, too: without this thread every lookup would ask the store for
                    // good
                    if (!failing) {
                        failing = true;
                        LOG.log(
                                System.Logger.Level.WARNING,
                                "cannot look for new rows of " + table
                                        + "; the store is asked for everything until it can",
                                problem);
                    }
                }
                LockSupport.parkNanos(staleMillis * 1_000_000 / LOOKS_A_STALENESS);
            }
        }

        private void look() {
            PostgresMoment begun = PostgresMoment.now();
            Sight sight = see(horizon);
            for (Row row : sight.rows) {
                if (!handedOver.contains(row)) {
                    receiver.adding(store.column().type().fromText(row.key));
                }
            }
            sight.rows.removeIf(row -> Long.compareUnsigned(row.written, sight.horizon) < 0);
            handedOver = sight.rows;
            horizon = sight.horizon;
            current = begun;
        }

        private Sight see(long from) {
            return store.database().read("look for new rows", connection -> {
                try (PreparedStatement statement = connection.prepareStatement(look)) {
                    statement.setString(1, Long.toUnsignedString(from));
                    return sight(statement);
                }
            });
        }

        private Sight sight(PreparedStatement statement) throws SQLException {
            Set<Row> rows = new HashSet<>();
            long seen = 0;
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    seen = Long.parseUnsignedLong(row.getString(1));
                    String key = row.getString(3);
                    if (key != null) {
                        rows.add(new Row(Long.parseUnsignedLong(row.getString(2)), key));
                    }
                }
            }
            return new Sight(seen, rows);
        }

        @Override
        public boolean isCurrent() {
            PostgresMoment moment = current;
            return moment != null && moment.isYoungerThan(staleMillis);
        }

        @Override
        public void cancel() {
            cancelled = true;
            LockSupport.unpark(thread);
        }
    }
}
