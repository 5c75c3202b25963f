package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.testkit.store.LoopbackProxy;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.MappingSocketAddressResolver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.params.SetParams;

/** Clients send commands to a cluster again when a connection broke; a store over them does not send writes again. */
class SentOnceToClusterTest {
    private static ClusterProcesses servers;

    @BeforeAll
    static void start() {
        servers = ClusterProcesses.started();
    }

    @AfterAll
    static void stop() {
        servers.close();
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
            long key = ClusterTest.keysOfSlot(16_001, 1).get(0);
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

    /** Its connections are of the same kind as those to one server, of which {@link SentOnceTest} has the control. */
    @Test
    void insertByLettuce_answerIsCutOff_isNotRepeated() throws Exception {
        List<LoopbackProxy> proxies = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            proxies.add(LoopbackProxy.to(servers.node(i).port()));
        }
        ClientResources throughProxies = DefaultClientResources.builder()
                .socketAddressResolver(MappingSocketAddressResolver.create(
                        (io.lettuce.core.internal.HostAndPort node) -> {
                            HostAndPort proxy = proxyOf(new HostAndPort(node.getHostText(), node.getPort()), proxies);
                            return io.lettuce.core.internal.HostAndPort.of(proxy.getHost(), proxy.getPort());
                        }))
                .build();
        try (var client = io.lettuce.core.cluster.RedisClusterClient.create(
                        throughProxies,
                        RedisURI.create("127.0.0.1", servers.node(0).port()));
                LettuceServers lettuce = LettuceServers.of(client)) {
            RedisKeyStore<Long> store =
                    RedisKeyStore.over(lettuce, "k:", KeyNames.int64()).open();
            long key = ClusterTest.keysOfSlot(16_002, 1).get(0);
            assertThat(store.contains(key)).isFalse();
            long before = writes();

            proxies.get(2).cutAfterRequest("NX");
            assertThatThrownBy(() -> store.insert(key))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.outcome()).isEqualTo(Outcome.UNKNOWN));
            assertThat(proxies.get(2).hasCut()).isTrue();
            assertThat(store.contains(key)).isTrue();
            assertThat(store.delete(key)).isTrue();
            assertThat(writes() - before).isEqualTo(1);
        } finally {
            throughProxies.shutdown().get();
            for (LoopbackProxy proxy : proxies) {
                closeQuietly(proxy);
            }
        }
    }

    /** How many keys the last node was told to set. */
    private static long writes() {
        try (Jedis direct = servers.node(2).direct()) {
            return direct.info("commandstats")
                    .lines()
                    .filter(line -> line.startsWith("cmdstat_set:calls="))
                    .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
                    .sum();
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
