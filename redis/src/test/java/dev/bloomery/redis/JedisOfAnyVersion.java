package dev.bloomery.redis;

import java.time.Duration;
import java.util.Set;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;

/**
 * Clients of the classes that an application takes in the version of Jedis that it has: {@code RedisClient} and its
 * like came with 7.2, and {@code JedisPooled} and its like went with 8.0.
 */
final class JedisOfAnyVersion {
    private static final boolean IS_NEW = has("RedisClient");
    private static final Duration RETRIES = Duration.ofSeconds(1);
    private static final int ATTEMPTS = 3;

    private JedisOfAnyVersion() {}

    private static boolean has(String name) {
        try {
            return name(name) != null;
        } catch (ClassNotFoundException older) {
            return false;
        }
    }

    private static Class<?> name(String simple) throws ClassNotFoundException {
        return Class.forName("redis.clients.jedis." + simple);
    }

    static UnifiedJedis to(int port, Duration timeout) {
        return IS_NEW
                ? New.to(port, timeout)
                : old(
                        "JedisPooled",
                        new Class<?>[] {GenericObjectPoolConfig.class, HostAndPort.class, JedisClientConfig.class},
                        Clients.pool(),
                        new HostAndPort("127.0.0.1", port),
                        Clients.config(timeout));
    }

    static UnifiedJedis toCluster(Set<HostAndPort> nodes, Duration timeout) {
        return IS_NEW
                ? New.toCluster(nodes, timeout)
                : old(
                        "JedisCluster",
                        new Class<?>[] {
                            Set.class, JedisClientConfig.class, int.class, Duration.class, GenericObjectPoolConfig.class
                        },
                        nodes,
                        Clients.config(timeout),
                        ATTEMPTS,
                        RETRIES,
                        Clients.pool());
    }

    static UnifiedJedis toPrimary(String name, Set<HostAndPort> sentinels, Duration timeout) {
        return IS_NEW
                ? New.toPrimary(name, sentinels, timeout)
                : old(
                        "JedisSentineled",
                        new Class<?>[] {String.class, JedisClientConfig.class, Set.class, JedisClientConfig.class},
                        name,
                        Clients.config(timeout),
                        sentinels,
                        Clients.config(timeout));
    }

    private static UnifiedJedis old(String client, Class<?>[] types, Object... arguments) {
        try {
            return (UnifiedJedis) name(client).getConstructor(types).newInstance(arguments);
        } catch (ReflectiveOperationException problem) {
            throw new IllegalStateException(problem);
        }
    }

    /** A class of its own, which is not loaded where Jedis is older. */
    private static final class New {
        static UnifiedJedis to(int port, Duration timeout) {
            return Clients.to(port, timeout);
        }

        static UnifiedJedis toCluster(Set<HostAndPort> nodes, Duration timeout) {
            return RedisClusterClient.builder()
                    .nodes(nodes)
                    .clientConfig(Clients.config(timeout))
                    .poolConfig(Clients.pool())
                    .maxAttempts(ATTEMPTS)
                    .maxTotalRetriesDuration(RETRIES)
                    .build();
        }

        static UnifiedJedis toPrimary(String name, Set<HostAndPort> sentinels, Duration timeout) {
            return RedisSentinelClient.builder()
                    .masterName(name)
                    .sentinels(sentinels)
                    .clientConfig(Clients.config(timeout))
                    .sentinelClientConfig(DefaultJedisClientConfig.builder()
                            .timeoutMillis((int) timeout.toMillis())
                            .build())
                    .build();
        }
    }
}
