package dev.bloomery.jdbc;

import dev.bloomery.AddableFilter;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.GateBuilder;
import dev.bloomery.gate.RebuildPolicy;
import dev.bloomery.gate.RebuildScheduler;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.WritersStep;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.jdbc.internal.connection.Database;
import dev.bloomery.jdbc.internal.connection.KeylessCause;
import dev.bloomery.jdbc.internal.feed.PostgresAnnouncer;
import dev.bloomery.jdbc.internal.feed.PostgresChannel;
import dev.bloomery.jdbc.internal.feed.PostgresFedStore;
import dev.bloomery.jdbc.internal.feed.PostgresListener;
import dev.bloomery.jdbc.internal.feed.PostgresMessage;
import dev.bloomery.jdbc.internal.feed.PostgresSession;
import dev.bloomery.jdbc.internal.feed.PostgresTrigger;
import dev.bloomery.jdbc.internal.feed.PostgresWriters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets gates in several processes stand in front of one table of PostgreSQL, and be exact all the same: each hears what the others are going to
 * insert.
 *
 * <pre>{@code
 * PostgresFeed<String> feed = PostgresFeed.of(store).lease(Duration.ofMillis(200)).open();
 * Gate<String> names = feed.gate(KeyEncoder.utf8(), BloomSpec.of(10_000_000, 0.01)).open();
 * }</pre>
 *
 * <ol>
 *   <li><b>Inserts take longer, by the lease.</b> A key is announced by NOTIFY, and committed when the lease is over. {@link Gate#addIfAbsent} and
 *       {@link Gate#replace} of such a gate do that by themselves, if there is something to commit; a transaction of the caller by
 *       {@link #announce}.
 *   <li><b>A no is exact.</b> A gate says no by itself only as long as it is sure to have heard everything that was announced up to less than a lease
 *       ago; it finds out by heartbeats that it sends to itself. Paused or cut off for longer, it asks the store.
 *   <li>Who inserts without an announcement, by a console or another program, is heard of only if a trigger says so ({@link #triggerSql}), and only
 *       when it has committed: for up to a lease a gate may still say no.
 *   <li>If the connection is lost the gate is degraded. The feed listens again by itself, and a gate of {@link #gate} is rebuilt by itself.
 *   <li>All feeds of a table have the same lease; one that differs is refused.
 *   <li>One feed for each gate: it does not hear itself. It takes two connections for as long as it is open.
 * </ol>
 *
 * <p>Deletes are not announced: what others have deleted is a false positive until the next rebuild. For any number of threads.
 *
 * @param <K> the type of the keys
 */
public final class PostgresFeed<K> implements KeyFeed<K>, AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final Database database;
    private final KeyColumn<K> column;
    private final PostgresChannel channel;
    private final int leaseMillis;
    private final Duration silence;
    private final Duration longestWait;
    private final PostgresWriters writers;
    private final PostgresAnnouncer announcer;
    private final KeyStore<K> store;
    private final String origin = UUID.randomUUID().toString();
    private final ScheduledExecutorService rebuilds = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "bloomery-feed-rebuild");
        thread.setDaemon(true);
        return thread;
    });
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable PostgresListener<K> listener;

    PostgresFeed(PostgresFeedBuilder<K> settings, PostgresChannel channel) {
        this.database = settings.store.database();
        this.column = settings.store.column();
        this.channel = channel;
        this.leaseMillis = settings.leaseMillis;
        this.silence = settings.silence;
        this.longestWait = settings.longestWait;
        this.writers = new PostgresWriters(channel);
        this.announcer = new PostgresAnnouncer(this::newSession, channel.name());
        this.store = new PostgresFedStore<>(settings.store.announcingBy(this::announceOne), this::awaitAnnounced);
    }

    /**
     * Begins a feed.
     *
     * @param store the store over the table, in PostgreSQL
     * @param <K> the type of the keys
     * @return the builder
     */
    public static <K> PostgresFeedBuilder<K> of(JdbcKeyStore<K> store) {
        return new PostgresFeedBuilder<>(store);
    }

    private PostgresSession newSession() throws SQLException {
        return PostgresSession.open(database.source(), channel, leaseMillis, (int) silence.toMillis());
    }

    /**
     * Begins the gate of this feed. It looks every second whether it must be rebuilt because a connection was lost; another {@link RebuildPolicy} may be
     * given to the builder instead.
     *
     * @param encoder how keys become bytes
     * @param spec the filter; one that removes gains little, as deletes of others are not heard of
     * @return the builder
     */
    public GateBuilder<K> gate(KeyEncoder<K> encoder, FilterSpec spec) {
        return fed(Gate.over(store, encoder, spec));
    }

    /**
     * Begins the gate of this feed over filters of the caller's making.
     *
     * @param filters makes an empty filter for each rebuild, for any number of threads
     * @return the builder
     */
    public GateBuilder<K> gate(Supplier<? extends AddableFilter<K>> filters) {
        return fed(Gate.over(store, filters));
    }

    private GateBuilder<K> fed(WritersStep<K, GateBuilder<K>> gate) {
        return gate.writers(StoreWriters.fedBy(this, Duration.ZERO))
                .rebuild(RebuildPolicy.checking(RebuildScheduler.of(rebuilds), LOOK_EVERY));
    }

    /**
     * The store, as the gate of this feed must use it: inserts are announced, and a scan waits for {@link #awaitAnnounced}.
     *
     * @return the store
     */
    public KeyStore<K> store() {
        return store;
    }

    /**
     * Announces keys that a transaction of the caller inserts, and returns when the lease is over: it may commit then. Called last it costs the lease
     * once for all keys, and rows that the transaction has changed are locked meanwhile; called first they are not.
     *
     * <pre>{@code
     * try (WriteTicket<String> ticket = gate.beginWrite()) {
     *     ticket.adding("ada");
     *     ...                                          // INSERT
     *     feed.announce(connection, List.of("ada"));
     *     connection.commit();
     *     ticket.committed();
     * }
     * }</pre>
     *
     * @param transaction a connection of the same database, not in autocommit mode
     * @param keys the keys
     * @throws StoreException if they could not be announced: roll back; it is as if nothing had been said
     */
    public void announce(Connection transaction, Collection<? extends K> keys) {
        List<PostgresMessage> messages = keys.stream()
                .map(key -> PostgresMessage.key(origin, toText(key)))
                .toList();
        if (messages.isEmpty()) {
            return;
        }
        try {
            if (transaction.getAutoCommit()) {
                throw new IllegalStateException(
                        "the connection commits each statement by itself; call setAutoCommit(false), insert, announce, and then commit");
            }
            writers.enter(transaction); // before the announcement: whoever has heard that finds the transaction
            announcer.send(messages);
        } catch (SQLException problem) {
            throw new StoreException(
                    "keys could not be announced", KeylessCause.of(problem), StoreException.Outcome.NOT_DONE);
        }
        awaitEndOfLease();
    }

    private void announceOne(Connection transaction, K key) {
        announce(transaction, List.of(key));
    }

    private void awaitEndOfLease() {
        long begun = System.nanoTime();
        long lease = leaseMillis * 1_000_000L;
        try {
            for (long passed = 0; passed < lease; passed = System.nanoTime() - begun) {
                Thread.sleep((lease - passed) / 1_000_000 + 1);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreException(
                    "interrupted while waiting for the end of the lease", interrupted, StoreException.Outcome.NOT_DONE);
        }
    }

    /**
     * Waits until all transactions are over that have announced keys before this call, in whichever process. What a scan must do first, so that no key
     * is missed that was announced before the scan and is visible after it; {@link #store} does.
     *
     * @throws StoreException if one is not over in time
     */
    public void awaitAnnounced() {
        writers.awaitEntered(database, longestWait);
    }

    /** {@inheritDoc} Returns when the feed listens. */
    @Override
    public Subscription subscribe(Receiver<K> receiver) {
        lock.lock();
        try {
            Objects.requireNonNull(receiver, "receiver");
            if (listener != null && !listener.isCancelled()) {
                throw new IllegalStateException(
                        "a gate has this feed already, and a feed does not hear itself; open another one for another gate");
            }
            PostgresListener<K> started = new PostgresListener<>(
                    this::newSession,
                    channel.name(),
                    origin,
                    column.type()::fromText,
                    receiver,
                    leaseMillis,
                    silence.toNanos());
            started.start();
            listener = started;
            return started;
        } finally {
            lock.unlock();
        }
    }

    private String toText(K key) {
        return column.type().toColumn(key).toString();
    }

    /**
     * How long a transaction waits between announcement and commit.
     *
     * @return the lease
     */
    public Duration lease() {
        return Duration.ofMillis(leaseMillis);
    }

    /**
     * Statements that make a trigger, to be run once by the owner of the table: it announces what is inserted by whoever does not know of feeds. Such
     * keys are announced when they are committed, and heard of within the lease; until then a gate may say no.
     *
     * @return SQL
     */
    public String triggerSql() {
        return PostgresTrigger.create(channel, column.column());
    }

    /**
     * Statements that take the trigger away.
     *
     * @return SQL
     */
    public String dropTriggerSql() {
        return PostgresTrigger.drop(channel);
    }

    /** Ends the feed and gives its connections back. Close its gate before. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (listener != null) {
                listener.cancel();
            }
            announcer.close();
            rebuilds.shutdownNow();
        } finally {
            lock.unlock();
        }
    }
}
