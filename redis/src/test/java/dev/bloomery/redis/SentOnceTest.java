package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.testkit.store.LoopbackProxy;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Lettuce sends commands again when a connection comes back; a store over it does not. */
class SentOnceTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private RedisProcess server;
    private LoopbackProxy proxy;
    private RedisURI uri;
    private RedisClient lettuce;
    private LettuceServers servers;
    private RedisKeyStore<Long> store;

    @BeforeEach
    void start() throws Exception {
        server = RedisProcess.started();
        proxy = LoopbackProxy.to(server.port());
        uri = RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(proxy.port())
                .withTimeout(TIMEOUT)
                .build();
        lettuce = RedisClient.create(uri);
        servers = LettuceServers.of(lettuce, uri);
        store = RedisKeyStore.over(servers, "k:", KeyNames.int64()).open();
    }

    @AfterEach
    void stop() throws Exception {
        servers.close();
        lettuce.shutdown();
        proxy.close();
        server.close();
    }

    private long executed(String command) {
        try (Jedis direct = server.direct()) {
            return direct.info("commandstats")
                    .lines()
                    .filter(line -> line.startsWith("cmdstat_" + command + ":calls="))
                    .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
                    .sum();
        }
    }

    @Test
    void insert_answerIsCutOff_isNotRepeated() {
        assertThat(store.contains(1L)).isFalse();
        proxy.cutAfterRequest("NX");
        assertThatThrownBy(() -> store.insert(1L))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        problem -> assertThat(problem.outcome()).isEqualTo(Outcome.UNKNOWN));
        assertThat(proxy.hasCut()).isTrue();
        assertThat(store.contains(1L)).isTrue();
        assertThat(store.delete(1L)).isTrue();
        assertThat(executed("set")).isEqualTo(1);
    }

    /** Control: the client by itself says that the key was there before. */
    @Test
    void set_answerIsCutOffAndLettuceReconnects_isRepeated() throws Exception {
        try (StatefulRedisConnection<String, String> connection = lettuce.connect()) {
            connection.setAutoFlushCommands(false);
            proxy.cutAfterRequest("NX");
            var first = connection.async().set("k:1", "", SetArgs.Builder.nx()); // told of the broken connection
            var second = connection.async().set("k:2", "", SetArgs.Builder.nx());
            connection.flushCommands();
            assertThat(second.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)).isNull();
            assertThat(first.isDone()).isTrue();
            assertThat(proxy.hasCut()).isTrue();
            assertThat(executed("set")).isGreaterThan(2);
        }
    }

    /** The client of the user keeps its own settings, and its connections. */
    @Test
    void of_clientOfTheUser_isNotChanged() {
        ClientOptions before = lettuce.getOptions();
        assertThat(store.insert(1L)).isTrue();
        assertThat(lettuce.getOptions()).isSameAs(before);
        servers.close();
        try (StatefulRedisConnection<String, String> connection = lettuce.connect()) {
            assertThat(connection.sync().exists("k:1")).isEqualTo(1);
        }
        assertThatThrownBy(() -> store.contains(1L)).isInstanceOf(StoreException.class);
    }
}
