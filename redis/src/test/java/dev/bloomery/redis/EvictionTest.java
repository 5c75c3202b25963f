package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.support.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/** A server that throws out keys when its memory is full. A <i>no</i> is wrong if the server has the key before and after it. */
class EvictionTest {
    private static final int KEYS = 12_000;
    private static final int WRITERS = 4;

    private final RedisProcess server = RedisProcess.started("--maxmemory", "4mb", "--maxmemory-policy", "allkeys-lru");
    private final RedisClient jedis = Clients.to(server.port(), Duration.ofSeconds(10));
    private final RedisKeyStore<Long> store = RedisKeyStore.over(JedisServers.of(jedis), "k:", KeyNames.int64())
            .value(new byte[1_000])
            .open();

    @AfterEach
    void close() {
        jedis.close();
        server.close();
    }

    @Test
    void lookups_whileKeysAreEvicted_noWrongNo() throws Exception {
        try (Gate<Long> gate = gate()) {
            assertThat(wrong(gate, false))
                    .as("wrong answers, %s", Seeds.describe())
                    .isZero();
            try (Jedis direct = server.direct()) {
                assertThat(direct.dbSize()).as("some were evicted").isBetween(1L, KEYS - 1L);
            }
        }
    }

    /** Control: keys go into the server alone. */
    @Test
    void lookups_whileKeysComePastTheGate_wrongNosAreSeen() throws Exception {
        try (Gate<Long> gate = gate()) {
            assertThat(wrong(gate, true)).isPositive();
        }
    }

    private Gate<Long> gate() {
        return Gate.over(store, KeyEncoder.int64(), CuckooSpec.of(2 * KEYS, 0.01))
                .writers(StoreWriters.<Long>onlyThisProcess().unguarded()) // whose first gate would wait
                .openWarm(keys -> {});
    }

    private long wrong(Gate<Long> gate, boolean pastTheGate) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 2);
        AtomicBoolean over = new AtomicBoolean();
        LongAdder wrong = new LongAdder();
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                writers.add(threads.submit(() -> {
                    for (long key = writer; key < KEYS; key += WRITERS) {
                        boolean unused = pastTheGate ? store.insert(key) : gate.addIfAbsent(key);
                    }
                }));
            }
            Future<?> checker = threads.submit(() -> {
                SplittableRandom random = Seeds.random("eviction");
                while (!over.get()) {
                    check(gate, random.nextInt(KEYS), wrong);
                }
            });
            Future<?> rebuilder = threads.submit(() -> {
                while (!over.get() && !pastTheGate) {
                    assertThat(gate.rebuild().keys()).isNotNegative();
                }
            });
            for (Future<?> writer : writers) {
                writer.get();
            }
            over.set(true);
            checker.get();
            rebuilder.get();
            for (long key = 0; key < KEYS; key++) {
                check(gate, key, wrong);
            }
            return wrong.sum();
        } finally {
            over.set(true);
            threads.shutdown();
        }
    }

    /** Each key is written once, so one that is there before and after was there between. */
    private void check(Gate<Long> gate, long key, LongAdder wrong) {
        boolean before = store.contains(key);
        boolean answer = gate.contains(key);
        boolean after = store.contains(key);
        if (before == after && answer != before) {
            wrong.increment();
        }
    }
}
