package dev.bloomery.redis.internal.jedis;

import dev.bloomery.redis.internal.server.Address;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.Servers;
import java.time.Duration;
import java.util.List;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.util.Pool;

/** One server, or the primary that sentinels name. */
final class JedisServer implements Servers {
    private final ConnectionProvider provider;

    JedisServer(ConnectionProvider provider) {
        this.provider = provider;
    }

    @Override
    public boolean isCluster() {
        return false;
    }

    @Override
    public Object ownerOf(byte[] name) {
        return this;
    }

    @Override
    public Line lineTo(byte[] name) {
        return JedisPools.lease(provider::getConnection);
    }

    @Override
    public Line lineAt(Address address) {
        throw new UnsupportedOperationException("one server points to no other");
    }

    @Override
    public void learn() {
        // there is nothing to know
    }

    @Override
    public List<Line> linesToAll() {
        return List.of(JedisPools.lease(provider::getConnection));
    }

    @Override
    public Line lineBeside(byte[] name, Duration silence) {
        try {
            Connection connection = connectionBeside();
            connection.setSoTimeout((int) silence.toMillis());
            return JedisLine.own(connection);
        } catch (JedisException problem) {
            throw LineException.notSent("there is no connection to Redis", problem);
        }
    }

    /** Clients of sentinels before 7.4 do not show their pool, only a connection of it. */
    private Connection connectionBeside() {
        Object found = provider.getConnectionMap().values().iterator().next();
        if (found instanceof Connection pooled) {
            return pooled;
        }
        @SuppressWarnings("unchecked") // so it is declared by all providers that have pools
        Pool<Connection> pool = (Pool<Connection>) found;
        return JedisPools.beside(pool);
    }

    @Override
    public void close() {
        // all is the client's
    }
}
