package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreLocks;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/** What a client of Lettuce for a cluster was given counts at all its nodes: the user, the password, and the timeout. */
class LettuceClusterSettingsTest {
    private static final String USER = "app";
    private static final String PASSWORD = "app's";
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private static ClusterProcesses servers;

    /** Nobody else may do anything. */
    @BeforeAll
    static void startForOneUser() {
        servers = ClusterProcesses.started();
        for (int i = 0; i < 3; i++) {
            try (Jedis node = servers.node(i).direct()) {
                node.sendCommand(Command.ACL, "SETUSER", USER, "on", ">" + PASSWORD, "~*", "&*", "+@all");
                node.configSet("requirepass", "another");
            }
        }
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    private static RedisURI uri(String password) {
        return RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(servers.ports().get(0)) // the others the client finds by itself
                .withAuthentication(USER, password)
                .withTimeout(TIMEOUT)
                .build();
    }

    private static void assertWorksOnAllNodes(LettuceServers of) {
        RedisKeyStore<Long> store =
                RedisKeyStore.over(of, "all:", KeyNames.int64()).open();
        List<Long> keys = LongStream.range(0, 50).boxed().toList();
        keys.forEach(key -> assertThat(store.insert(key)).isTrue());
        Set<Long> scanned = new HashSet<>();
        assertThat(store.scan(scanned::add)).isEqualTo(50);
        assertThat(scanned).containsExactlyInAnyOrderElementsOf(keys);
        assertThat(store.containsWhich(keys)).containsExactlyInAnyOrderElementsOf(keys);
        try (StoreLocks.Session session = store.locks().orElseThrow().open()) {
            assertThat(session.tryLock(1)).isTrue();
        }
        keys.forEach(key -> assertThat(store.delete(key)).isTrue());
    }

    @Test
    void userWithAPassword_worksOnAllNodes() {
        try (RedisClusterClient client = RedisClusterClient.create(uri(PASSWORD));
                LettuceServers of = LettuceServers.of(client)) {
            assertWorksOnAllNodes(of);
        }
    }

    @Test
    void wrongPassword_fails() {
        try (RedisClusterClient client = RedisClusterClient.create(uri("wrong"));
                LettuceServers of = LettuceServers.of(client)) {
            assertThatThrownBy(() -> assertWorksOnAllNodes(of)).isInstanceOf(StoreException.class);
        }
    }

    /** A node that has an address without a timeout would be waited for for a minute. */
    @Test
    @Timeout(30)
    void nodeIsFrozen_isWaitedForAsLongAsTheClientWasTold() {
        try (RedisClusterClient client = RedisClusterClient.create(uri(PASSWORD));
                LettuceServers of = LettuceServers.of(client)) {
            RedisKeyStore<Long> store =
                    RedisKeyStore.over(of, "k:", KeyNames.int64()).open();
            long key = ClusterTest.keysOfSlot(16_001, 1).get(0);
            assertThat(store.contains(key)).isFalse();
            servers.node(2).freeze();
            assertThatThrownBy(() -> store.insert(key))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("no answer came");
        } finally {
            servers.node(2).resume();
        }
    }
}
