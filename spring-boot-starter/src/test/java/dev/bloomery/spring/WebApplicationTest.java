package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.durable.DurableFilter;
import dev.bloomery.file.DurableState;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.spring.internal.store.MemoryStore;
import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;

/** Whole applications over a PostgreSQL, asked by HTTP: start, stop, health, endpoint, events. */
@ExtendWith(OutputCaptureExtension.class)
class WebApplicationTest {
    private static final int KEYS = 500;

    @TempDir
    private Path directory;

    private final String schema = TestPostgres.newSchema();
    private final PGSimpleDataSource direct = TestPostgres.source(schema);

    private List<String> overPostgres(String... more) {
        List<String> properties = new ArrayList<>(List.of(TestPostgres.properties(schema, TestPostgres.port())));
        properties.addAll(List.of(
                "bloomery.gates.usernames.keys=text",
                "bloomery.gates.usernames.filter=cuckoo capacity=10000 fpp=0.001",
                "bloomery.gates.usernames.store.jdbc.table=users",
                "bloomery.gates.usernames.store.jdbc.column=name",
                "bloomery.gates.usernames.writers=only-this-process"));
        properties.addAll(List.of(more));
        return properties;
    }

    private void createTable() {
        TestPostgres.execute(
                direct,
                "CREATE TABLE users (name varchar(40) PRIMARY KEY)",
                "INSERT INTO users SELECT 'secret-key-' || i FROM generate_series(1, " + KEYS + ") i");
    }

    private static void await(String what, BooleanSupplier isSo) {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!isSo.getAsBoolean()) {
            if (System.nanoTime() > giveUp) {
                throw new AssertionError("not so after 30 s: " + what);
            }
            Thread.onSpinWait();
        }
    }

    @SuppressWarnings("unchecked")
    private static Gate<String> gate(TestApplication application) {
        return application.context().getBean("usernames", Gate.class);
    }

    @Test
    void endpoint_readOnlyByDefault_showsStateAndNeverKeysOrSeeds() {
        createTable();
        try (TestApplication application = TestApplication.start(overPostgres(
                "bloomery.gates.usernames.start=warm",
                "bloomery.filters.sent.keys=text",
                "bloomery.filters.sent.filter=bloom capacity=100 fpp=0.01",
                "bloomery.filters.sent.directory=" + directory.resolve("sent"),
                "bloomery.families.read.owners=text",
                "bloomery.families.read.keys=int64",
                "bloomery.families.read.fpp=0.01"))) {
            assertThat(gate(application).state()).as("start: warm").isEqualTo(GateState.ACTIVE);
            assertThat(gate(application).contains("secret-key-7")).isTrue();
            assertThat(gate(application).contains("secret-unknown")).isFalse();
            var one = application.get("/actuator/bloomery/usernames");
            assertThat(one.status()).isEqualTo(200);
            assertThat(one.body())
                    .contains("\"state\":\"ACTIVE\"", "\"insertions\":500", "\"total\":2", "\"inDoubt\":0")
                    .contains("cuckoo capacity=10000");
            var all = application.get("/actuator/bloomery");
            assertThat(all.body()).contains("\"usernames\"", "\"sent\"", "\"OPEN\"", "\"read\"");
            assertThat(all.body() + one.body()).doesNotContain("secret", "seed");
            assertThat(application.get("/actuator/bloomery/nobody").status()).isEqualTo(404);
            assertThat(application
                            .post("/actuator/bloomery/usernames", "{\"action\":\"rebuild\"}")
                            .status())
                    .as("not allowed to write")
                    .isEqualTo(405);
        }
    }

    /** A store that puts a key into the message of its exception. */
    @Configuration(proxyBeanMethods = false)
    static class Talkative {
        @Bean
        MemoryStoreOfTests slowStore() {
            return new MemoryStoreOfTests() {
                @Override
                public long scan(Consumer<? super String> sink) {
                    throw new IllegalStateException("the row of secret-ada cannot be read");
                }
            };
        }
    }

    @Test
    void endpoint_afterARebuildThatFailed_doesNotSayWhatTheStoreSaid() {
        try (TestApplication application = TestApplication.start(overSlowStore(), Talkative.class)) {
            await("failed", () -> !gate(application).statistics().problems().isEmpty());
            assertThat(gate(application).statistics().problems().get(0).message())
                    .as("the control: it is there to be told")
                    .contains("secret");
            assertThat(application.get("/actuator/bloomery/usernames").body()
                            + application.get("/actuator/health").body()
                            + application.get("/actuator/prometheus").body())
                    .contains("REBUILD_FAILED", "the last rebuild failed; the log says why")
                    .doesNotContain("secret");
        }
    }

    @Test
    void endpoint_unrestricted_rebuildsAuditsAndMarks() {
        createTable();
        try (TestApplication application = TestApplication.start(overPostgres(
                "bloomery.gates.usernames.start=warm", "management.endpoint.bloomery.access=unrestricted"))) {
            TestPostgres.execute(direct, "INSERT INTO users VALUES ('past the gate')");
            assertThat(application
                            .post("/actuator/bloomery/usernames", "{\"action\":\"audit\"}")
                            .body())
                    .contains("\"keys\":501", "\"missing\":1");
            assertThat(application
                            .post("/actuator/bloomery/usernames", "{\"action\":\"mark-incomplete\"}")
                            .body())
                    .contains("DEGRADED");
            assertThat(application
                            .post("/actuator/bloomery/usernames", "{\"action\":\"rebuild\"}")
                            .status())
                    .isEqualTo(200);
            await("rebuilt", () -> gate(application).state() == GateState.ACTIVE);
            assertThat(gate(application).contains("past the gate")).isTrue();
            assertThat(application
                            .post("/actuator/bloomery/usernames", "{\"action\":\"explode\"}")
                            .status())
                    .isEqualTo(400);
        }
    }

    /** A store whose scan waits until it may. */
    static class SlowStore extends MemoryStoreOfTests {
        static CountDownLatch mayScan = new CountDownLatch(1);

        @Override
        public long scan(Consumer<? super String> sink) {
            try {
                if (!mayScan.await(30, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nobody let it scan");
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interrupted);
            }
            return super.scan(sink);
        }
    }

    /** A MemoryStore of strings that can be extended. */
    static class MemoryStoreOfTests implements dev.bloomery.gate.store.KeyStore<String> {
        private final MemoryStore<String> store = new MemoryStore<>();

        @Override
        public boolean contains(String key) {
            return store.contains(key);
        }

        @Override
        public boolean insert(String key) {
            return store.insert(key);
        }

        @Override
        public boolean delete(String key) {
            return store.delete(key);
        }

        @Override
        public boolean replace(String oldKey, String newKey) {
            return store.replace(oldKey, newKey);
        }

        @Override
        public long scan(Consumer<? super String> sink) {
            return store.scan(sink);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Slow {
        @Bean
        SlowStore slowStore() {
            return new SlowStore();
        }
    }

    private static List<String> overSlowStore(String... more) {
        List<String> properties = new ArrayList<>(List.of(
                "spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "bloomery.gates.usernames.keys=text",
                "bloomery.gates.usernames.filter=cuckoo capacity=10000 fpp=0.001",
                "bloomery.gates.usernames.store.bean=slowStore",
                "bloomery.gates.usernames.writers=only-this-process"));
        properties.addAll(List.of(more));
        return properties;
    }

    @Test
    void start_warm_readinessWaitsAndLivenessDoesNot() throws Exception {
        SlowStore.mayScan = new CountDownLatch(1);
        List<TestApplication> started = new CopyOnWriteArrayList<>();
        int[] port = {0};
        var builder = TestApplication.builder(overSlowStore("bloomery.gates.usernames.start=warm"), Slow.class)
                .listeners((org.springframework.context.ApplicationListener<
                                org.springframework.boot.web.server.context.WebServerInitializedEvent>)
                        event -> port[0] = event.getWebServer().getPort());
        Thread main = new Thread(() -> started.add(new TestApplication(builder.run())));
        main.start();
        await("the port is open", () -> port[0] != 0);
        await(
                "alive",
                () -> TestApplication.get(port[0], "/actuator/health/liveness").status() == 200);
        var readiness = TestApplication.get(port[0], "/actuator/health/readiness");
        assertThat(readiness.status()).as(readiness.body()).isEqualTo(503);
        assertThat(TestApplication.get(port[0], "/actuator/health").body())
                .as("health has details, and is not in the probes")
                .contains("\"bloomery\"", "BUILDING");
        assertThat(readiness.body()).doesNotContain("bloomery");
        SlowStore.mayScan.countDown();
        main.join(TimeUnit.SECONDS.toMillis(30));
        assertThat(started).hasSize(1);
        try (TestApplication application = started.get(0)) {
            assertThat(gate(application).state()).isEqualTo(GateState.ACTIVE);
            assertThat(application.get("/actuator/health/readiness").status()).isEqualTo(200);
        }
    }

    /** The control: without it the application is ready before the gate is warm. */
    @Test
    void start_background_isReadyAtOnce() {
        SlowStore.mayScan = new CountDownLatch(1);
        try (TestApplication application = TestApplication.start(overSlowStore(), Slow.class)) {
            assertThat(application.get("/actuator/health/readiness").status()).isEqualTo(200);
            assertThat(gate(application).state()).isEqualTo(GateState.BUILDING);
            assertThat(gate(application).contains("ada")).as("exact").isFalse();
            assertThat(application.get("/actuator/health").status()).isEqualTo(200);
            SlowStore.mayScan.countDown();
        }
    }

    @Test
    void start_warmForTooLong_isReadyAllTheSame(CapturedOutput output) {
        SlowStore.mayScan = new CountDownLatch(1);
        try (TestApplication application = TestApplication.start(
                overSlowStore(
                        "bloomery.gates.usernames.start=warm",
                        "bloomery.gates.usernames.warm-timeout=200ms",
                        "bloomery.health.degraded=out-of-service"),
                Slow.class)) {
            assertThat(application.get("/actuator/health/readiness").status()).isEqualTo(200);
            assertThat(output).contains("gate usernames is not warm after PT0.2S (warm-timeout)");
            assertThat(application.get("/actuator/health").body()).contains("\"status\":\"OUT_OF_SERVICE\"");
            SlowStore.mayScan.countDown();
            await("warm", () -> gate(application).state() == GateState.ACTIVE);
            assertThat(application.get("/actuator/health").status()).isEqualTo(200);
        }
    }

    /** In a rolling update the old process ends only when the new one is ready: to wait for it would be for ever. */
    @Test
    void start_warmWhileAnotherProcessHasTheGate_isReady(CapturedOutput output) {
        createTable();
        List<String> properties =
                overPostgres("bloomery.gates.usernames.start=warm", "bloomery.gates.usernames.warm-timeout=30s");
        try (TestApplication old = TestApplication.start(properties)) {
            long begin = System.nanoTime();
            try (TestApplication young = TestApplication.start(properties)) {
                assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(60));
                assertThat(output).contains("is open in another process as well");
                assertThat(young.get("/actuator/health/readiness").status()).isEqualTo(200);
                assertThat(gate(young).contains("secret-key-1")).isTrue();
                assertThat(gate(old).contains("secret-key-1")).isTrue();
                old.context().close();
                await("alone", () -> gate(young).state() == GateState.ACTIVE);
            }
        }
    }

    @Test
    void stop_withDirectory_nextStartNeedsNoScan(CapturedOutput output) {
        createTable();
        List<String> properties = overPostgres(
                "bloomery.gates.usernames.directory=" + directory.resolve("gates/usernames"),
                "bloomery.gates.usernames.start=warm");
        try (TestApplication application = TestApplication.start(properties)) {
            assertThat(gate(application).statistics().rebuilds()).isEqualTo(1);
        }
        assertThat(output)
                .contains(
                        "gate usernames is closed: it was ACTIVE, with 500 keys in its filter; the next start needs no scan");
        try (TestApplication application = TestApplication.start(properties)) {
            assertThat(gate(application).state()).isEqualTo(GateState.ACTIVE);
            assertThat(gate(application).statistics().rebuilds()).as("no scan").isZero();
            assertThat(gate(application).isCertainlyAbsent("nobody")).isTrue();
        }
    }

    /** The control: without a directory it is a scan. */
    @Test
    void stop_withoutDirectory_nextStartScans(CapturedOutput output) {
        createTable();
        List<String> properties =
                overPostgres("bloomery.gates.usernames.start=warm", "bloomery.gates.usernames.writers=unguarded");
        TestApplication.start(properties).close();
        assertThat(output).contains("the next start begins with a scan");
        try (TestApplication application = TestApplication.start(properties)) {
            assertThat(gate(application).statistics().rebuilds()).isEqualTo(1);
        }
    }

    /** Hears everything. */
    static class Hears {
        final List<GateEvent> heard = new CopyOnWriteArrayList<>();
        final AtomicInteger failures = new AtomicInteger();

        @EventListener
        @Order(1)
        void hear(GateEvent event) {
            heard.add(event);
        }

        @EventListener
        @Order(2)
        void fail(GateEvent.Rebuilt event) {
            failures.incrementAndGet();
            throw new IllegalStateException("a listener of the application fails");
        }
    }

    @Test
    void events_ofStatesAndRebuilds_reachTheApplication() {
        createTable();
        try (TestApplication application =
                TestApplication.start(overPostgres("bloomery.gates.usernames.start=warm"), Hears.class)) {
            Hears hears = application.context().getBean(Hears.class);
            await("told", () -> hears.heard.size() >= 2);
            assertThat(hears.heard)
                    .contains(new GateEvent.StateChanged("usernames", GateState.ACTIVE))
                    .anyMatch(event -> event instanceof GateEvent.Rebuilt rebuilt
                            && rebuilt.report().keys() == KEYS);
            gate(application).markIncomplete();
            await(
                    "degraded, after a listener has failed",
                    () -> hears.heard.contains(new GateEvent.StateChanged("usernames", GateState.DEGRADED)));
            assertThat(hears.failures.get()).isPositive();
        }
    }

    @Test
    void health_failedDurableFilter_isDown() throws IOException {
        Path sent = directory.resolve("sent");
        List<String> properties = overSlowStore(
                "bloomery.gates.usernames.start=cold",
                "bloomery.filters.sent.keys=text",
                "bloomery.filters.sent.filter=bloom capacity=100 fpp=0.01",
                "bloomery.filters.sent.directory=" + sent);
        try (TestApplication application = TestApplication.start(properties, Slow.class)) {
            assertThat(application.get("/actuator/health").status())
                    .as("a gate that is not active leaves it UP")
                    .isEqualTo(200);
            @SuppressWarnings("unchecked")
            DurableFilter<String> filter = application.context().getBean("sent", DurableFilter.class);
            filter.add("a");
            breakJournal(filter);
            var health = application.get("/actuator/health");
            assertThat(health.body()).contains("\"sent\":\"FAILED\"");
            assertThat(health.status()).isEqualTo(503);
            assertThat(application.get("/actuator/health/readiness").status())
                    .as("not in the probes")
                    .isEqualTo(200);
        }
    }

    /** Closes the file under the journal: as a disk that is gone. */
    private static void breakJournal(DurableFilter<String> filter) {
        for (Channel channel : OpenFiles.below(filter)) {
            try {
                channel.close();
            } catch (IOException problem) {
                throw new IllegalStateException(problem);
            }
        }
        assertThatThrownBy(() -> filter.add("b")).isInstanceOf(RuntimeException.class);
        await("failed", () -> filter.state() == DurableState.FAILED);
    }

    @Test
    void tables_madeByScriptsOfTheApplication_areThereBeforeTheStore() throws IOException {
        Path script = directory.resolve("tables.sql");
        Files.writeString(script, "CREATE TABLE users (name varchar(40) PRIMARY KEY);");
        try (TestApplication application = TestApplication.start(
                overPostgres("spring.sql.init.mode=always", "spring.sql.init.schema-locations=file:" + script))) {
            assertThat(gate(application).addIfAbsent("ada")).isTrue();
        }
    }

    @Test
    void gates_ofSeveralProcesses_hearOfEachOtherByAFeed() {
        createTable();
        List<String> properties = overPostgres(
                "bloomery.gates.usernames.filter=bloom capacity=10000 fpp=0.001",
                "bloomery.gates.usernames.writers=postgres-feed",
                "bloomery.gates.usernames.lease=100ms",
                "bloomery.gates.usernames.start=warm");
        try (TestApplication one = TestApplication.start(properties);
                TestApplication two = TestApplication.start(properties)) {
            for (TestApplication application : List.of(one, two)) {
                assertThat(gate(application).state()).isEqualTo(GateState.ACTIVE);
            }
            assertThat(gate(one).addIfAbsent("ada")).isTrue();
            assertThat(gate(two).contains("ada")).isTrue();
            assertThat(gate(two).state()).isEqualTo(GateState.ACTIVE);
        }
    }

    @Test
    void threads_afterClose_areGone() {
        createTable();
        Set<Thread> before = Thread.getAllStackTraces().keySet(); // of applications that other tests may have open
        try (TestApplication application = TestApplication.start(
                overPostgres("bloomery.gates.usernames.rebuild.every=1d", "bloomery.gates.usernames.start=warm"))) {
            assertThat(gate(application).state()).isEqualTo(GateState.ACTIVE);
            assertThat(ours(before)).isNotEmpty();
        }
        await("no thread of ours", () -> ours(before).isEmpty());
    }

    private static List<String> ours(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> name.contains("bloomery") || name.contains("usernames"))
                .toList();
    }
}
