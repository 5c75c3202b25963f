package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Keys on all nodes of a cluster, nodes that fail, and slots that move. */
@ParameterizedClass
@EnumSource(Client.class)
class ClusterTest {
    /** A slot of node 0; each test moves another one, which stays where it was moved to. */
    private static final AtomicInteger NEXT_SLOT = new AtomicInteger(77);

    private static ClusterProcesses servers;

    private final Client client;
    private ConnectedClient connected;
    private RedisKeyStore<Long> store;

    ClusterTest(Client client) {
        this.client = client;
    }

    @BeforeAll
    static void start() {
        servers = ClusterProcesses.started();
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @BeforeEach
    void connect() {
        servers.flush();
        connected = client.toCluster(servers.ports(), Duration.ofSeconds(2));
        store = RedisKeyStore.over(connected.servers(), "k:", KeyNames.int64()).open();
    }

    @AfterEach
    void disconnect() {
        connected.close();
    }

    /** A key in the slot of node 0 that has this number among the keys of its slots. */
    static List<Long> keysOfSlot(int slot, int count) {
        return LongStream.iterate(0, key -> key + 1)
                .filter(key -> JedisClusterCRC16.getSlot("k:" + key) == slot)
                .limit(count)
                .boxed()
                .toList();
    }

    private Set<Long> scanned() {
        Set<Long> keys = new HashSet<>();
        long unused = store.scan(keys::add);
        return keys;
    }

    @Test
    void scan_keysOnAllNodes_handsOverAll() {
        Set<Long> keys = new HashSet<>();
        for (long key = 0; key < 300; key++) {
            assertThat(store.insert(key)).isTrue();
            keys.add(key);
        }
        for (int i = 0; i < 3; i++) {
            try (Jedis node = servers.node(i).direct()) {
                assertThat(node.dbSize()).as("node %d", i).isPositive();
            }
        }
        assertThat(scanned()).isEqualTo(keys);
        assertThat(store.containsWhich(LongStream.range(0, 1_000).boxed().toList()))
                .isEqualTo(keys);
    }

    @Test
    void replace_keysOfDifferentSlots_isRefused() {
        assertThat(store.insert(1L)).isTrue();
        assertThatThrownBy(() -> store.replace(1L, 2L)).isInstanceOfSatisfying(StoreException.class, problem -> {
            assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE);
            assertThat(problem).hasMessageContaining("braces");
        });
        assertThat(scanned()).containsExactly(1L);
    }

    @Test
    void scan_byAClientOfOneNode_isRefused() {
        try (ConnectedClient one = client.to(servers.node(0).port(), Duration.ofSeconds(2))) {
            RedisKeyStore<Long> part =
                    RedisKeyStore.over(one.servers(), "k:", KeyNames.int64()).open();
            assertThatThrownBy(() -> part.scan(key -> {}))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("client for clusters");
        }
    }

    @Test
    void everything_slotMovesToAnotherNode_goesOn() {
        int slot = NEXT_SLOT.getAndIncrement();
        List<Long> keys = keysOfSlot(slot, 3);
        assertThat(store.insert(keys.get(0))).isTrue();
        try (Jedis from = servers.node(0).direct();
                Jedis to = servers.node(1).direct();
                Jedis other = servers.node(2).direct()) {
            String toId = to.clusterMyId();
            setSlot(to, slot, "IMPORTING", from.clusterMyId());
            setSlot(from, slot, "MIGRATING", toId);

            assertThatThrownBy(() -> store.scan(key -> {}))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("moving");
            assertThat(store.insert(keys.get(1))).as("sent on by ASK").isTrue();
            assertThat(store.insert(keys.get(1))).isFalse();
            assertThat(store.contains(keys.get(1))).isTrue();
            assertThat(store.containsWhich(keys)).containsExactlyInAnyOrder(keys.get(0), keys.get(1));
            assertThat(to.dbSize()).isEqualTo(1);

            String name = "k:" + keys.get(0);
            from.migrate("127.0.0.1", servers.node(1).port(), name, 0, 1_000);
            setSlot(to, slot, "NODE", toId);
            setSlot(from, slot, "NODE", toId);
            setSlot(other, slot, "NODE", toId);

            assertThat(store.insert(keys.get(2))).as("sent on by MOVED").isTrue();
            assertThat(to.dbSize()).isEqualTo(3);
            assertThat(scanned()).containsExactlyInAnyOrderElementsOf(keys);
            assertThat(store.delete(keys.get(0))).isTrue();
        }
    }

    private static void setSlot(Jedis node, int slot, String state, String id) {
        Object unused = node.sendCommand(Command.CLUSTER, "SETSLOT", String.valueOf(slot), state, id);
    }

    /** Keys that a node got while it was scanned could come from one that was not scanned yet. */
    @Test
    void scan_slotMovesMeanwhile_isRefused() {
        int slot = NEXT_SLOT.getAndIncrement();
        assertThat(store.insert(keysOfSlot(5_001, 1).get(0))).isTrue();
        assertThatThrownBy(() -> store.scan(key -> {
                    try (Jedis from = servers.node(0).direct();
                            Jedis to = servers.node(1).direct();
                            Jedis other = servers.node(2).direct()) {
                        String toId = to.clusterMyId();
                        setSlot(to, slot, "IMPORTING", from.clusterMyId());
                        setSlot(from, slot, "MIGRATING", toId);
                        setSlot(to, slot, "NODE", toId);
                        setSlot(from, slot, "NODE", toId);
                        setSlot(other, slot, "NODE", toId);
                    }
                }))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("slots of the cluster were moved");
        assertThat(scanned()).hasSize(1);
    }

    @Test
    void everything_nodeIsKilledAndComesBack_recovers() {
        List<Long> lost = keysOfSlot(100, 2);
        long kept = keysOfSlot(16_000, 1).get(0);
        try (Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), CuckooSpec.of(1_000, 0.001))
                .writers(StoreWriters.<Long>onlyThisProcess().unguarded()) // whose first gate would wait
                .openWarm(keys -> {})) {
            assertThat(gate.addIfAbsent(lost.get(0))).isTrue();
            assertThat(gate.addIfAbsent(kept)).isTrue();
            servers.node(0).kill();
            try {
                assertThatThrownBy(() -> gate.contains(lost.get(0))).isInstanceOf(StoreException.class);
                assertThatThrownBy(() -> gate.addIfAbsent(lost.get(1))).isInstanceOf(StoreException.class);
                assertThatThrownBy(gate::rebuild).isInstanceOf(StoreException.class);
                assertThat(gate.contains(kept)).isTrue();
            } finally {
                servers.node(0).start();
            }
            servers.awaitAgreement();
            assertThat(gate.contains(lost.get(0))).isFalse();
            assertThat(gate.rebuild().keys()).isEqualTo(1);
            assertThat(gate.addIfAbsent(lost.get(0))).isTrue();
            assertThat(gate.contains(lost.get(0))).isTrue();
        }
    }
}
