package dev.bloomery.redis;

import dev.bloomery.redis.internal.scan.Expiry;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link RedisKeyStore}.
 *
 * @param <K> the type of the keys
 */
public final class RedisKeyStoreBuilder<K> {
    final RedisServers servers;
    final byte[] prefix;
    final KeyNames<K> names;
    byte[] value = {};
    int pageSize = 1_000;

    @Nullable
    Expiry expiry;

    RedisKeyStoreBuilder(RedisServers servers, String prefix, KeyNames<K> names) {
        this.servers = Objects.requireNonNull(servers, "servers");
        this.prefix = new TextNames().nameOf(Objects.requireNonNull(prefix, "prefix"));
        this.names = Objects.requireNonNull(names, "names");
    }

    /**
     * What is stored under the names; nothing, unless you say otherwise.
     *
     * @param bytes the value of every key that is inserted
     * @return this
     */
    public RedisKeyStoreBuilder<K> value(byte[] bytes) {
        value = Objects.requireNonNull(bytes, "bytes").clone();
        return this;
    }

    /**
     * Keys expire, after this time unless an insert says less. The server is given the moment by the clock of this machine; that its clock is near is
     * checked at the opening and by every scan. The gate needs {@code keysExpire} with the same times, and a scan refuses keys that stay longer.
     *
     * @param timeToLive the longest time to live
     * @param skew by how much the clocks of this machine and of the servers may be apart, for example a minute
     * @return this
     */
    public RedisKeyStoreBuilder<K> expireAfter(Duration timeToLive, Duration skew) {
        return expireAfter(timeToLive, skew, System::currentTimeMillis);
    }

    RedisKeyStoreBuilder<K> expireAfter(Duration timeToLive, Duration skew, LongSupplier clock) {
        expiry = new Expiry(timeToLive, skew, clock);
        return this;
    }

    /**
     * About how many names a server looks at for one answer of a scan; 1,000 unless you say otherwise. Others wait meanwhile: some 100 microseconds.
     *
     * @param pageSize from 1 to 1,000,000
     * @return this
     */
    public RedisKeyStoreBuilder<K> pageSize(int pageSize) {
        if (pageSize < 1 || pageSize > 1_000_000) {
            throw new IllegalArgumentException("pageSize is " + pageSize + "; use a number from 1 to 1,000,000");
        }
        this.pageSize = pageSize;
        return this;
    }

    /**
     * The store.
     *
     * @return the store; the server is asked only for its clock, and only if keys expire
     */
    public RedisKeyStore<K> open() {
        return new RedisKeyStore<>(this);
    }
}
