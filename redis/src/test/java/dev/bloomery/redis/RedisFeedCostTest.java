package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/**
 * What an insert costs: without a feed, when the others acknowledge it, when it waits for the whole lease.
 * Prints a table; with three gates, over a store in the same Redis.
 */
@Tag("long")
class RedisFeedCostTest {
    private static final int[] THREADS = {1, 8};
    private final AtomicLong nextKey = new AtomicLong();

    @Test
    void inserts_acknowledged_takeRoundTripsAndNotTheLease() throws Exception {
        try (RedisProcess server = RedisProcess.started();
                ConnectedClient stores = connect(server)) {
            KeyStore<Long> store =
                    RedisKeyStore.over(stores.servers(), "k:", KeyNames.int64()).open();
            System.out.println("| gate | threads | inserts/s | median ms | 99 % ms | median beside no feed |");
            System.out.println("|---|---:|---:|---:|---:|---:|");
            double[] without = new double[THREADS.length];
            try (Gate<Long> alone = Gate.over(store, KeyEncoder.int64(), BloomSpec.of(1_000_000, 0.01))
                    .writers(StoreWriters.<Long>onlyThisProcess().unguarded())
                    .openWarm(keys -> {})) {
                measure(alone, 1, 20_000); // warm
                for (int i = 0; i < THREADS.length; i++) {
                    without[i] = print("no feed", alone, THREADS[i], 20_000, 0);
                }
            }
            double[] acknowledged = new double[THREADS.length];
            try (FedGate one = new FedGate(connect(server), store);
                    FedGate two = new FedGate(connect(server), store);
                    FedGate three = new FedGate(connect(server), store)) {
                measure(one.gate, 1, 200);
                for (int i = 0; i < THREADS.length; i++) {
                    acknowledged[i] = print("acknowledged", one.gate, THREADS[i], 2_000, without[i]);
                }
                try (Jedis direct = server.direct()) {
                    String log = "{bloomery:users}:log";
                    System.out.printf(
                            "an entry of the log takes %d bytes%n", direct.memoryUsage(log, 0) / direct.xlen(log));
                }
                assertThat(two.gate.contains(nextKey.get() - 1)).isTrue();
                assertThat(three.gate.contains(nextKey.get() - 1)).isTrue();
            }
            try (FedGate one = new FedGate(connect(server), store, RedisFeedBuilder::wholeLease)) {
                for (int i = 0; i < THREADS.length; i++) {
                    double whole = print("whole lease of 200 ms", one.gate, THREADS[i], 30 * THREADS[i], without[i]);
                    assertThat(acknowledged[i]).isLessThan(whole / 2);
                }
            }
        }
    }

    private static ConnectedClient connect(RedisProcess server) {
        return Client.LETTUCE.to(server.port(), Duration.ofSeconds(10));
    }

    /** The median in milliseconds. */
    private double print(String name, Gate<Long> gate, int threads, int inserts, double beside) throws Exception {
        long begun = System.nanoTime();
        long[] nanos = measure(gate, threads, inserts);
        double seconds = (System.nanoTime() - begun) / 1e9;
        double median = nanos[nanos.length / 2] / 1e6;
        System.out.printf(
                "| %s | %d | %.0f | %.2f | %.2f | %s |%n",
                name,
                threads,
                inserts / seconds,
                median,
                nanos[nanos.length * 99 / 100] / 1e6,
                beside == 0 ? "1" : String.format("%.1f", median / beside));
        return median;
    }

    /** How long each insert took, sorted. */
    private long[] measure(Gate<Long> gate, int threads, int inserts) throws Exception {
        ExecutorService all = Executors.newFixedThreadPool(threads);
        try {
            List<Future<long[]>> parts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                parts.add(all.submit(() -> {
                    long[] nanos = new long[inserts / threads];
                    for (int k = 0; k < nanos.length; k++) {
                        long begun = System.nanoTime();
                        assertThat(gate.addIfAbsent(nextKey.getAndIncrement())).isTrue();
                        nanos[k] = System.nanoTime() - begun;
                    }
                    return nanos;
                }));
            }
            long[] nanos = {};
            for (Future<long[]> part : parts) {
                long[] more = part.get();
                long[] both = Arrays.copyOf(nanos, nanos.length + more.length);
                System.arraycopy(more, 0, both, nanos.length, more.length);
                nanos = both;
            }
            Arrays.sort(nanos);
            return nanos;
        } finally {
            all.shutdownNow();
        }
    }
}
