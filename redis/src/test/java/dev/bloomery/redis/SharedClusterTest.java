package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.SharedBoard.Count;
import dev.bloomery.spec.BloomSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A filter of several shards in a cluster whose slots move, and one behind sentinels whose primary is lost. */
class SharedClusterTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @Test
    void slots_thatMoveWhileKeysAreAdded_loseNothing() {
        try (ClusterProcesses cluster = ClusterProcesses.started();
                ConnectedClient client = Client.LETTUCE.toCluster(cluster.ports(), TIMEOUT);
                SharedFilter<Long> own = created(cluster, client);
                SharedProcesses processes = new SharedProcesses(2, cluster.ports());
                SharedHistory history = new SharedHistory(processes, 0)) {
            history.awaitAdds(50);
            for (int turn = 0; turn < 2; turn++) {
                for (String name : List.of("history", "history:1")) {
                    move(cluster, JedisClusterCRC16.getSlot("{bloomery:" + name + "}"));
                    RedisProcess.await("it goes on", () -> own.state() == SharedState.CURRENT);
                    history.awaitAdds(50);
                    history.awaitNoes(200);
                }
            }
            assertThat(history.board.get(Count.WRONG))
                    .as("wrong no: %s", history)
                    .isZero();
        }
    }

    private static SharedFilter<Long> created(ClusterProcesses cluster, ConnectedClient client) {
        return RedisProcess.retried(() -> {
            cluster.flush(); // a creation that was cut short
            return SharedFilter.over(client.servers(), SharedHistory.NAME, KeyEncoder.int64())
                    .spec(BloomSpec.of(SharedBoard.KEYS, 0.01))
                    .consistency(Consistency.leased(Duration.ofMillis(200)))
                    .shards(3)
                    .createEmpty();
        });
    }

    /** Moves a slot to another node, key by key. */
    private static void move(ClusterProcesses cluster, int slot) {
        int from = 0;
        for (int node = 0; node < 3; node++) {
            try (Jedis jedis = cluster.node(node).direct()) {
                jedis.clusterCountKeysInSlot(slot);
                from = jedis.clusterCountKeysInSlot(slot) > 0 ? node : from;
            }
        }
        int to = (from + 1) % 3;
        try (Jedis source = cluster.node(from).direct();
                Jedis target = cluster.node(to).direct()) {
            target.clusterSetSlotImporting(slot, source.clusterMyId());
            source.clusterSetSlotMigrating(slot, target.clusterMyId());
            for (List<byte[]> keys = source.clusterGetKeysInSlotBinary(slot, 1);
                    !keys.isEmpty();
                    keys = source.clusterGetKeysInSlotBinary(slot, 1)) {
                Object unused = source.sendCommand(
                        Command.MIGRATE,
                        bytes("127.0.0.1"),
                        bytes(String.valueOf(cluster.node(to).port())),
                        keys.get(0),
                        bytes("0"),
                        bytes("5000"));
                RedisProcess.pause(30); // so that scripts find a part of the keys here and a part there
            }
            target.clusterSetSlotNode(slot, target.clusterMyId());
            source.clusterSetSlotNode(slot, target.clusterMyId());
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void sentinels_thatReplaceThePrimaryByOneThatIsBehind_loseNothing() {
        List<Long> keys = LongStream.range(0, 2_000).boxed().toList();
        try (Sentinels sentinels = Sentinels.started();
                ConnectedClient client = Client.LETTUCE.toPrimary(Sentinels.NAME, sentinels.ports(), TIMEOUT);
                SharedFilter<Long> first = SharedFilter.over(client.servers(), "seen", KeyEncoder.int64())
                        .spec(BloomSpec.of(10_000, 0.01))
                        .longestWait(Duration.ofSeconds(20))
                        .serverLosesAtMost(Duration.ofMillis(800))
                        .createEmpty();
                SharedFilter<Long> second = SharedFilter.over(client.servers(), "seen", KeyEncoder.int64())
                        .longestWait(Duration.ofSeconds(20))
                        .open()) {
            List<Boolean> unused = List.of(first.add(-1L), second.add(-2L));
            RedisProcess.await("the replica has all", () -> {
                try (Jedis direct = sentinels.replica.direct()) {
                    return direct.info("replication").contains("master_link_status:up");
                }
            });
            RedisProcess.pause(100);
            sentinels.replica.freeze();
            long unusedToo = first.addAll(keys); // the replica never hears of them
            sentinels.primary.kill();
            sentinels.replica.resume();
            sentinels.awaitFailover();
            RedisProcess.await("it is whole again", () -> first.state() == SharedState.CURRENT);
            RedisProcess.await("it is whole again", () -> second.state() == SharedState.CURRENT);
            try (SharedFilter<Long> late = SharedFilter.over(client.servers(), "seen", KeyEncoder.int64())
                    .open()) {
                RedisProcess.await("it has all", () -> late.state() == SharedState.CURRENT);
                for (SharedFilter<Long> filter : List.of(first, second, late)) {
                    assertThat(keys).allMatch(filter::mightContain);
                    assertThat(filter.ask(-2L)).isEqualTo(SharedAnswer.MAYBE);
                }
            }
        }
    }
}
