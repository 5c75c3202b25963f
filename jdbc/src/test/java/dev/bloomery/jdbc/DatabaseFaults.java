package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.testkit.store.GateStress;
import dev.bloomery.testkit.store.LoopbackProxy;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A server that is slow, down, cut off in the middle of a commit, restarted, or silent, behind a gate that 16 threads use: no answer is wrong
 * meanwhile, and afterwards all goes on by itself.
 */
abstract class DatabaseFaults {
    private static final int KEYS = 200;
    /** Milliseconds: so some of those who need the database fail for certain. */
    private static final int LONGER_THAN_THE_POOL_WAITS = 1_500;

    private static final KeyColumn<String> NAME = KeyColumn.text("users", "name");

    /** Something bad, made and ended. */
    enum Fault {
        SLOW {
            @Override
            void happen(Setting setting) throws Exception {
                setting.proxy.delay(Duration.ofMillis(20));
                Thread.sleep(1_000);
            }
        },
        DOWN {
            @Override
            void happen(Setting setting) throws Exception {
                setting.proxy.refuse();
                Thread.sleep(LONGER_THAN_THE_POOL_WAITS);
            }
        },
        CONNECTIONS_CUT {
            @Override
            void happen(Setting setting) throws Exception {
                for (int i = 0; i < 50; i++) {
                    setting.proxy.cut();
                    Thread.sleep(20);
                }
            }
        },
        CUT_BEFORE_A_COMMIT_ARRIVES {
            @Override
            void happen(Setting setting) throws Exception {
                setting.cutCommits(20, false);
            }
        },
        CUT_WHEN_A_COMMIT_HAS_ARRIVED {
            @Override
            void happen(Setting setting) throws Exception {
                setting.cutCommits(20, true);
            }
        },
        SILENT {
            @Override
            void happen(Setting setting) throws Exception {
                setting.proxy.silence();
                Thread.sleep(2_500); // longer than the timeouts
            }
        },
        RESTARTED {
            @Override
            void happen(Setting setting) throws Exception {
                setting.server.stop();
                Thread.sleep(LONGER_THAN_THE_POOL_WAITS);
                setting.server.startAgain();
            }
        };

        abstract void happen(Setting setting) throws Exception;
    }

    private final FaultyServer.Kind kind;

    DatabaseFaults(FaultyServer.Kind kind) {
        this.kind = kind;
    }

    /** A table behind a proxy behind a pool behind a gate. */
    private static final class Setting implements AutoCloseable {
        final FaultyServer server;
        final LoopbackProxy proxy;
        final DataSource direct;
        final HikariDataSource pool;
        final Gate<String> gate;

        Setting(FaultyServer.Kind kind, Fault fault, UnaryOperator<KeyStore<String>> change) throws IOException {
            server = kind.server(fault == Fault.RESTARTED);
            direct = server.direct();
            TestPostgres.execute(direct, "CREATE TABLE users (name VARCHAR(40) PRIMARY KEY)");
            proxy = LoopbackProxy.to(server.port());
            int patience = fault == Fault.SLOW ? 60 : 1; // seconds; what is only slow must not fail
            pool = TestPostgres.pool(server.through(proxy.port(), patience), 16);
            pool.setConnectionTimeout(patience * 1_000L);
            pool.setValidationTimeout(500);
            KeyStore<String> store = change.apply(JdbcKeyStore.over(pool, NAME)
                    .timeout(Duration.ofSeconds(patience))
                    .open());
            gate = Gate.over(store, KeyEncoder.utf8(), CuckooSpec.of(10_000, 0.01))
                    .writers(StoreWriters.onlyThisProcess())
                    .openWarm(keys -> {});
        }

        void cutCommits(int times, boolean deliver) throws InterruptedException {
            for (int i = 0; i < times; i++) {
                if (deliver) {
                    proxy.cutAfterRequest(server.commit());
                } else {
                    proxy.cutBeforeRequest(server.commit());
                }
                for (int waits = 0; !proxy.hasCut() && waits < 100; waits++) {
                    Thread.sleep(5);
                }
            }
        }

        /** Transactions that were cut off go on in the server until it sees that. */
        void awaitQuiet() throws Exception {
            awaitTrue("transactions to end", server::isQuiet);
        }

        @Override
        public void close() throws IOException {
            gate.close();
            pool.close();
            proxy.close();
            server.close();
        }
    }

    private static void awaitTrue(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited a minute for %s", what).isLessThan(end);
            Thread.sleep(20);
        }
    }

    private static boolean succeeds(Runnable task) {
        try {
            task.run();
            return true;
        } catch (StoreException failed) {
            return false;
        }
    }

    private static String key(int index) {
        return "name " + index;
    }

    private record Observed(GateStress.Result during, List<String> lost) {}

    /** Lets the fault happen beside the threads, then lets them go on, then compares the gate with the table. */
    private Observed observe(Fault fault, UnaryOperator<KeyStore<String>> change) throws Exception {
        try (Setting setting = new Setting(kind, fault, change)) {
            assumeTrue(
                    fault != Fault.RESTARTED || setting.server.canBeStopped(),
                    "a server that was named is not stopped");
            Gate<String> gate = setting.gate;
            GateStress<String> stress =
                    new GateStress<>(gate, KEYS, DatabaseFaults::key).rebuildEvery(Duration.ofMillis(300));
            if (fault != Fault.SILENT) { // there the timeouts of the store count, which other transactions do not have
                stress.transactions(new TicketInserts(gate, setting.pool));
            }
            GateStress.Result result = stress.run(500);
            CompletableFuture<Void> happening = CompletableFuture.runAsync(() -> {
                try {
                    fault.happen(setting);
                    setting.proxy.heal();
                } catch (Exception problem) {
                    throw new IllegalStateException(problem);
                }
            });
            while (!happening.isDone()) {
                result = stress.run(result.asked() + 200);
            }
            happening.get();

            String fresh = "after the fault";
            awaitTrue("the gate to write again", () -> succeeds(() -> gate.addIfAbsent(fresh)));
            awaitTrue(
                    "the gate to rebuild",
                    () -> succeeds(() -> {
                        RebuildReport unused = gate.rebuild();
                    }));
            assertThat(gate.contains(fresh)).isTrue();
            result = stress.run(result.asked() + 2_000);
            System.out.println(kind + ", " + fault + ": " + result + ", in doubt "
                    + gate.inDoubt().size());

            setting.awaitQuiet();
            KeyStore<String> table = JdbcKeyStore.over(setting.direct, NAME).open();
            List<String> lost = new ArrayList<>(table.containsWhich(
                    IntStream.range(0, KEYS).mapToObj(DatabaseFaults::key).toList()));
            lost.removeIf(gate::contains);
            return new Observed(result, lost);
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void manyThreads_besideAFault_noWrongAnswerAndRecovery(Fault fault) throws Exception {
        Observed observed = observe(fault, store -> store);
        assertThat(observed.during.wrong()).isEmpty();
        assertThat(observed.lost)
                .as("keys of the table that the gate does not know")
                .isEmpty();
        long failures = observed.during.unanswered() + observed.during.unknown();
        if (fault == Fault.SLOW) {
            assertThat(failures).isZero();
        } else {
            assertThat(failures).isPositive();
        }
        if (fault == Fault.CUT_BEFORE_A_COMMIT_ARRIVES || fault == Fault.CUT_WHEN_A_COMMIT_HAS_ARRIVED) {
            assertThat(observed.during.unknown()).isPositive();
        }
    }

    /** The control: a store that takes a commit that was cut off for one that was not done. */
    private static final class CutIsNotDone extends ForwardingStore {
        CutIsNotDone(KeyStore<String> store) {
            super(store);
        }

        private static boolean lying(BooleanSupplier write) {
            try {
                return write.getAsBoolean();
            } catch (StoreException problem) {
                throw new StoreException("not done, allegedly", problem, Outcome.NOT_DONE);
            }
        }

        @Override
        public boolean insert(String key) {
            return lying(() -> super.insert(key));
        }

        @Override
        public boolean delete(String key) {
            return lying(() -> super.delete(key));
        }

        @Override
        public boolean replace(String oldKey, String newKey) {
            return lying(() -> super.replace(oldKey, newKey));
        }
    }

    @Test
    void manyThreads_storeThatCallsACutCommitNotDone_isCaught() throws Exception {
        Observed observed = observe(Fault.CUT_WHEN_A_COMMIT_HAS_ARRIVED, CutIsNotDone::new);
        assertThat(observed.during.wrong().size() + observed.lost.size()).isPositive();
    }

    @Test
    void addIfAbsent_cutWhenItsCommitHasArrived_isUnknownAndTheKeyIsFound() throws Exception {
        try (Setting setting = new Setting(kind, Fault.CUT_WHEN_A_COMMIT_HAS_ARRIVED, store -> store)) {
            setting.proxy.cutAfterRequest(setting.server.commit());
            assertThatThrownBy(() -> setting.gate.addIfAbsent("ada"))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.outcome()).isEqualTo(Outcome.UNKNOWN));
            setting.awaitQuiet();
            assertThat(setting.gate.contains("ada")).isTrue();
            assertThat(setting.gate.inDoubt()).containsExactly("ada");
            assertThat(setting.gate.addIfAbsent("ada")).isFalse();
            assertThat(setting.gate.inDoubt())
                    .as("a later insert has waited for it")
                    .isEmpty();
        }
    }

    @Test
    void addIfAbsent_cutWhenItsCommitHasArrived_lyingStoreMakesTheGateSayNo() throws Exception {
        try (Setting setting = new Setting(kind, Fault.CUT_WHEN_A_COMMIT_HAS_ARRIVED, CutIsNotDone::new)) {
            setting.proxy.cutAfterRequest(setting.server.commit());
            assertThatThrownBy(() -> setting.gate.addIfAbsent("ada")).isInstanceOf(StoreException.class);
            setting.awaitQuiet();
            assertThat(JdbcKeyStore.over(setting.direct, NAME).open().contains("ada"))
                    .isTrue();
            assertThat(setting.gate.contains("ada")).as("the wrong no").isFalse();
        }
    }

    @Test
    void addIfAbsent_cutBeforeItsInsertArrives_isNotDone() throws Exception {
        try (Setting setting = new Setting(kind, Fault.CONNECTIONS_CUT, store -> store)) {
            setting.proxy.cutBeforeRequest("INSERT");
            assertThatThrownBy(() -> setting.gate.addIfAbsent("ada"))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE));
            assertThat(setting.gate.inDoubt()).isEmpty();
            assertThat(setting.gate.addIfAbsent("ada")).isTrue();
        }
    }

    /** A row that another transaction holds: the write gives up in time, and nothing was done. */
    @Test
    void remove_rowThatAnotherTransactionHolds_timesOutAndIsNotDone() throws Exception {
        try (Setting setting = new Setting(kind, Fault.CONNECTIONS_CUT, store -> store);
                Connection other = setting.direct.getConnection()) {
            assertThat(setting.gate.addIfAbsent("ada")).isTrue();
            other.setAutoCommit(false);
            try (PreparedStatement statement = other.prepareStatement("SELECT 1 FROM users FOR UPDATE")) {
                assertThat(statement.execute()).isTrue();
            }
            assertThatThrownBy(() -> setting.gate.remove("ada"))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE));
            other.rollback();
            assertThat(setting.gate.contains("ada")).isTrue();
            assertThat(setting.gate.remove("ada")).isTrue();
        }
    }
}
