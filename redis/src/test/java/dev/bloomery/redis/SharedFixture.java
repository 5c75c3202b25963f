package dev.bloomery.redis;

import dev.bloomery.redis.internal.log.LogNames;
import dev.bloomery.redis.internal.log.LogRunner;
import dev.bloomery.redis.internal.shared.RedisSharedServer;
import dev.bloomery.redis.internal.shared.SharedServer;
import java.time.Duration;
import redis.clients.jedis.Jedis;

/** A Redis of its own, for tests of the packages inside. */
@SuppressWarnings("exports")
public final class SharedFixture implements AutoCloseable {
    private final RedisProcess redis;
    private final ConnectedClient client;

    private SharedFixture(RedisProcess redis) {
        this.redis = redis;
        client = Client.JEDIS.to(redis.port(), Duration.ofSeconds(20));
    }

    /** What servers there are. */
    public enum Kind {
        OF_THE_BUILD,
        OLDEST
    }

    public static SharedFixture started(Kind kind) {
        return new SharedFixture(kind == Kind.OLDEST ? RedisProcess.startedOldest() : RedisProcess.started());
    }

    public SharedServer server(String name, long leaseMillis) {
        LogRunner runner =
                new LogRunner(client.servers().routes(), new LogNames(name), RedisSharedServer.KIND, 0, 1_000);
        return new RedisSharedServer(
                client.servers().servers(), client.servers().routes(), runner, leaseMillis);
    }

    /** For example 7.0.15. */
    public String version() {
        try (Jedis direct = redis.direct()) {
            return direct.info("server")
                    .lines()
                    .filter(line -> line.startsWith("redis_version:"))
                    .findFirst()
                    .orElseThrow()
                    .substring("redis_version:".length());
        }
    }

    /** A connection past everything. */
    public Jedis direct() {
        return redis.direct();
    }

    @Override
    public void close() {
        client.close();
        redis.close();
    }
}
