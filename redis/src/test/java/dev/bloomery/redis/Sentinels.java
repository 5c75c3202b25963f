package dev.bloomery.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** A primary with a replica, and three sentinels that watch them. */
final class Sentinels implements AutoCloseable {
    static final String NAME = "users";
    private static final int COUNT = 3;

    final RedisProcess primary = RedisProcess.started("--repl-diskless-sync-delay", "0");
    final RedisProcess replica = RedisProcess.started();
    private final List<RedisProcess> sentinels = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();

    private Sentinels() {}

    static Sentinels started() {
        Sentinels all = new Sentinels();
        try {
            try (Jedis direct = all.replica.direct()) {
                direct.replicaof("127.0.0.1", all.primary.port());
            }
            for (int i = 0; i < COUNT; i++) {
                all.sentinels.add(RedisProcess.startedWith(all.file(), "--sentinel"));
            }
            all.awaitAgreement();
            return all;
        } catch (RuntimeException problem) {
            all.close();
            throw problem;
        }
    }

    /** The settings of a sentinel, which writes into the file what it learns. */
    private Path file() {
        try {
            Path file = Files.createTempFile("bloomery-sentinel", ".conf");
            files.add(file);
            return Files.writeString(
                    file,
                    String.join(
                            System.lineSeparator(),
                            "sentinel monitor " + NAME + " 127.0.0.1 " + primary.port() + " 2",
                            "sentinel down-after-milliseconds " + NAME + " 1000",
                            "sentinel failover-timeout " + NAME + " 5000",
                            ""));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    List<Integer> ports() {
        return sentinels.stream().map(RedisProcess::port).toList();
    }

    /** Until the sentinels know of each other and of the replica. */
    private void awaitAgreement() {
        for (RedisProcess sentinel : sentinels) {
            try (Jedis jedis = sentinel.direct()) {
                RedisProcess.await(
                        "the sentinels agree",
                        () -> jedis.info("sentinel")
                                .contains("status=ok,address=127.0.0.1:" + primary.port() + ",slaves=1,sentinels="
                                        + COUNT));
            }
        }
    }

    /** Until they have made the replica the primary. */
    void awaitFailover() {
        RedisProcess.await("the replica takes over", () -> {
            try (Jedis direct = replica.direct()) {
                return direct.info("replication").contains("role:master");
            } catch (JedisConnectionException closed) {
                return false;
            }
        });
    }

    @Override
    public void close() {
        sentinels.forEach(RedisProcess::close);
        primary.close();
        replica.close();
        try {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
