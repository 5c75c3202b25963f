package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.testkit.store.GateProcess;
import dev.bloomery.testkit.store.GuardedProcessesContract;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import redis.clients.jedis.RedisClient;

/** Two processes over names in one server. */
class GuardedProcessesTest extends GuardedProcessesContract {
    private static final AtomicInteger PREFIXES = new AtomicInteger();
    private static RedisProcess server;
    private static RedisClient jedis;

    private final String prefix = "set" + PREFIXES.incrementAndGet() + ":";

    @BeforeAll
    static void startServer() {
        server = RedisProcess.started();
        jedis = Clients.to(server.port(), Duration.ofSeconds(10));
    }

    @AfterAll
    static void stopServer() {
        jedis.close();
        server.close();
    }

    @Override
    protected GateProcess start(boolean guarded) throws IOException {
        return GateProcess.start(GuardChild.class, Integer.toString(server.port()), prefix, Boolean.toString(guarded));
    }

    @Override
    protected KeyStore<String> store() {
        return RedisKeyStore.over(JedisServers.of(jedis), prefix, KeyNames.utf8())
                .open();
    }
}
