package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.redis.internal.shared.SharedPlan.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Exact answers of a store, and no access to it for most keys that are not there, in several processes: a {@link SharedFilter} in front of a {@link KeyStore}. A process that starts loads the
 * bits from Redis and need not scan the store.
 *
 * <pre>{@code
 * SharedGate<String> users = SharedGate.over(
 *         store,
 *         SharedFilter.over(JedisServers.of(jedis), "users", KeyEncoder.utf8()).spec(BloomSpec.of(10_000_000, 0.01)),
 *         Duration.ofSeconds(10));
 * users.contains("ada");      // NO of the filter: false. Anything else: the store is asked
 * users.insert("ada");        // first the filter, then the store
 * }</pre>
 *
 * <ol>
 *   <li>Every process that inserts keys does it through such a gate, or calls {@link SharedFilter#add} before it commits.
 *   <li>A write commits within {@code longestWrite} after its key was added, or never. So a fill waits for that long before it scans the store. An insert that took longer adds its key
 *       again when it returns.
 *   <li>Whatever happens to Redis, the answer is that of the store: {@code UNKNOWN} asks it. Only inserts fail while Redis cannot be written.
 *   <li>Deleted keys stay in the filter, until the next {@link #refill}. They cost an access to the store.
 * </ol>
 *
 * <p>For any number of threads.
 *
 * @param <K> the type of the keys
 */
public final class SharedGate<K> implements AutoCloseable {
    private static final Duration SHORTEST_WRITE = Duration.ofSeconds(1);

    private final KeyStore<K> store;
    private final SharedFilter<K> filter;
    private final Duration longestWrite;
    private final LongAdder spared = new LongAdder();
    private final LongAdder asked = new LongAdder();

    private SharedGate(KeyStore<K> store, SharedFilter<K> filter, Duration longestWrite) {
        this.store = store;
        this.filter = filter;
        this.longestWrite = longestWrite;
    }

    /**
     * Opens the filter, or creates and fills it from the store if there is none.
     *
     * @param store the store
     * @param filter the filter, of the level leased or confirmed; it is closed with the gate
     * @param longestWrite within what time after its key was added a write commits
     * @param <K> the type of the keys
     * @return the gate
     * @throws IllegalStateException if the filter was created with other settings, or its level is stale
     * @throws StoreException if Redis or the store cannot be asked
     */
    public static <K> SharedGate<K> over(KeyStore<K> store, SharedFilterBuilder<K> filter, Duration longestWrite) {
        Objects.requireNonNull(store, "store");
        if (longestWrite.compareTo(SHORTEST_WRITE) < 0) {
            throw new IllegalArgumentException("the longest write is " + longestWrite
                    + "; use a second or more, for example Duration.ofSeconds(10)");
        }
        SharedFilter<K> open = Objects.requireNonNull(filter, "filter").openOrCreateFrom(scan(store, longestWrite));
        if (open.plan().level() == Level.STALE) {
            open.close();
            throw new IllegalStateException(
                    "the filter was created at the level stale, so answers would not be exact; use leased or confirmed");
        }
        return new SharedGate<>(store, open, longestWrite);
    }

    private static <K> KeyScan<K> scan(KeyStore<K> store, Duration longestWrite) {
        return sink -> {
            try {
                TimeUnit.NANOSECONDS.sleep(longestWrite.toNanos());
            } catch (InterruptedException problem) {
                Thread.currentThread().interrupt();
                throw new StoreException(
                        "the thread was interrupted before the store was scanned", problem, Outcome.NOT_DONE);
            }
            return store.scan(sink);
        };
    }

    /**
     * Whether the key is in the store.
     *
     * @param key the key
     * @return true: it is
     * @throws StoreException if the store had to be asked and could not
     */
    public boolean contains(K key) {
        if (filter.ask(key) == SharedAnswer.NO) {
            spared.increment();
            return false;
        }
        asked.increment();
        return store.contains(key);
    }

    /**
     * Inserts the key, unless it is there. When it returns, no process takes it for absent.
     *
     * @param key the key
     * @return true: this call inserted it
     * @throws StoreException if Redis could not be written ({@code NOT_DONE}: then the store was not asked), or of the store
     */
    public boolean insert(K key) {
        long begun = announce(key);
        try {
            return store.insert(key);
        } finally {
            if (System.nanoTime() - begun > longestWrite.toNanos()) {
                boolean unused = filter.add(key);
            }
        }
    }

    /** Adds the key; when that began. */
    private long announce(K key) {
        while (true) {
            long begun = System.nanoTime();
            try {
                boolean unused = filter.add(key);
            } catch (StoreException problem) {
                throw new StoreException(String.valueOf(problem.getMessage()), problem, Outcome.NOT_DONE);
            }
            if (System.nanoTime() - begun <= longestWrite.toNanos()) {
                return begun;
            }
        }
    }

    /**
     * Deletes the key, if it is there.
     *
     * @param key the key
     * @return true: this call deleted it
     */
    public boolean delete(K key) {
        return store.delete(key);
    }

    /**
     * Fills the filter anew from the store: after a loss, or because many keys were deleted. The store is asked for every key meanwhile.
     *
     * @return how many keys the store had
     */
    public long refill() {
        return filter.refill(scan(store, longestWrite));
    }

    /**
     * The filter, for its state and for adds of transactions of your own.
     *
     * @return the filter
     */
    public SharedFilter<K> filter() {
        return filter;
    }

    /**
     * How many lookups the filter answered.
     *
     * @return those that were not in the store for certain
     */
    public long sparedLookups() {
        return spared.sum();
    }

    /**
     * How many lookups went to the store.
     *
     * @return those that the filter could not answer
     */
    public long storeLookups() {
        return asked.sum();
    }

    /** Closes the filter for this process; not the store. */
    @Override
    public void close() {
        filter.close();
    }
}
