package dev.bloomery.redis;

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
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.internal.feed.FedStore;
import dev.bloomery.redis.internal.feed.FeedReader;
import dev.bloomery.redis.internal.feed.FeedWriter;
import dev.bloomery.redis.internal.feed.RecentKeys;
import dev.bloomery.redis.internal.log.Announcer;
import dev.bloomery.redis.internal.log.Answer;
import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.redis.internal.log.EvictionPolicy;
import dev.bloomery.redis.internal.log.Follower;
import dev.bloomery.redis.internal.log.FollowerThread;
import dev.bloomery.redis.internal.log.Gap;
import dev.bloomery.redis.internal.log.Lease;
import dev.bloomery.redis.internal.log.LogHead;
import dev.bloomery.redis.internal.log.LogNames;
import dev.bloomery.redis.internal.log.LogRunner;
import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.Moment;
import dev.bloomery.redis.internal.log.RedisLogNews;
import dev.bloomery.redis.internal.log.RedisLogServer;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.spec.FilterSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets gates in several processes stand in front of one store of any kind, and be exact all the same: by
 * Redis each hears what the others are going to insert.
 *
 * <pre>{@code
 * RedisFeed<String> feed = RedisFeed.of(store, JedisServers.of(jedis), "users", KeyNames.utf8()).open();
 * Gate<String> names = feed.gate(KeyEncoder.utf8(), BloomSpec.of(10_000_000, 0.01)).open();
 * }</pre>
 *
 * <ol>
 *   <li><b>A no is exact.</b> A gate says no by itself only if it has read everything that was announced up
 *       to less than a lease ago. Paused, cut off, or in doubt for any other reason, it asks the
 *       store.
 *   <li><b>Inserts take longer</b>, by some round trips to Redis: a key is inserted when every process has
 *       it. For a process that is silent they wait a lease and a tenth, once;
 *       then it counts as gone until it is heard of again. {@link Gate#addIfAbsent} and {@link Gate#replace}
 *       of such a gate do that by themselves; a transaction of the caller by
 *       {@link #announce}.
 *   <li><b>If Redis cannot be reached</b> lookups ask the store, and inserts fail with {@link
 *       Outcome#NOT_DONE}.
 *   <li><b>If Redis loses what it has</b>, is flushed, restarted, or failed over, gates ask the store, and
 *       those of {@link #gate} are rebuilt by themselves. The store is the truth; nothing is lost.
 * </ol>
 *
 * <p>What is assumed:
 *
 * <ol>
 *   <li>All who insert announce. Whoever does not is heard of by the next rebuild.
 *   <li>A write is in the store within the {@linkplain RedisFeedBuilder#longestWrite longest write} after its
 *       announcement, or never.
 *   <li>The steady clocks of the machines run at rates that differ by less than a tenth. Nothing is assumed
 *       of the time that they show.
 *   <li>Connections lead to the one primary of the moment. If one that was replaced may go on answering, say
 *       {@link RedisFeedBuilder#replicas} and set {@code min-replicas-to-write}.
 *   <li>Nobody restores an older state of the keys of the log into a server that goes on running.
 * </ol>
 *
 * <p>One feed for each gate: it does not hear itself. It takes one connection, beside those of the client,
 * and a thread. Deletes are not announced: what others have deleted is a false positive until
 * the next rebuild. For any number of threads.
 *
 * @param <K> the type of the keys
 */
public final class RedisFeed<K> implements KeyFeed<K>, AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.bloomery");
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    /** The field of the head that has the longest write in milliseconds. */
    private static final String LONGEST_WRITE = "longestWrite";

    private static final int LOG_LENGTH = 20_000;
    private static final int MOST_ENTRIES = 1_000;
    private static final int MOST_RECENT = 1_000_000;

    private final RedisServers servers;
    private final LogNames logNames;
    private final KeyNames<K> names;
    private final Lease lease;
    private final Duration longestWrite;
    private final Clocks clocks = Clocks.SYSTEM;
    private final LogServer log;
    private final FeedWriter writer;
    private final RecentKeys<K> recent;
    private final KeyStore<K> store;
    private final String origin = UUID.randomUUID().toString();
    private final ScheduledExecutorService rebuilds = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "bloomery-feed-rebuild");
        thread.setDaemon(true);
        return thread;
    });
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Hearing hearing;

    RedisFeed(RedisFeedBuilder<K> settings) {
        servers = settings.servers;
        logNames = new LogNames(settings.name);
        names = settings.names;
        lease = new Lease(settings.leaseMillis);
        longestWrite = settings.longestWrite;
        LogRunner runner = new LogRunner(servers.routes(), logNames, "feed", settings.replicas, settings.leaseMillis);
        log = new RedisLogServer(
                runner,
                settings.leaseMillis,
                LOG_LENGTH,
                Map.of(LONGEST_WRITE, longestWriteText().getBytes(StandardCharsets.UTF_8)),
                List.of(LONGEST_WRITE));
        long longestWriteNanos = settings.longestWrite.toNanos();
        writer = new FeedWriter(
                origin, new Announcer(lease, clocks, settings.acknowledged), log, clocks, longestWriteNanos);
        recent = new RecentKeys<>(clocks, longestWriteNanos, MOST_RECENT);
        store = new FedStore<>(settings.store, recent, key -> announceNames(List.of(nameOf(key))), writer::isInTime);
    }

    /**
     * Begins a feed.
     *
     * @param store the store behind the gates, of whatever kind, which all processes share
     * @param servers a Redis or Valkey that all processes share
     * @param name of the feed: one for each store
     * @param names how keys are written down in Redis, for as long as the announcement counts
     * @param <K> the type of the keys
     * @return the builder
     */
    public static <K> RedisFeedBuilder<K> of(KeyStore<K> store, RedisServers servers, String name, KeyNames<K> names) {
        return new RedisFeedBuilder<>(store, servers, name, names);
    }

    /** Throws unless the server and the log are as they must be; makes the log if it is missing. */
    void requireFit() {
        try {
            EvictionPolicy.requireKeepsLogs(servers.routes(), logNames);
            Answer<LogHead> answer = log.look();
            if (answer.state() == Answer.State.GONE) {
                answer = log.create(
                        UUID.randomUUID().toString(), UUID.randomUUID().toString());
            }
            if (!answer.isDone()) {
                throw new IllegalStateException("there is something else under the name " + logNames.name()
                        + ", or the log of another version; use another name");
            }
            if (answer.done().leaseMillis() != lease.millis()) {
                throw new IllegalStateException("the lease is " + lease.millis() + " ms, but other feeds "
                        + logNames.name() + " have one of "
                        + answer.done().leaseMillis()
                        + " ms; give all the same. If there are none any more, delete the keys {bloomery:"
                        + logNames.name() + "}:head and {bloomery:" + logNames.name() + "}:log");
            }
            requireSameLongestWrite(answer.done());
        } catch (LineException problem) {
            throw new StoreException("the feed could not be opened", problem.ofClient(), Outcome.NOT_DONE);
        }
    }

    private void requireSameLongestWrite(LogHead head) {
        byte[] theirs = head.more().get(LONGEST_WRITE);
        String millis = theirs == null ? "none" : new String(theirs, StandardCharsets.UTF_8);
        if (!millis.equals(longestWriteText())) {
            throw new IllegalStateException("the longest write is " + longestWriteText() + " ms, but other feeds "
                    + logNames.name() + " have one of " + millis
                    + " ms; give all the same, or scans would not wait for the slower ones");
        }
    }

    private String longestWriteText() {
        return Long.toString(longestWrite.toMillis());
    }

    // gates

    /**
     * Begins the gate of this feed. It looks every second whether it must be rebuilt because keys may have
     * been missed; another {@link RebuildPolicy} may be given to the builder instead.
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
     * The store, as the gate of this feed must use it: inserts are announced, unless the key is there, and a
     * scan knows what was announced.
     *
     * @return the store
     */
    public KeyStore<K> store() {
        return store;
    }

    // writes

    /**
     * Announces keys that a transaction of the caller inserts, and returns when it may commit; it must do so
     * within the longest write. Called before the transaction has changed anything,
     * it holds no locks of the database meanwhile.
     *
     * <pre>{@code
     * try (WriteTicket<String> ticket = gate.beginWrite()) {
     *     ticket.adding("ada");
     *     feed.announce(List.of("ada"));
     *     ...                                          // INSERT
     *     connection.commit();
     *     ticket.committed();
     * }
     * }</pre>
     *
     * @param keys the keys
     * @throws StoreException if they could not be announced: roll back; it is as if nothing had been said
     */
    public void announce(Collection<? extends K> keys) {
        if (!keys.isEmpty()) {
            Moment unused = announceNames(keys.stream().map(this::nameOf).toList());
        }
    }

    private Moment announceNames(List<byte[]> theirNames) {
        try {
            return writer.announce(theirNames);
        } catch (LineException problem) {
            throw new StoreException("keys could not be announced", problem.ofClient(), Outcome.NOT_DONE);
        } catch (FeedWriter.LostException problem) {
            throw new StoreException("keys could not be announced", problem, Outcome.NOT_DONE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreException(
                    "interrupted while waiting for the processes that must hear of a key",
                    interrupted,
                    Outcome.NOT_DONE);
        }
    }

    private byte[] nameOf(K key) {
        byte[] name = names.nameOf(Objects.requireNonNull(key, "key"));
        if (!key.equals(names.keyOf(name))) {
            throw new IllegalArgumentException(
                    "the name of the key is the name of another one, or of none; use names that tell all keys apart");
        }
        return name;
    }

    private K keyOf(byte[] name) {
        K key = names.keyOf(name);
        if (key == null) {
            throw new IllegalArgumentException("an entry of the feed " + logNames.name() + " of " + name.length
                    + " bytes names no key; all feeds of a name must write keys down in the same way");
        }
        return key;
    }

    // hearing

    /** {@inheritDoc} Returns when the feed hears others. */
    @Override
    public Subscription subscribe(Receiver<K> receiver) {
        Objects.requireNonNull(receiver, "receiver");
        lock.lock();
        try {
            if (hearing != null && !hearing.isCancelled) {
                throw new IllegalStateException(
                        "a gate has this feed already, and a feed does not hear itself; open another one for another gate");
            }
            Hearing started = new Hearing(receiver);
            try {
                started.thread.start();
            } catch (LineException problem) {
                started.cancel();
                throw new StoreException("the feed cannot be heard", problem.ofClient(), Outcome.NOT_DONE);
            } catch (RuntimeException problem) {
                started.cancel();
                throw problem;
            }
            hearing = started;
            return started;
        } finally {
            lock.unlock();
        }
    }

    /** What a gate hears. */
    private final class Hearing implements Subscription, FeedReader.Log {
        private final Follower follower;
        private final FollowerThread thread;
        private volatile boolean isCancelled;

        Hearing(Receiver<K> receiver) {
            FeedReader<K> reader = new FeedReader<>(this, origin, RedisFeed.this::keyOf, receiver, recent);
            // an id of its own: who subscribes again is not the one that has just left
            follower = new Follower(UUID.randomUUID().toString(), lease, clocks, reader, MOST_ENTRIES);
            thread = new FollowerThread(
                    logNames.name(), follower, log, new RedisLogNews(servers.servers(), logNames), lease);
        }

        @Override
        public boolean isCurrent() {
            return !isCancelled && follower.isCurrent();
        }

        @Override
        public void cancel() {
            isCancelled = true;
            thread.close();
        }

        @Override
        public void lost(Gap reason) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the feed " + logNames.name() + " may have missed keys: " + reason.text()
                            + "; the store is asked for everything until the gate was rebuilt");
        }

        @Override
        public void found() {
            LOG.log(System.Logger.Level.INFO, "the feed " + logNames.name() + " hears all keys again");
        }

        @Override
        public void requireFit(LogHead head) {
            requireSameLongestWrite(head);
        }

        @Override
        public void unfit() {
            throw new IllegalStateException("the log of the feed " + logNames.name()
                    + " is one with another lease, or no log of a feed; give all feeds of a store the same lease,"
                    + " and each store a name of its own");
        }
    }

    /**
     * For how long what was heard is trusted.
     *
     * @return the lease
     */
    public Duration lease() {
        return Duration.ofMillis(lease.millis());
    }

    /** The name of the feed; no keys. */
    @Override
    public String toString() {
        return "RedisFeed" + Arrays.asList(logNames.name(), lease.millis() + " ms");
    }

    /** Ends the feed and gives its connection back. Close its gate before, and the servers after it. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (hearing != null) {
                hearing.cancel();
            }
            rebuilds.shutdownNow();
        } finally {
            lock.unlock();
        }
    }
}
