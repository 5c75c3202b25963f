package dev.bloomery.redis;

import dev.bloomery.redis.internal.jedis.JedisPools;
import dev.bloomery.redis.internal.server.Servers;
import java.util.Objects;
import redis.clients.jedis.UnifiedJedis;

/**
 * The servers behind a client of Jedis, from 6.0 to 8.0.
 *
 * <pre>{@code
 * RedisClient jedis = RedisClient.create("localhost", 6379);   // or JedisPooled, before 7.2
 * RedisKeyStore<String> store =
 *         RedisKeyStore.over(JedisServers.of(jedis), "user:", KeyNames.utf8()).open();
 * }</pre>
 *
 * <p>Each call takes a connection from the pool of the client and gives it back. A gate keeps one connection beside
 * those of the pool for as long as it is open; with sentinels before Jedis 7.4 it is one of the pool.
 */
public final class JedisServers extends RedisServers {

    private JedisServers(Servers servers) {
        super(servers);
    }

    /**
     * The servers of a client.
     *
     * @param jedis a {@code JedisPooled}, {@code JedisSentineled} or {@code JedisCluster}, or, from Jedis 7.2 on, a
     *     {@code RedisClient}, {@code RedisSentinelClient} or {@code RedisClusterClient}; without a cache of its own
     * @return the servers
     * @throws IllegalArgumentException if the client has a cache, or chooses among several servers by itself
     * @throws IllegalStateException if the version of Jedis is one that does not fit
     */
    @SuppressWarnings("exports") // who names Jedis here requires it
    public static JedisServers of(UnifiedJedis jedis) {
        Objects.requireNonNull(jedis, "jedis");
        try {
            if (jedis.getCache() != null) {
                throw new IllegalArgumentException(
                        "the client has a cache of its own, which may say that a key is not there after it was inserted; use a client without one");
            }
            return new JedisServers(JedisPools.servers(jedis));
        } catch (LinkageError problem) {
            throw new IllegalStateException(
                    "this version of Jedis is none that works here; set redis.clients:jedis to one from 6.0.0 to 8.0.2",
                    problem);
        }
    }
}
