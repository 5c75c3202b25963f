package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.testkit.store.GateStress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A replica takes over the slots of its primary: by an election after the primary was killed, or by command. */
@Tag("long")
@ParameterizedClass
@EnumSource(Client.class)
class ClusterFailoverTest {
    private static final int REPLICA = 3;
    private static final int FIRST_SLOT_OF_OTHERS = 5_461;

    private final ClusterProcesses servers = ClusterProcesses.startedWithReplica();
    private final ConnectedClient connected;
    private final RedisKeyStore<Long> store;

    ClusterFailoverTest(Client client) {
        connected = client.toCluster(servers.ports(), Duration.ofSeconds(2));
        store = RedisKeyStore.over(connected.servers(), "k:", KeyNames.int64()).open();
    }

    @AfterEach
    void stop() {
        connected.close();
        servers.close();
    }

    private Gate<Long> gate() {
        return Gate.over(store, KeyEncoder.int64(), CuckooSpec.of(2_000, 0.001))
                .writers(StoreWriters.<Long>onlyThisProcess().unguarded()) // a guard may notice it as well
                .openWarm(keys -> {});
    }

    /** Keys in the slots of node 0. */
    private static List<Long> keysOfNode0(int count) {
        return LongStream.iterate(0, key -> key + 1)
                .filter(key -> JedisClusterCRC16.getSlot("k:" + key) < FIRST_SLOT_OF_OTHERS)
                .limit(count)
                .boxed()
                .toList();
    }

    private void awaitReplication() {
        try (Jedis primary = servers.node(0).direct()) {
            assertThat(primary.waitReplicas(1, 10_000)).isEqualTo(1);
        }
    }

    /** What is there is never called absent, from the death of the primary on until its replica answers. */
    private static boolean allAnswered(Gate<Long> gate, List<Long> present) {
        boolean all = true;
        for (Long key : present) {
            try {
                assertThat(gate.contains(key)).as("key %d", key).isTrue();
            } catch (StoreException nobodyHasTheSlot) {
                all = false;
            }
        }
        return all;
    }

    @Test
    void everything_primaryIsKilled_goesOnAtItsReplica() {
        List<Long> keys = keysOfNode0(101);
        List<Long> present = keys.subList(0, 100);
        long absent = keys.get(100);
        try (Gate<Long> gate = gate()) {
            present.forEach(key -> assertThat(gate.addIfAbsent(key)).isTrue());
            awaitReplication();
            ServerWatch watch = ServerWatch.of(store);
            servers.electSoon();

            servers.node(0).kill();
            assertThat(allAnswered(gate, present.subList(0, 1))).isFalse();
            RedisProcess.await("the replica answers", () -> allAnswered(gate, present));
            assertThat(gate.contains(absent)).isFalse();
            assertThat(gate.addIfAbsent(absent)).isTrue();
            assertThat(gate.remove(present.get(0))).isTrue();
            assertThat(watch.hasChanged()).isTrue();
            assertThat(gate.rebuild().keys()).isEqualTo(100);

            servers.node(0).start();
            servers.awaitReplica(0);
            assertThat(allAnswered(gate, keys.subList(1, 101))).isTrue();
            assertThat(gate.contains(present.get(0))).isFalse();
            assertThat(watch.hasChanged()).isFalse();
            assertThat(gate.rebuild().keys()).isEqualTo(100);
        }
    }

    /** The replica knows the holder by its last beat alone. */
    @Test
    void locks_primaryIsKilled_areFreeAtItsReplicaAfterTheLease() {
        String prefix = LongStream.range(0, 1_000)
                .mapToObj(number -> "{" + number + "}:")
                .filter(name -> JedisClusterCRC16.getSlot(name) < FIRST_SLOT_OF_OTHERS)
                .findFirst()
                .orElseThrow();
        StoreLocks locks = LocksChild.locks(connected.servers(), prefix, 2_000);
        try (StoreLocks.Session session = locks.open()) {
            assertThat(session.tryLock(1)).isTrue();
            assertThat(session.raiseEpoch(5)).isPresent();
            awaitReplication();
            servers.electSoon();
            servers.node(0).kill();
            assertThatThrownBy(session::lockedByOthers).isInstanceOf(StoreException.class);
            StoreLocks.Session[] next = new StoreLocks.Session[1];
            StoreLocks ofOther = LocksChild.locks(connected.servers(), prefix, 2_000);
            RedisProcess.await("the replica has the locks", () -> {
                try {
                    next[0] = ofOther.open();
                    return true;
                } catch (StoreException nobodyHasTheSlot) {
                    return false;
                }
            });
            try (StoreLocks.Session other = next[0]) {
                RedisProcess.await("the lock is free", () -> other.tryLock(1));
                assertThat(other.raiseEpoch(6)).contains(new StoreLocks.Epoch(1, 5, false));
            }
        }
    }

    /** The replica never got the delete, so that the key is back: until somebody looks, the answer is wrong; that is the control. */
    @Test
    void hasChanged_replicaTakesOverWithoutTheLastDelete_letsTheGateAskTheStore() {
        long key = keysOfNode0(1).get(0);
        try (Gate<Long> gate = gate()) {
            assertThat(gate.addIfAbsent(key)).isTrue();
            awaitReplication();
            ServerWatch watch = ServerWatch.of(store);
            servers.electSoon();

            servers.node(REPLICA).freeze();
            try (Jedis primary = servers.node(0).direct()) {
                assertThat(primary.clientKill(new ClientKillParams().type(ClientType.REPLICA)))
                        .isEqualTo(1);
                assertThat(gate.remove(key)).isTrue();
            }
            servers.node(0).kill();
            servers.node(REPLICA).resume();
            servers.awaitPrimary(REPLICA);
            RedisProcess.await("the replica answers", () -> answersOf(store, key));

            assertThat(gate.contains(key)).as("wrong, as nobody has looked").isFalse();
            assertThat(watch.hasChanged()).isTrue();
            gate.markIncomplete();
            assertThat(gate.contains(key)).isTrue();
            assertThat(gate.rebuild().keys()).isEqualTo(1);
            assertThat(gate.contains(key)).isTrue();
        }
    }

    private static boolean answersOf(RedisKeyStore<Long> store, long key) {
        try {
            return store.contains(key);
        } catch (StoreException notYet) {
            return false;
        }
    }

    /** By command the replica waits until it has everything: nothing is lost, whatever runs beside it. */
    @Test
    void lookups_whilePrimaryAndReplicaChangePlaces_noWrongAnswer() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        AtomicBoolean over = new AtomicBoolean();
        servers.electAfter(4_000); // long enough that nobody is replaced unasked, and the next vote comes soon
        try (Gate<Long> gate = gate()) {
            Future<Integer> changes = thread.submit(() -> changePlaces(over));
            GateStress.Result result = new GateStress<>(gate, 200, i -> (long) i).run(60_000);
            over.set(true);
            assertThat(result.wrong()).isEmpty();
            assertThat(result.written()).isPositive();
            assertThat(changes.get()).isPositive();
        } finally {
            over.set(true);
            thread.shutdown();
        }
    }

    private int changePlaces(AtomicBoolean over) {
        int changes = 0;
        while (!over.get()) {
            int next = changes % 2 == 0 ? REPLICA : 0;
            servers.takeOver(next);
            servers.awaitReplica(REPLICA - next);
            changes++;
        }
        return changes;
    }
}
