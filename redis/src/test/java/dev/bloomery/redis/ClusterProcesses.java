package dev.bloomery.redis;

import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/** A cluster of three primaries, without replicas, or with one of the first of them. */
final class ClusterProcesses implements AutoCloseable {
    private static final int PRIMARIES = 3;
    private static final int[] FIRST = {0, 5_461, 10_923, 16_384};
    /** Nobody takes over, however long a node is away. */
    private static final int NEVER_MILLIS = 30_000;
    /** After so long a node counts as gone, and its replica stands for election. */
    private static final int SOON_MILLIS = 1_000;

    private final List<RedisProcess> nodes = new ArrayList<>();

    private ClusterProcesses() {}

    static ClusterProcesses started() {
        return started(PRIMARIES);
    }

    /** Node 3 is a replica of node 0, and has all that it has. It takes over by command, or after {@link #electSoon} by itself. */
    static ClusterProcesses startedWithReplica() {
        ClusterProcesses cluster = started(PRIMARIES + 1);
        try (Jedis primary = cluster.node(0).direct();
                Jedis replica = cluster.node(PRIMARIES).direct()) {
            replica.sendCommand(Command.CLUSTER, "REPLICATE", primary.clusterMyId());
            cluster.awaitReplica(PRIMARIES);
            return cluster;
        } catch (RuntimeException problem) {
            cluster.close();
            throw problem;
        }
    }

    private static ClusterProcesses started(int nodes) {
        ClusterProcesses cluster = new ClusterProcesses();
        try {
            for (int i = 0; i < nodes; i++) {
                cluster.nodes.add(RedisProcess.started(
                        "--cluster-enabled",
                        "yes",
                        "--cluster-node-timeout",
                        String.valueOf(NEVER_MILLIS),
                        "--cluster-require-full-coverage",
                        "no"));
            }
            cluster.join();
            return cluster;
        } catch (RuntimeException problem) {
            cluster.close();
            throw problem;
        }
    }

    private void join() {
        for (int i = 0; i < PRIMARIES; i++) {
            try (Jedis node = nodes.get(i).direct()) {
                node.sendCommand(
                        Command.CLUSTER, "ADDSLOTSRANGE", String.valueOf(FIRST[i]), String.valueOf(FIRST[i + 1] - 1));
                node.sendCommand(Command.CLUSTER, "SET-CONFIG-EPOCH", String.valueOf(i + 1));
            }
        }
        for (RedisProcess node : nodes.subList(1, nodes.size())) {
            try (Jedis jedis = node.direct()) {
                jedis.clusterMeet("127.0.0.1", nodes.get(0).port());
            }
        }
        awaitAgreement();
    }

    /** From now on a primary that is gone is replaced. Not earlier: nodes that begin slowly would count as gone. */
    void electSoon() {
        electAfter(SOON_MILLIS);
    }

    /** From now on, nodes that are away for so long are replaced, and primaries vote once in twice that time. */
    void electAfter(int millis) {
        for (RedisProcess node : nodes) {
            try (Jedis jedis = node.direct()) {
                jedis.configSet("cluster-node-timeout", String.valueOf(millis));
            }
        }
    }

    /** Until the node is a replica, and has all that its primary has. */
    void awaitReplica(int number) {
        try (Jedis node = node(number).direct()) {
            RedisProcess.await("node " + number + " is a replica", () -> {
                String info = node.info("replication");
                return info.contains("role:slave") && info.contains("master_link_status:up");
            });
        }
    }

    /** Until the node is a primary. */
    void awaitPrimary(int number) {
        try (Jedis node = node(number).direct()) {
            RedisProcess.await(
                    "node " + number + " takes over",
                    () -> node.info("replication").contains("role:master"));
        }
    }

    /**
     * Tells a replica to take over, and waits until it has. The command is given again and again: the node tries for some seconds only, and the other
     * primaries vote once in twice the timeout of nodes.
     */
    void takeOver(int number) {
        try (Jedis node = node(number).direct()) {
            RedisProcess.await("node " + number + " takes over", () -> {
                if (node.info("replication").contains("role:master")) {
                    return true;
                }
                node.sendCommand(Command.CLUSTER, "FAILOVER");
                RedisProcess.pause(200);
                return false;
            });
        }
    }

    /** Until every node knows of all slots. */
    void awaitAgreement() {
        for (RedisProcess node : nodes) {
            try (Jedis jedis = node.direct()) {
                RedisProcess.await("the cluster agrees", () -> {
                    String info = jedis.clusterInfo();
                    return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + nodes.size());
                });
            }
        }
    }

    void flush() {
        for (RedisProcess node : nodes) {
            try (Jedis jedis = node.direct()) {
                jedis.flushAll();
            }
        }
    }

    List<Integer> ports() {
        return nodes.stream().map(RedisProcess::port).toList();
    }

    RedisProcess node(int number) {
        return nodes.get(number);
    }

    @Override
    public void close() {
        nodes.forEach(RedisProcess::close);
    }
}
