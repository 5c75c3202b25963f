package dev.bloomery.redis;

import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.redis.internal.locks.RedisLocks;
import dev.bloomery.testkit.store.LocksProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** A process with a session of locks. Arguments: the port of a server, {@code cluster} if it is one of a cluster, the prefix, the lease, the client. */
final class LocksChild {
    /** For as long as a server may take on a busy machine. */
    private static final int BUSY_MILLIS = 30_000;

    private LocksChild() {}

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        Client client = Client.valueOf(arguments[4]);
        try (ConnectedClient connected = arguments[1].equals("cluster")
                ? client.toCluster(List.of(port), Duration.ofSeconds(10))
                : client.to(port, Duration.ofSeconds(10))) {
            LocksProcess.serve(locks(connected.servers(), arguments[2], Long.parseLong(arguments[3])));
        }
    }

    static StoreLocks locks(RedisServers servers, String prefix, long leaseMillis, long freshMillis) {
        return locks(servers, prefix, leaseMillis, freshMillis, BUSY_MILLIS);
    }

    static StoreLocks locks(
            RedisServers servers, String prefix, long leaseMillis, long freshMillis, int silenceMillis) {
        return new RedisLocks(
                servers.servers(), prefix.getBytes(StandardCharsets.UTF_8), leaseMillis, freshMillis, silenceMillis);
    }

    static StoreLocks locks(RedisServers servers, String prefix, long leaseMillis) {
        return locks(servers, prefix, leaseMillis, 1_000);
    }
}
