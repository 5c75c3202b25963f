package dev.bloomery.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClusterClient;

/** A cluster of three primaries without replicas. */
final class ClusterProcesses implements AutoCloseable {
    private static final int[] FIRST = {0, 5_461, 10_923, 16_384};

    private final List<RedisProcess> nodes = new ArrayList<>();

    private ClusterProcesses() {}

    static ClusterProcesses started() {
        ClusterProcesses cluster = new ClusterProcesses();
        try {
            for (int i = 0; i < 3; i++) {
                cluster.nodes.add(RedisProcess.started(
                        "--cluster-enabled",
                        "yes",
                        "--cluster-node-timeout",
                        "30000",
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
        for (int i = 0; i < nodes.size(); i++) {
            try (Jedis node = nodes.get(i).direct()) {
                node.sendCommand(
                        Command.CLUSTER, "ADDSLOTSRANGE", String.valueOf(FIRST[i]), String.valueOf(FIRST[i + 1] - 1));
                node.sendCommand(Command.CLUSTER, "SET-CONFIG-EPOCH", String.valueOf(i + 1));
                if (i > 0) {
                    node.sendCommand(
                            Command.CLUSTER,
                            "MEET",
                            "127.0.0.1",
                            String.valueOf(nodes.get(0).port()));
                }
            }
        }
        awaitAgreement();
    }

    /** Until every node knows of all slots. */
    void awaitAgreement() {
        for (RedisProcess node : nodes) {
            try (Jedis jedis = node.direct()) {
                RedisProcess.await("the cluster agrees", () -> {
                    String info = jedis.clusterInfo();
                    return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:3");
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

    RedisProcess node(int number) {
        return nodes.get(number);
    }

    RedisClusterClient client(int timeoutMillis) {
        Set<HostAndPort> addresses = new HashSet<>();
        nodes.forEach(node -> addresses.add(node.address()));
        return RedisClusterClient.builder()
                .nodes(addresses)
                .clientConfig(DefaultJedisClientConfig.builder()
                        .timeoutMillis(timeoutMillis)
                        .build())
                .poolConfig(Clients.pool())
                .maxAttempts(3)
                .maxTotalRetriesDuration(Duration.ofSeconds(1))
                .build();
    }

    @Override
    public void close() {
        nodes.forEach(RedisProcess::close);
    }
}
