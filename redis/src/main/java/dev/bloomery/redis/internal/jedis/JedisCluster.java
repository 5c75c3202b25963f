package dev.bloomery.redis.internal.jedis;

import dev.bloomery.redis.internal.server.Address;
import dev.bloomery.redis.internal.server.Line;
import dev.bloomery.redis.internal.server.LineException;
import dev.bloomery.redis.internal.server.Servers;
import dev.bloomery.redis.internal.server.Slots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.providers.ClusterConnectionProvider;

/** The nodes of a cluster. */
final class JedisCluster implements Servers {
    private final ClusterConnectionProvider provider;

    JedisCluster(ClusterConnectionProvider provider) {
        this.provider = provider;
    }

    @Override
    public boolean isCluster() {
        return true;
    }

    @Override
    public Object ownerOf(byte[] name) {
        HostAndPort owner = provider.getNode(Slots.of(name));
        return owner == null ? "unknown" : owner;
    }

    @Override
    public Line lineTo(byte[] name) {
        return JedisPools.lease(() -> provider.getConnectionFromSlot(Slots.of(name)));
    }

    @Override
    public Line lineAt(Address address) {
        return JedisPools.lease(() -> provider.getConnection(new HostAndPort(address.host(), address.port())));
    }

    @Override
    public void learn() {
        try {
            provider.renewSlotCache();
        } catch (JedisException problem) {
            throw LineException.notSent("no node of the cluster says who has which slots", problem);
        }
    }

    /** Primaries and replicas: which is which the nodes say themselves. */
    @Override
    public List<Line> linesToAll() {
        List<Line> lines = new ArrayList<>();
        for (ConnectionPool node : provider.getNodes().values()) {
            try {
                lines.add(JedisPools.lease(node::getResource));
            } catch (LineException isDown) {
                // its slots will be missed, if it has any
            }
        }
        return lines;
    }

    @Override
    public Line lineBeside(byte[] name, Duration silence) {
        learn(); // what is sent on this line is not sent on to another node, so it must be the right one
        HostAndPort owner = provider.getNode(Slots.of(name));
        ConnectionPool pool = owner == null ? null : provider.getNodes().get(owner.toString());
        if (pool == null) {
            throw LineException.notSent("the node that has the slot is not known; try again", null);
        }
        try {
            Connection connection = JedisPools.beside(pool);
            connection.setSoTimeout((int) silence.toMillis());
            return JedisLine.own(connection);
        } catch (JedisException problem) {
            throw LineException.notSent("there is no connection to Redis", problem);
        }
    }

    @Override
    public void close() {
        // all is the client's
    }
}
