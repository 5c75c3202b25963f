package dev.bloomery.spring.internal.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A filter that several processes share, in a Redis or Valkey.
 *
 * @param keys The keys: text, int64, uuid, stored-name, or the name of a KeyEncoder bean. Required.
 * @param create What to do if there is none: empty-if-missing, or the name of a KeyScan bean that it is filled from. Without this one is only opened.
 * @param filter The filter, as a line of text: bloom capacity=20000000 fpp=0.01. Required with create.
 * @param hardened Whether keys are hashed with a keyed hash that strangers cannot see through.
 * @param redis Where in Redis it is.
 * @param consistency What a no promises: leased 200ms, confirmed, or stale 1s.
 * @param serverLoses What Redis may lose when it is restarted or replaced: nothing, or the writes of a time. Without this nobody knows.
 * @param growing Whether a filter that is full gets a further generation.
 * @param window For how long a key is remembered at least.
 * @param slices With a window, into how many generations it is cut.
 * @param clocksWithin With a window, by how much the clock of a server may be ahead of the one that it replaces.
 * @param shards Over how many slots of a cluster the filter is spread.
 * @param replicas How many replicas of Redis each write waits for.
 * @param longestWait For how long an add is tried before it fails.
 */
public record SharedProperties(
        @Nullable String keys,
        @Nullable String create,
        @Nullable String filter,
        @Nullable Boolean hardened,
        @Nullable SharedRedisProperties redis,
        @Nullable String consistency,
        @Nullable String serverLoses,
        @Nullable Boolean growing,
        @Nullable Duration window,
        @Nullable Integer slices,
        @Nullable Duration clocksWithin,
        @Nullable Integer shards,
        @Nullable Integer replicas,
        @Nullable Duration longestWait) {

    /**
     * Where in Redis a shared filter is.
     *
     * @param name Its name in Redis, whose keys begin with {bloomery:NAME}; that of the instance unless you say otherwise.
     * @param servers The name of a RedisServers, UnifiedJedis, RedisClusterClient or RedisConnectionFactory bean.
     */
    public record SharedRedisProperties(
            @Nullable String name, @Nullable String servers) {}
}
