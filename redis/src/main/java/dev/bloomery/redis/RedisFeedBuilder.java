package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import java.time.Duration;
import java.util.Objects;

/**
 * Builds a {@link RedisFeed}.
 *
 * @param <K> the type of the keys
 */
public final class RedisFeedBuilder<K> {
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(20);
    private static final Duration LONGEST_LEASE = Duration.ofSeconds(10);

    final RedisServers servers;
    final String name;
    final KeyNames<K> names;
    final KeyStore<K> store;
    int leaseMillis = 200;
    Duration longestWrite = Duration.ofSeconds(10);
    boolean acknowledged = true;
    int replicas;

    RedisFeedBuilder(KeyStore<K> store, RedisServers servers, String name, KeyNames<K> names) {
        this.store = Objects.requireNonNull(store, "store");
        this.servers = Objects.requireNonNull(servers, "servers");
        this.name = Objects.requireNonNull(name, "name");
        this.names = Objects.requireNonNull(names, "names");
    }

    /**
     * For how long a gate trusts what it has heard, and so for how long a write waits for a process that is
     * silent; 200 milliseconds unless you say otherwise. All feeds of a name must have
     * the same. A gate that is paused or cut off for longer asks the store, so it should be some times as
     * long as a round trip and the usual pause for garbage.
     *
     * @param time from 20 milliseconds to 10 seconds
     * @return this
     */
    public RedisFeedBuilder<K> lease(Duration time) {
        if (time.compareTo(SHORTEST_LEASE) < 0 || time.compareTo(LONGEST_LEASE) > 0) {
            throw new IllegalArgumentException("the lease is " + time + "; use a time from 20 ms to 10 s");
        }
        leaseMillis = (int) time.toMillis();
        return this;
    }

    /**
     * How long a write takes at most, from its announcement until it is in the store, or will never be; 10
     * seconds unless you say otherwise. So the timeouts of the database must be shorter. The
     * first scan of a gate, and the one after a gap, waits for so long; the others do not. All feeds of a
     * name must have the same.
     *
     * @param time from 10 milliseconds to an hour
     * @return this
     */
    public RedisFeedBuilder<K> longestWrite(Duration time) {
        if (time.compareTo(Duration.ofMillis(10)) < 0 || time.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("the longest write is " + time + "; use a time from 10 ms to an hour");
        }
        longestWrite = time;
        return this;
    }

    /**
     * A write goes on when all processes have its key that are not silent: after some round trips. The
     * default.
     *
     * @return this
     */
    public RedisFeedBuilder<K> acknowledged() {
        acknowledged = true;
        return this;
    }

    /**
     * A write goes on when the lease and a tenth of it are over, whether or not others have its key before:
     * the time that it takes is always the same, and Redis is asked less often.
     *
     * @return this
     */
    public RedisFeedBuilder<K> wholeLease() {
        acknowledged = false;
        return this;
    }

    /**
     * Redis has replicas of which one may take over: announcements, and the proofs that there were none,
     * count only if so many replicas have them. Without it a primary that was replaced, and
     * still answers some clients, could keep keys from the clients of its successor.
     *
     * @param count how many: all that may take over; 0 unless you say otherwise
     * @return this
     */
    public RedisFeedBuilder<K> replicas(int count) {
        if (count < 0 || count > 100) {
            throw new IllegalArgumentException("replicas is " + count + "; use a number from 0 to 100");
        }
        replicas = count;
        return this;
    }

    /**
     * Opens the feed. It hears others as soon as a gate subscribes.
     *
     * @return the feed
     * @throws IllegalStateException if the server may evict the log, or the name has a log with another lease
     *     or longest write, or for something else
     * @throws StoreException if the server cannot be asked
     */
    public RedisFeed<K> open() {
        RedisFeed<K> feed = new RedisFeed<>(this);
        try {
            feed.requireFit();
            return feed;
        } catch (RuntimeException problem) {
            feed.close();
            throw problem;
        }
    }
}
