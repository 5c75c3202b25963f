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
    private final RedisProcess redis = RedisProcess.started();
    private final ConnectedClient client = Client.JEDIS.to(redis.port(), Duration.ofSeconds(5));

    private SharedFixture() {}

    public static SharedFixture started() {
        return new SharedFixture();
    }

    public SharedServer server(String name, long leaseMillis) {
        LogRunner runner =
                new LogRunner(client.servers().routes(), new LogNames(name), RedisSharedServer.KIND, 0, 1_000);
        return new RedisSharedServer(
                client.servers().servers(), client.servers().routes(), runner, leaseMillis);
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
