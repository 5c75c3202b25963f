package dev.bloomery.redis;

import dev.bloomery.gate.store.StoreException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.util.JedisClusterCRC16;

/** The nodes of a cluster. */
final class ClusterServers implements Servers {
    private static final String[] NO_ARGUMENTS = {};

    private final RedisClusterClient cluster;
    /** Wait for the answers of several nodes to one batch; none stays when there is nothing to do. */
    private final ExecutorService readers = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), ClusterServers::newReader);

    ClusterServers(RedisClusterClient cluster) {
        this.cluster = cluster;
    }

    private static Thread newReader(Runnable task) {
        Thread thread = new Thread(task, "bloomery-redis");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Pipeline lineTo(byte[] name) {
        try {
            return knownLineTo(name);
        } catch (JedisException nodeIsGone) {
            learnWhoHas(name);
            return knownLineTo(name);
        }
    }

    private Pipeline knownLineTo(byte[] name) {
        return new Pipeline(cluster.getConnectionFromSlot(JedisClusterCRC16.getSlot(name)), true);
    }

    /** A lookup may be repeated: the client then follows redirections, and learns the slots anew where a node is gone. */
    private void learnWhoHas(byte[] name) {
        boolean unused = cluster.exists(name);
    }

    @Override
    public Pipeline lineAfter(JedisRedirectionException redirect, byte[] name) {
        if (!(redirect instanceof JedisAskDataException)) {
            learnWhoHas(name);
            return knownLineTo(name);
        }
        ConnectionPool target =
                cluster.getClusterNodes().get(redirect.getTargetNode().toString());
        if (target == null) {
            throw redirect;
        }
        Pipeline line = new Pipeline(target.getResource(), true);
        Response<Object> unused = line.sendCommand(Command.ASKING, NO_ARGUMENTS);
        return line;
    }

    @Override
    public AbstractPipeline lines() {
        return cluster.pipelined(readers);
    }

    /**
     * Primaries and replicas: which is which the nodes say themselves. One that cannot be reached is left out.
     */
    @Override
    public List<Pipeline> linesToAll() {
        List<Pipeline> lines = new ArrayList<>();
        for (ConnectionPool node : cluster.getClusterNodes().values()) {
            try {
                lines.add(new Pipeline(node.getResource(), true));
            } catch (JedisException isDown) {
                // its slots will be missed, if it has any
            }
        }
        return lines;
    }

    @Override
    public boolean canLock() {
        return true;
    }

    @Override
    public Connection connectionTo(byte[] name) {
        learnWhoHas(name); // a script is not sent on by the client, so the node must be the right one
        try (Connection pooled = cluster.getConnectionFromSlot(JedisClusterCRC16.getSlot(name))) {
            ConnectionPool pool =
                    cluster.getClusterNodes().get(pooled.getHostAndPort().toString());
            if (pool == null) {
                throw new JedisConnectionException("the node that has the slot is not known any more; try again");
            }
            return Servers.beside(pool);
        }
    }

    @Override
    public NodeState state(Pipeline line) {
        return NodeState.ofNode(line);
    }

    @Override
    public void requireWhole(List<NodeState> states) {
        BitSet covered = new BitSet(NodeSlots.ALL);
        for (NodeState state : states) {
            if (!state.isPrimary()) {
                continue;
            }
            NodeSlots slots = state.slots();
            if (covered.intersects(slots.owned())) {
                throw new StoreException(
                        "two nodes of the cluster claim the same slot; scan again when it is settled", null);
            }
            covered.or(slots.owned());
        }
        if (covered.cardinality() < NodeSlots.ALL) {
            throw new StoreException(
                    "the nodes that the client knows have " + covered.cardinality() + " slots of " + NodeSlots.ALL
                            + "; bring up the others, and give the client a topologyRefreshPeriod",
                    null);
        }
    }

    @Override
    public boolean areTogether(byte[] one, byte[] other) {
        return JedisClusterCRC16.getSlot(one) == JedisClusterCRC16.getSlot(other);
    }
}
