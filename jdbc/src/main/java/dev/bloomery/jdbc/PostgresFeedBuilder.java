package dev.bloomery.jdbc;

import dev.bloomery.gate.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;

/**
 * Builds a {@link PostgresFeed}.
 *
 * @param <K> the type of the keys
 */
public final class PostgresFeedBuilder<K> {
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(10);
    private static final Duration LONGEST_LEASE = Duration.ofSeconds(5);

    final JdbcKeyStore<K> store;
    int leaseMillis = 200;
    Duration silence = Duration.ofSeconds(10);
    Duration longestWait = Duration.ofMinutes(1);

    PostgresFeedBuilder(JdbcKeyStore<K> store) {
        this.store = Objects.requireNonNull(store, "store");
    }

    /**
     * How long a transaction waits between announcement and commit; 200 milliseconds unless you say otherwise. All feeds of a table must have the same. A gate that
     * is behind by more asks the store, so it should be some times as long as a round trip and the usual pause for garbage.
     *
     * @param time from 10 milliseconds to 5 seconds: others that insert the same key wait meanwhile, and have a timeout
     * @return this
     */
    public PostgresFeedBuilder<K> lease(Duration time) {
        if (time.compareTo(SHORTEST_LEASE) < 0 || time.compareTo(LONGEST_LEASE) > 0) {
            throw new IllegalArgumentException("the lease is " + time + "; use a time from 10 ms to 5 s");
        }
        leaseMillis = (int) time.toMillis();
        return this;
    }

    /**
     * After which silence of the server a connection counts as lost; 10 seconds unless you say otherwise. Answers are exact without it: it says when to
     * connect again.
     *
     * @param time from a second to an hour
     * @return this
     */
    public PostgresFeedBuilder<K> silence(Duration time) {
        if (time.compareTo(Duration.ofSeconds(1)) < 0 || time.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("the silence is " + time + "; use a time from a second to an hour");
        }
        silence = time;
        return this;
    }

    /**
     * How long a scan waits for transactions that have announced keys, before it fails; a minute unless you say otherwise.
     *
     * @param time a positive time
     * @return this
     */
    public PostgresFeedBuilder<K> longestWait(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("the longest wait is " + time + "; use a positive time");
        }
        longestWait = time;
        return this;
    }

    /**
     * Opens the feed. It listens as soon as a gate subscribes.
     *
     * @return the feed
     * @throws StoreException if the database cannot be reached or is no PostgreSQL
     */
    public PostgresFeed<K> open() {
        try (Connection connection = store.database().source().getConnection()) {
            String product = connection.getMetaData().getDatabaseProductName();
            if (!product.equals("PostgreSQL")) {
                throw new IllegalArgumentException(
                        "the database is " + product
                                + "; this feed is for PostgreSQL. For others write through one process, or give a KeyFeed of your own");
            }
            return new PostgresFeed<>(this, store.channel(connection));
        } catch (SQLException problem) {
            throw new StoreException("the feed could not be opened", problem, StoreException.Outcome.NOT_DONE);
        }
    }
}
