package dev.bloomery.redis;

import java.time.Duration;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;

/** Clients with short timeouts and a connection for every thread of a stress run. */
final class Clients {
    private Clients() {}

    static RedisClient to(int port, Duration timeout) {
        return RedisClient.builder()
                .hostAndPort(new HostAndPort("127.0.0.1", port))
                .clientConfig(config(timeout))
                .poolConfig(pool())
                .build();
    }

    static JedisClientConfig config(Duration timeout) {
        return DefaultJedisClientConfig.builder()
                .timeoutMillis((int) timeout.toMillis())
                .build();
    }

    static ConnectionPoolConfig pool() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(24);
        pool.setMaxIdle(24);
        return pool;
    }
}
