package dev.bloomery.redis.internal.jedis;

import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.Servers;
import java.lang.reflect.Field;
import java.util.function.Supplier;
import redis.clients.jedis.Connection;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;
import redis.clients.jedis.providers.SentineledConnectionProvider;
import redis.clients.jedis.util.Pool;

/**
 * The connections of a client of Jedis. The classes of clients come and go with its versions, {@code JedisPooled} and
 * {@code RedisClient} for example; below them all, from 4 to 8, are the same providers of connections. A client keeps
 * its provider in a field that only its subclasses see, so it is read by reflection.
 */
public final class JedisPools {
    private JedisPools() {}

    /**
     * The servers of a client.
     *
     * @throws IllegalArgumentException if the client is one that cannot serve a store
     */
    public static Servers servers(UnifiedJedis jedis) {
        ConnectionProvider provider = provider(jedis);
        if (provider instanceof ClusterConnectionProvider cluster) {
            return new JedisCluster(cluster);
        }
        if (provider instanceof PooledConnectionProvider || provider instanceof SentineledConnectionProvider) {
            return new JedisServer(provider);
        }
        throw new IllegalArgumentException(
                "the client is a "
                        + jedis.getClass().getName() + " over a "
                        + provider.getClass().getName()
                        + ", which chooses among several servers by itself; use a client of one server, of sentinels or of a cluster");
    }

    private static ConnectionProvider provider(UnifiedJedis jedis) {
        try {
            Field field = UnifiedJedis.class.getDeclaredField("provider");
            field.setAccessible(true);
            if (field.get(jedis) instanceof ConnectionProvider provider) {
                return provider;
            }
            throw new IllegalArgumentException("the client has no connections of its own; use one that has");
        } catch (ReflectiveOperationException | RuntimeException problem) {
            if (problem instanceof IllegalArgumentException unfit) {
                throw unfit;
            }
            throw new IllegalStateException(
                    "this version of Jedis does not show its connections; use one from 6.0 to 8.0", problem);
        }
    }

    /** Asks a pool for a connection. */
    static Line lease(Supplier<Connection> pool) {
        try {
            return JedisLine.pooled(pool.get());
        } catch (JedisException problem) {
            throw LineException.notSent("there is no connection to Redis", problem);
        }
    }

    /** A connection like those of the pool, of which the pool knows nothing. */
    static Connection beside(Pool<Connection> pool) {
        try {
            return pool.getFactory().makeObject().getObject();
        } catch (Exception problem) {
            throw LineException.notSent("the client could not open a connection", problem);
        }
    }
}
