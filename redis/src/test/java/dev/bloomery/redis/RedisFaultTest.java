package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.testkit.store.GateStress;
import dev.bloomery.testkit.store.LoopbackProxy;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/**
 * A server that is slow, down, cut off, silent, frozen or killed, again and again, under 16 threads: no answer is wrong, and when it is well again
 * so is the gate. Whatever the server acknowledges it has on the disk.
 */
@ParameterizedClass
@EnumSource(Client.class)
class RedisFaultTest {
    private static final Duration TIMEOUT = Duration.ofMillis(60);
    private static final int KEYS = 2_000;
    private static final long LOOKUPS = 8_000;
    private static final int MOST_RUNS = 20;
    private static final String PREFIX = "k:";

    private RedisProcess server;
    private LoopbackProxy proxy;
    private ConnectedClient connected;
    private final Client client;

    RedisFaultTest(Client client) {
        this.client = client;
    }

    @BeforeEach
    void start() throws Exception {
        server = RedisProcess.started("--appendonly", "yes", "--appendfsync", "always");
        proxy = LoopbackProxy.to(server.port());
        connected = client.to(proxy.port(), TIMEOUT);
    }

    @AfterEach
    void stop() throws Exception {
        connected.close();
        proxy.close();
        server.close();
    }

    private RedisKeyStore<Long> store() {
        return RedisKeyStore.over(connected.servers(), PREFIX, KeyNames.int64()).open();
    }

    /** On a busy machine the timeout may be too short for the scan. */
    private static Gate<Long> gateOver(KeyStore<Long> store) {
        return atLast(() -> Gate.over(store, KeyEncoder.int64(), CuckooSpec.of(4 * KEYS, 0.05))
                .writers(StoreWriters.<Long>onlyThisProcess()
                        .unguarded()) // whose session no fault would leave alone for long enough
                .openWarm(keys -> {}));
    }

    @Test
    void lookups_serverIsSlow_noWrongAnswer() throws Exception {
        // twice the delay, there and back, is longer than the client waits: the server does what nobody waits for any
        // more
        run(store -> store, () -> proxy.delay(TIMEOUT.multipliedBy(3).dividedBy(4)), proxy::heal);
    }

    @Test
    void lookups_serverRefuses_noWrongAnswer() throws Exception {
        run(store -> store, proxy::refuse, proxy::heal);
    }

    @Test
    void lookups_connectionsAreCut_noWrongAnswer() throws Exception {
        run(store -> store, proxy::cut, proxy::heal);
    }

    @Test
    void lookups_connectionsAreHalfOpen_noWrongAnswer() throws Exception {
        run(store -> store, proxy::silence, proxy::heal);
    }

    @Test
    void lookups_serverIsKilledAndStartedAgain_noWrongAnswer() throws Exception {
        run(store -> store, server::kill, server::start);
    }

    @Test
    void lookups_serverIsFrozen_noWrongAnswer() throws Exception {
        run(store -> store, server::freeze, server::resume);
    }

    /** Control: the frozen server does what it was told when it goes on, and nobody expects it. */
    @Test
    void lookups_writesWithoutAnswerCountAsNotDone_wrongAnswersAreSeen() {
        assertThatThrownBy(() -> run(
                        CallsUnknownNotDone::new, result -> !result.wrong().isEmpty(), server::freeze, server::resume))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("wrong answers");
    }

    private void run(UnaryOperator<KeyStore<Long>> breakIt, Runnable fault, Runnable heal) throws Exception {
        run(breakIt, result -> result.unanswered() > 0 && result.written() > 0, fault, heal);
    }

    /**
     * Lookups and writes beside faults.
     *
     * @param hasSeen whether what the test is about has happened. If not it goes on, for a while: on a busy machine calls may time out although
     *     the server is well, and then hardly any write succeeds.
     */
    private void run(
            UnaryOperator<KeyStore<Long>> breakIt, Predicate<GateStress.Result> hasSeen, Runnable fault, Runnable heal)
            throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Gate<Long> gate = gateOver(breakIt.apply(store()))) {
            Future<?> faults = thread.submit(() -> {
                while (!over.get()) {
                    fault.run();
                    RedisProcess.pause(100);
                    heal.run();
                    RedisProcess.pause(200);
                }
            });
            GateStress<Long> stress = new GateStress<>(gate, KEYS, i -> (long) i).rebuildEvery(Duration.ofMillis(100));
            GateStress.Result result = stress.run(LOOKUPS);
            for (int more = 2; more <= MOST_RUNS && !hasSeen.test(result); more++) {
                result = stress.run(more * LOOKUPS); // goes on where it was
            }
            over.set(true);
            faults.get();
            assertThat(result.wrong()).as("wrong answers").isEmpty();
            assertThat(result.unanswered()).as("lookups that met the fault").isPositive();
            assertThat(result.written()).isPositive();
            requireRecovery(gate);
        } finally {
            over.set(true);
            thread.shutdown();
        }
    }

    /** The pool may still have connections that are dead; each costs one failure. Then all is as before, in the same program. */
    private void requireRecovery(Gate<Long> gate) {
        assertThat(atLast(gate::rebuild).keys()).isPositive();
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        long byFilter = gate.statistics().answeredByFilter();
        requireEqual(gate);
        assertThat(gate.statistics().answeredByFilter())
                .as("the filter answers again")
                .isGreaterThan(byFilter);
    }

    private static <T> T atLast(Supplier<T> operation) {
        for (int tries = 1; ; tries++) {
            try {
                return operation.get();
            } catch (StoreException notYet) {
                if (tries == 100) {
                    throw notYet;
                }
                RedisProcess.pause(20);
            }
        }
    }

    private void requireEqual(Gate<Long> gate) {
        try (Jedis direct = server.direct()) {
            for (long key = 0; key < KEYS; key++) {
                long asked = key;
                boolean before = direct.exists(PREFIX + key);
                boolean answer = atLast(() -> gate.contains(asked));
                if (direct.exists(PREFIX + key) == before) { // else a late write came between
                    assertThat(answer).as("key %d", key).isEqualTo(before);
                }
            }
        }
    }

    @Test
    void insert_answerIsCutOff_outcomeIsUnknownAndTheKeyStays() {
        try (Gate<Long> gate = gateOver(store())) {
            proxy.cutAfterRequest("NX");
            assertThatThrownBy(() -> gate.addIfAbsent(1L))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.outcome()).isEqualTo(Outcome.UNKNOWN));
            assertThat(proxy.hasCut()).isTrue();
            assertThat(gate.inDoubt()).containsExactly(1L);
            awaitDirect("k:1");
            assertThat(gate.contains(1L)).isTrue();
            assertThat(atLast(gate::rebuild).keys()).isEqualTo(1);
            assertThat(gate.contains(1L)).isTrue();
        }
    }

    /** Control of the one above. */
    @Test
    void insert_answerIsCutOffAndCountsAsNotDone_gateSaysWronglyNo() {
        try (Gate<Long> gate = gateOver(new CallsUnknownNotDone<>(store()))) {
            proxy.cutAfterRequest("NX");
            assertThatThrownBy(() -> gate.addIfAbsent(1L)).isInstanceOf(StoreException.class);
            awaitDirect("k:1");
            assertThat(gate.contains(1L)).isFalse();
        }
    }

    private void awaitDirect(String name) {
        try (Jedis direct = server.direct()) {
            RedisProcess.await("the server does what it was told", () -> direct.exists(name));
        }
    }

    @Test
    void insert_noConnection_isNotDone() {
        RedisKeyStore<Long> store = store();
        try (Gate<Long> gate = gateOver(store)) {
            proxy.refuse();
            for (int i = 0; i < 30; i++) { // each may take a connection that the client has still for open
                assertThatThrownBy(() -> store.contains(1L)).isInstanceOf(StoreException.class);
            }
            assertThatThrownBy(() -> gate.addIfAbsent(1L))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE));
            assertThat(gate.inDoubt()).isEmpty();
            assertThat(gate.contains(1L)).isFalse(); // by the filter: the store cannot be asked
        }
    }

    @Test
    void insert_serverRefuses_isNotDone() {
        try (ConnectedClient patient = client.to(proxy.port(), Duration.ofSeconds(10));
                Gate<Long> gate = gateOver(RedisKeyStore.over(patient.servers(), PREFIX, KeyNames.int64())
                        .open());
                Jedis direct = server.direct()) {
            direct.configSet("maxmemory", "1");
            assertThatThrownBy(() -> gate.addIfAbsent(1L))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE));
            assertThat(gate.inDoubt()).isEmpty();
            direct.configSet("maxmemory", "0");
            assertThat(gate.addIfAbsent(1L)).isTrue();
        }
    }

    @Test
    void scan_isCut_throws() {
        try (Jedis direct = server.direct()) {
            String[] namesAndValues = new String[2 * 5_000];
            for (int i = 0; i < 5_000; i++) {
                namesAndValues[2 * i] = PREFIX + i;
                namesAndValues[2 * i + 1] = "";
            }
            direct.mset(namesAndValues);
        }
        try (ConnectedClient patient = client.to(proxy.port(), Duration.ofSeconds(10))) {
            RedisKeyStore<Long> store = RedisKeyStore.over(patient.servers(), PREFIX, KeyNames.int64())
                    .open();
            long[] handed = {0};
            assertThatThrownBy(() -> store.scan(key -> {
                        if (handed[0]++ == 1_500) {
                            proxy.cut();
                        }
                    }))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("scan");
            assertThat(handed[0]).isLessThan(5_000);
        }
    }
}
