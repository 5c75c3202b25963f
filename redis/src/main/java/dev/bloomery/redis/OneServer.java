package dev.bloomery.redis;

import dev.bloomery.gate.store.StoreException;
import java.util.List;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** One server, alone or with replicas that nobody reads. */
final class OneServer implements Servers {
    private final UnifiedJedis jedis;

    OneServer(UnifiedJedis jedis) {
        this.jedis = jedis;
    }

    @Override
    public Pipeline lineTo(byte[] name) {
        return line();
    }

    private Pipeline line() {
        AbstractPipeline line = jedis.pipelined();
        if (line instanceof Pipeline one) {
            return one;
        }
        line.close();
        throw new IllegalStateException(
                "the client is a " + jedis.getClass().getName()
                        + ", which chooses among several servers by itself; use a RedisClient, a RedisSentinelClient or a RedisClusterClient");
    }

    @Override
    public Pipeline lineAfter(JedisRedirectionException redirect, byte[] name) {
        throw redirect;
    }

    @Override
    public AbstractPipeline lines() {
        return line();
    }

    @Override
    public List<Pipeline> linesToAll() {
        return List.of(line());
    }

    @Override
    public Connection connectionTo(byte[] name) {
        if (jedis instanceof RedisSentinelClient sentinels) {
            return Servers.beside(
                    sentinels.getPrimaryNodesConnectionMap().values().iterator().next());
        }
        return Servers.beside(((RedisClient) jedis).getPool());
    }

    @Override
    public boolean canLock() {
        return jedis instanceof RedisClient || jedis instanceof RedisSentinelClient;
    }

    @Override
    public NodeState state(Pipeline line) {
        return NodeState.ofServer(line);
    }

    @Override
    public void requireWhole(List<NodeState> states) {
        for (NodeState state : states) {
            if (state.inCluster()) {
                throw new StoreException(
                        "the server is a node of a cluster, and would give only a part of the keys; use a RedisClusterClient",
                        null);
            }
            if (!state.isPrimary()) {
                throw new StoreException(
                        "the server is a replica, and may lack keys of its primary; connect to the primary", null);
            }
        }
    }

    @Override
    public boolean areTogether(byte[] one, byte[] other) {
        return true;
    }
}
