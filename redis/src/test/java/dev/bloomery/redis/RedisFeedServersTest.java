package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.store.StoreException;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Feeds over a primary that sentinels name, and over a cluster. */
class RedisFeedServersTest {
    private final MemoryStore store = new MemoryStore();

    @Test
    void everything_replicaThatIsBehindTakesOver_noWrongNo() {
        replicaThatIsBehindTakesOver(Client.JEDIS);
    }

    @Test
    @Tag("long")
    void everything_replicaThatIsBehindTakesOverByLettuce_noWrongNo() {
        replicaThatIsBehindTakesOver(Client.LETTUCE);
    }

    private void replicaThatIsBehindTakesOver(Client client) {
        try (Sentinels all = Sentinels.started();
                FedGate one = new FedGate(toPrimary(client, all), store);
                FedGate other = new FedGate(toPrimary(client, all), store)) {
            for (long key = 0; key < 20; key++) {
                assertThat(one.gate.addIfAbsent(key)).isTrue();
            }
            all.replica.freeze();
            for (long key = 20; key < 40; key++) { // which the successor will not have
                assertThat(one.gate.addIfAbsent(key)).isTrue();
            }
            all.primary.kill();
            all.replica.resume();
            RedisProcess.await("a key can be inserted", () -> inserts(one, 40));
            assertThat(LongStream.range(0, 42).filter(other.gate::contains).count())
                    .isEqualTo(41);
            one.awaitAlone();
            other.awaitAlone();
            assertThat(other.gate.addIfAbsent(41L)).isTrue();
            assertThat(LongStream.range(0, 50).filter(one.gate::contains).count())
                    .isEqualTo(42);
        }
    }

    private static ConnectedClient toPrimary(Client client, Sentinels all) {
        return client.toPrimary(Sentinels.NAME, all.ports(), Duration.ofSeconds(2));
    }

    private static boolean inserts(FedGate one, long key) {
        try {
            return one.gate.addIfAbsent(key) || one.gate.contains(key);
        } catch (StoreException notYet) {
            return false;
        }
    }

    @Test
    void everything_slotOfTheLogMoves_noWrongNo() {
        slotOfTheLogMoves(Client.LETTUCE);
    }

    @Test
    @Tag("long")
    void everything_slotOfTheLogMovesByJedis_noWrongNo() {
        slotOfTheLogMoves(Client.JEDIS);
    }

    private void slotOfTheLogMoves(Client client) {
        try (ClusterProcesses servers = ClusterProcesses.started();
                FedGate one = new FedGate(client.toCluster(servers.ports(), Duration.ofSeconds(5)), store);
                FedGate other = new FedGate(client.toCluster(servers.ports(), Duration.ofSeconds(5)), store)) {
            assertThat(one.gate.addIfAbsent(0L)).isTrue();
            assertThat(other.gate.contains(0L)).isTrue();
            int slot = JedisClusterCRC16.getSlot("{bloomery:users}");
            int owner = owner(servers, slot);
            move(servers, slot, owner, (owner + 1) % 3, () -> {
                RedisProcess.await("a key can be inserted", () -> inserts(one, 1));
                assertThat(other.gate.contains(1L)).isTrue();
            });
            RedisProcess.await("a key can be inserted", () -> inserts(one, 2));
            assertThat(other.gate.contains(2L)).isTrue();
            one.awaitAlone();
            other.awaitAlone();
            assertThat(other.gate.addIfAbsent(3L)).isTrue();
            assertThat(LongStream.range(0, 10).filter(one.gate::contains)).containsExactly(0L, 1L, 2L, 3L);
        }
    }

    private static int owner(ClusterProcesses servers, int slot) {
        for (int i = 0; i < 3; i++) {
            try (Jedis node = servers.node(i).direct()) {
                if (!node.keys("{bloomery:users}:*").isEmpty()) {
                    return i;
                }
            }
        }
        throw new AssertionError("no node has slot " + slot);
    }

    /** @param meanwhile when the head has moved, and the log has not */
    private static void move(ClusterProcesses servers, int slot, int source, int target, Runnable meanwhile) {
        try (Jedis from = servers.node(source).direct();
                Jedis to = servers.node(target).direct();
                Jedis third = servers.node(3 - source - target).direct()) {
            String toId = to.clusterMyId();
            setSlot(to, slot, "IMPORTING", from.clusterMyId());
            setSlot(from, slot, "MIGRATING", toId);
            meanwhile.run();
            int port = servers.node(target).port();
            from.migrate("127.0.0.1", port, "{bloomery:users}:head", 0, 1_000);
            RedisProcess.pause(50); // both are refused everywhere until the log has moved, too
            from.migrate("127.0.0.1", port, "{bloomery:users}:log", 0, 1_000);
            setSlot(to, slot, "NODE", toId);
            setSlot(from, slot, "NODE", toId);
            setSlot(third, slot, "NODE", toId);
        }
    }

    private static void setSlot(Jedis node, int slot, String state, String id) {
        Object unused = node.sendCommand(Command.CLUSTER, "SETSLOT", String.valueOf(slot), state, id);
    }
}
