package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.testkit.store.LoopbackProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Keys on all nodes of a cluster, nodes that fail, and slots that move. */
class ClusterTest {
    private static ClusterProcesses servers;
    private static RedisClusterClient jedis;
    private static RedisKeyStore<Long> store;

    @BeforeAll
    static void start() {
        servers = ClusterProcesses.started();
        jedis = servers.client(2_000);
        store = RedisKeyStore.over(JedisServers.of(jedis), "k:", KeyNames.int64())
                .open();
    }

    @AfterAll
    static void stop() {
        jedis.close();
        servers.close();
    }

    @BeforeEach
    void flush() {
        servers.flush();
    }

    /** A key in the slot of node 0 that has this number among the keys of its slots. */
    private static List<Long> keysOfSlot(int slot, int count) {
        return LongStream.iterate(0, key -> key + 1)
                .filter(key -> JedisClusterCRC16.getSlot("k:" + key) == slot)
                .limit(count)
                .boxed()
                .toList();
    }

    private static Set<Long> scanned() {
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
        try (RedisClient one = Clients.to(servers.node(0).port(), Duration.ofSeconds(2))) {
            RedisKeyStore<Long> part = RedisKeyStore.over(JedisServers.of(one), "k:", KeyNames.int64())
                    .open();
            assertThatThrownBy(() -> part.scan(key -> {}))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("client for clusters");
        }
    }

    @Test
    void everything_slotMovesToAnotherNode_goesOn() {
        int slot = 77;
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
        int slot = 5_000;
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

    /** The client repeats a command whose connection broke: its second try finds what the first one did. */
    @Test
    void insert_answerIsCutOff_isNotRepeated() throws Exception {
        List<LoopbackProxy> proxies = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            proxies.add(LoopbackProxy.to(servers.node(i).port()));
        }
        try (RedisClusterClient proxied = RedisClusterClient.builder()
                .nodes(Set.of(servers.node(0).address()))
                .clientConfig(DefaultJedisClientConfig.builder()
                        .hostAndPortMapper(node -> proxyOf(node, proxies))
                        .build())
                .build()) {
            RedisKeyStore<Long> through = RedisKeyStore.over(JedisServers.of(proxied), "k:", KeyNames.int64())
                    .open();
            long key = keysOfSlot(16_001, 1).get(0);
            assertThat(through.contains(key)).isFalse();
            LoopbackProxy proxy = proxies.get(2);

            proxy.cutAfterRequest("NX");
            assertThatThrownBy(() -> through.insert(key))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.outcome()).isEqualTo(Outcome.UNKNOWN));
            assertThat(through.contains(key)).isTrue();
            assertThat(through.delete(key)).isTrue();

            // control: the client by itself says that the key was there before
            proxy.cutAfterRequest("NX");
            assertThat(proxied.set("k:" + key, "", SetParams.setParams().nx())).isNull();
            assertThat(proxy.hasCut()).isTrue();
        } finally {
            for (LoopbackProxy proxy : proxies) {
                closeQuietly(proxy);
            }
        }
    }

    private static HostAndPort proxyOf(HostAndPort node, List<LoopbackProxy> proxies) {
        for (int i = 0; i < 3; i++) {
            if (servers.node(i).port() == node.getPort()) {
                return new HostAndPort("127.0.0.1", proxies.get(i).port());
            }
        }
        return node;
    }

    private static void closeQuietly(LoopbackProxy proxy) {
        try {
            proxy.close();
        } catch (IOException gone) {
            // it is
        }
    }
}
