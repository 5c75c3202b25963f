package dev.bloomery.benchmarks.stores;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.redis.JedisServers;
import dev.bloomery.redis.KeyNames;
import dev.bloomery.redis.LettuceServers;
import dev.bloomery.redis.RedisKeyStore;
import dev.bloomery.redis.RedisServers;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.function.LongPredicate;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClient;
import redis.embedded.RedisExecProvider;

/** Redis on this machine, over the loopback interface; {@code BLOOMERY_REDIS_SERVER} names another server than the one that comes along. */
final class RedisUnderTest implements StoreUnderTest {
    private static final String PREFIX = "seen:";

    private final Process server;
    private final RedisClient jedis;
    private final Client client;
    private final RedisServers servers;
    private final LongPredicate direct;
    private final KeyStore<Long> store;

    /** By which client Redis is asked, through the gate and directly. */
    enum Client {
        JEDIS,
        LETTUCE
    }

    private RedisUnderTest(Client client, Process server, int port, int keys) {
        this.client = client;
        this.server = server;
        this.jedis = RedisClient.create("127.0.0.1", port);
        if (client == Client.JEDIS) {
            servers = JedisServers.of(jedis);
            direct = key -> jedis.exists(PREFIX + key);
        } else {
            RedisURI uri = RedisURI.create("127.0.0.1", port);
            var lettuce = io.lettuce.core.RedisClient.create(uri);
            servers = LettuceServers.of(lettuce, uri);
            awaitAnswer();
            RedisCommands<String, String> commands = lettuce.connect().sync();
            direct = key -> commands.exists(PREFIX + key) == 1;
        }
        this.store = RedisKeyStore.over(servers, PREFIX, KeyNames.int64()).open();
        awaitAnswer();
        for (int from = 0; from < keys; from += 10_000) {
            try (Pipeline batch = jedis.pipelined()) {
                for (int i = from; i < Math.min(keys, from + 10_000); i++) {
                    batch.set(PREFIX + 2L * i, "");
                }
            }
        }
    }

    static RedisUnderTest with(Client client, int keys) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        String named = System.getenv("BLOOMERY_REDIS_SERVER");
        File program = named == null || named.isEmpty()
                ? RedisExecProvider.defaultProvider().get()
                : new File(named);
        Process server = new ProcessBuilder(
                        program.getAbsolutePath(), "--port", String.valueOf(port), "--bind", "127.0.0.1", "--save", "")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::destroyForcibly));
        return new RedisUnderTest(client, server, port, keys);
    }

    private void awaitAnswer() {
        while (true) {
            try {
                if ("PONG".equals(jedis.ping())) {
                    return;
                }
            } catch (RuntimeException notYet) {
                if (!server.isAlive()) {
                    throw new IllegalStateException(
                            "Redis does not start; set BLOOMERY_REDIS_SERVER to a server that does", notYet);
                }
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public String name() {
        return client == Client.JEDIS ? "Redis by Jedis" : "Redis by Lettuce";
    }

    @Override
    public int goal(double fpp) {
        return fpp < 0.01 ? 300 : 50;
    }

    @Override
    public KeyStore<Long> store() {
        return store;
    }

    @Override
    public boolean isThere(long key) {
        return direct.test(key);
    }

    @Override
    public void close() {
        servers.close();
        jedis.close();
        server.destroyForcibly();
    }
}
