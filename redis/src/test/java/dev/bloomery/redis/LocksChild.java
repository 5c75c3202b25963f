package dev.bloomery.redis;

import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.testkit.store.LocksProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/** A process with a session of locks. Arguments: the port of a server, {@code cluster} if it is one of a cluster, the prefix, the lease. */
final class LocksChild {
    /** For as long as a server may take on a busy machine. */
    private static final int BUSY_MILLIS = 30_000;

    private LocksChild() {}

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        try (UnifiedJedis jedis = arguments[1].equals("cluster") ? cluster(port) : client(port)) {
            LocksProcess.serve(locks(jedis, arguments[2], Long.parseLong(arguments[3])));
        }
    }

    private static RedisClient client(int port) {
        return Clients.to(port, Duration.ofSeconds(10));
    }

    private static RedisClusterClient cluster(int port) {
        return RedisClusterClient.builder()
                .nodes(Set.of(new HostAndPort("127.0.0.1", port)))
                .clientConfig(DefaultJedisClientConfig.builder().build())
                .build();
    }

    static StoreLocks locks(UnifiedJedis jedis, String prefix, long leaseMillis, long freshMillis) {
        return locks(jedis, prefix, leaseMillis, freshMillis, BUSY_MILLIS);
    }

    static StoreLocks locks(UnifiedJedis jedis, String prefix, long leaseMillis, long freshMillis, int silenceMillis) {
        return new RedisLocks(
                Servers.of(jedis), prefix.getBytes(StandardCharsets.UTF_8), leaseMillis, freshMillis, silenceMillis);
    }

    static StoreLocks locks(UnifiedJedis jedis, String prefix, long leaseMillis) {
        return locks(jedis, prefix, leaseMillis, 1_000);
    }
}
