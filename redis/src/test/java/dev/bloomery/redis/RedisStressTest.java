package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.testkit.store.GateStress;
import dev.bloomery.testkit.store.StoreHistory;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/** 16 threads that insert, delete, replace and ask, beside rebuilds every two seconds. */
class RedisStressTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** A program that runs this test with other clients says how many are enough there. */
    private static final long LOOKUPS = Long.getLong("bloomery.stress.lookups", 100_000);

    private static final long LOOKUPS_OF_A_CLUSTER = 30_000;

    @ParameterizedTest
    @EnumSource(Client.class)
    void lookups_besideWritesAndRebuilds_noWrongAnswer(Client client) throws Exception {
        runOnServer(client, LOOKUPS);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    @Tag("long")
    void lookups_tenMillion_noWrongAnswer(Client client) throws Exception {
        runOnServer(client, 10_000_000);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void lookups_ofACluster_noWrongAnswer(Client client) throws Exception {
        runOnCluster(client, LOOKUPS_OF_A_CLUSTER);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    @Tag("long")
    void lookups_tenMillionOfACluster_noWrongAnswer(Client client) throws Exception {
        runOnCluster(client, 10_000_000);
    }

    private static void runOnServer(Client client, long lookups) throws Exception {
        try (RedisProcess server = RedisProcess.started();
                ConnectedClient connected = client.to(server.port(), TIMEOUT)) {
            requireRight(run(
                    RedisKeyStore.over(connected.servers(), "k:", KeyNames.int64())
                            .open(),
                    StoreWriters.onlyThisProcess(),
                    new StoreHistory<>(),
                    lookups));
        }
    }

    private static void runOnCluster(Client client, long lookups) throws Exception {
        try (ClusterProcesses servers = ClusterProcesses.started();
                ConnectedClient connected = client.toCluster(servers.ports(), TIMEOUT)) {
            requireRight(run(
                    RedisKeyStore.over(connected.servers(), "k:", KeyNames.int64())
                            .open(),
                    StoreWriters.onlyThisProcess(),
                    new StoreHistory<>(),
                    lookups));
        }
    }

    private static GateStress.Result run(
            KeyStore<Long> store, StoreWriters<Long> writers, StoreHistory<Long> history, long lookups)
            throws InterruptedException {
        try (Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), CuckooSpec.of(2_000, 0.05))
                .writers(writers)
                .rememberFalsePositives(64)
                .openWarm(keys -> {})) {
            return new GateStress<>(gate, 200, i -> (long) i, history).run(lookups);
        }
    }

    private static void requireRight(GateStress.Result result) {
        assertThat(result.wrong()).isEmpty();
        assertThat(result.unanswered()).isZero();
        assertThat(result.unknown()).isZero();
        assertThat(result.written()).isPositive();
        assertThat(result.rebuilds()).isPositive();
    }

    /** Everything goes again and again, in the middle of what happens: absent is right then, for a key that was there before. */
    @Test
    void lookups_whileTheServerIsFlushed_noWrongAnswer() throws Exception {
        StoreHistory<Long> history = new StoreHistory<>();
        assertThat(runBeside(history, server -> {
                            Runnable over = history.losing();
                            server.flushAll();
                            over.run();
                        })
                        .wrong())
                .isEmpty();
    }

    /** Control: keys go that nobody says are lost. */
    @Test
    void lookups_whileKeysAreLostSilently_wrongAnswersAreSeen() throws Exception {
        assertThat(runBeside(new StoreHistory<>(), Jedis::flushAll).wrong()).isNotEmpty();
    }

    /** Control: keys come past the gate. */
    @Test
    void lookups_besideWritesPastTheGate_wrongAnswersAreSeen() throws Exception {
        assertThat(runBeside(new StoreHistory<>(), server -> server.set("k:7", ""))
                        .wrong())
                .isNotEmpty();
    }

    private interface Beside {
        void run(Jedis server);
    }

    private static GateStress.Result runBeside(StoreHistory<Long> history, Beside beside) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        AtomicBoolean over = new AtomicBoolean();
        try (RedisProcess server = RedisProcess.started();
                ConnectedClient connected = Client.JEDIS.to(server.port(), TIMEOUT)) {
            var unused = thread.submit(() -> {
                try (Jedis direct = server.direct()) {
                    while (!over.get()) {
                        beside.run(direct);
                        RedisProcess.pause(20);
                    }
                }
            });
            GateStress.Result result = run(
                    RedisKeyStore.over(connected.servers(), "k:", KeyNames.int64())
                            .open(),
                    StoreWriters.<Long>onlyThisProcess().unguarded(),
                    history,
                    12_000);
            over.set(true);
            unused.get();
            assertThat(result.unanswered()).isZero();
            return result;
        } finally {
            over.set(true);
            thread.shutdown();
        }
    }
}
