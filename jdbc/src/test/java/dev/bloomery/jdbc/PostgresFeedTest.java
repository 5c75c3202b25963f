package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.jdbc.internal.feed.PostgresMessage;
import dev.bloomery.jdbc.internal.feed.PostgresNotifications;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.testkit.store.LoopbackProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

@Timeout(60)
class PostgresFeedTest {
    private static final Duration LEASE = Duration.ofMillis(40);
    private static final BloomSpec SPEC = BloomSpec.of(10_000, 0.001);
    private static final KeyColumn<String> NAMES = KeyColumn.text("users", "name");

    private final TestPostgres server = TestPostgres.shared();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private String schema = "";

    @BeforeEach
    void makeTable() {
        schema = server.newSchema();
        TestPostgres.execute(server.dataSource(schema), "CREATE TABLE users (name text PRIMARY KEY)");
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private <T extends AutoCloseable> T keep(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    private JdbcKeyStore<String> store(DataSource source) {
        return JdbcKeyStore.over(source, NAMES).timeout(Duration.ofSeconds(1)).open();
    }

    private PostgresFeed<String> feed(DataSource source) {
        return keep(PostgresFeed.of(store(source))
                .lease(LEASE)
                .silence(Duration.ofSeconds(1))
                .open());
    }

    private Gate<String> gate(PostgresFeed<String> feed) {
        return keep(feed.gate(KeyEncoder.utf8(), SPEC).openWarm(keys -> {}));
    }

    private Gate<String> gate(PostgresFeed<String> feed, KeyFeed<String> heard) {
        return keep(Gate.over(feed.store(), KeyEncoder.utf8(), SPEC)
                .writers(StoreWriters.fedBy(heard, Duration.ZERO))
                .openWarm(keys -> {}));
    }

    private PGSimpleDataSource named(String application) {
        PGSimpleDataSource source = server.dataSource(schema);
        source.setApplicationName(application);
        return source;
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    private static boolean answersAlone(Gate<String> gate) {
        long before = gate.statistics().answeredByFilter();
        assertThat(gate.contains("absent " + UUID.randomUUID())).isFalse();
        return gate.statistics().answeredByFilter() > before;
    }

    /** Whether the gate says no in one of some lookups: where its feed is not current it asks the store, however wrong its filter is. */
    private static boolean saysNo(Gate<String> gate, String key, int lookups) throws InterruptedException {
        for (int i = 0; i < lookups; i++) {
            if (!gate.contains(key)) {
                return true;
            }
            Thread.sleep(1);
        }
        return false;
    }

    @Test
    void addIfAbsent_byOtherGate_isFoundAtOnce() throws Exception {
        Gate<String> writer = gate(feed(server.dataSource(schema)));
        Gate<String> reader = gate(feed(server.dataSource(schema)));
        assertThat(reader.contains("ada")).isFalse();
        assertThat(writer.addIfAbsent("ada")).isTrue();
        assertThat(reader.contains("ada")).isTrue();
        assertThat(reader.addIfAbsent("ada")).isFalse();
        assertThat(writer.replace("ada", "lovelace")).isTrue();
        assertThat(reader.contains("lovelace")).isTrue();
        assertThat(writer.remove("lovelace")).isTrue();
        assertThat(reader.contains("lovelace")).isFalse();
        await(() -> answersAlone(reader));
    }

    @Test
    void addIfAbsent_withoutFeed_isNotFound() {
        Gate<String> writer = gate(feed(server.dataSource(schema)));
        Gate<String> deaf = keep(Gate.over(store(server.dataSource(schema)), KeyEncoder.utf8(), SPEC)
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {}));
        assertThat(writer.addIfAbsent("ada")).isTrue();
        assertThat(deaf.contains("ada")).as("why a feed is needed").isFalse();
    }

    @Test
    void listen_receiverFailsWithError_listensAgainAndIsRebuilt() throws Exception {
        AtomicBoolean failed = new AtomicBoolean();
        PostgresFeed<String> heard = feed(server.dataSource(schema));
        Gate<String> reader = gate(heard, receiver -> heard.subscribe(new FailingOnce<>(receiver, failed)));
        Gate<String> writer = gate(feed(server.dataSource(schema)));
        assertThat(writer.addIfAbsent("ada")).isTrue();
        assertThat(reader.contains("ada")).isTrue();
        await(() -> failed.get() && reader.state() == GateState.DEGRADED);
        await(() -> isRebuilt(reader) && answersAlone(reader)); // this gate is not rebuilt by itself
        assertThat(reader.contains("ada")).isTrue();
    }

    private static boolean isRebuilt(Gate<String> gate) {
        try {
            gate.rebuild();
            return true;
        } catch (RebuildException notYet) {
            return false; // it began to listen again meanwhile, and what was announced before is a gap
        }
    }

    @Test
    void contains_listenerIsStuck_storeIsAsked() throws Exception {
        assertThat(findsWhileListenerIsStuck(false)).isTrue();
        assertThat(findsWhileListenerIsStuck(true))
                .as("where the lease is ignored")
                .isFalse();
    }

    private boolean findsWhileListenerIsStuck(boolean leaseIgnored) {
        String key = "key " + leaseIgnored;
        CountDownLatch stuck = new CountDownLatch(1);
        PostgresFeed<String> late = feed(server.dataSource(schema));
        Gate<String> reader = gate(
                late,
                receiver -> heard(
                        late.subscribe(new KeyFeed.Receiver<>() {
                            @Override
                            public void adding(String announced) {
                                awaitLatch(stuck);
                                receiver.adding(announced);
                            }

                            @Override
                            public void gap() {
                                receiver.gap();
                            }
                        }),
                        leaseIgnored));
        Gate<String> writer = gate(feed(server.dataSource(schema)));
        assertThat(writer.addIfAbsent(key)).isTrue();
        boolean found = reader.contains(key);
        stuck.countDown();
        return found;
    }

    private static KeyFeed.Subscription heard(KeyFeed.Subscription subscription, boolean leaseIgnored) {
        return new KeyFeed.Subscription() {
            @Override
            public void cancel() {
                subscription.cancel();
            }

            @Override
            public boolean isCurrent() {
                return leaseIgnored || subscription.isCurrent();
            }
        };
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void connection_cut_degradedAndRebuiltByItself() throws Exception {
        PostgresFeed<String> feed = feed(named("reader"));
        List<GateState> states = new CopyOnWriteArrayList<>();
        Gate<String> reader = keep(feed.gate(KeyEncoder.utf8(), SPEC)
                .listener(new dev.bloomery.gate.GateListener() {
                    @Override
                    public void stateChanged(GateState state) {
                        states.add(state);
                    }
                })
                .openWarm(keys -> {}));
        Gate<String> writer = gate(feed(named("writer")));
        cut("reader");
        assertThat(writer.addIfAbsent("ada")).isTrue(); // long before the reader listens again
        assertThat(reader.contains("ada")).isTrue();
        await(() -> states.contains(GateState.DEGRADED));
        assertThat(reader.contains("ada")).isTrue();
        await(() -> reader.state() == GateState.ACTIVE);
        await(() -> answersAlone(reader));
        assertThat(saysNo(reader, "ada", 10)).isFalse();
        assertThat(writer.addIfAbsent("bob")).isTrue();
        assertThat(reader.contains("bob")).isTrue();
        assertThat(reader.addIfAbsent("eve")).as("on a new connection").isTrue();
        assertThat(writer.contains("eve")).isTrue();
        assertThat(states).startsWith(GateState.ACTIVE, GateState.DEGRADED);
    }

    @Test
    void connection_cutAndGapIgnored_keyIsMissed() throws Exception {
        PostgresFeed<String> feed = feed(named("reader"));
        CompletableFuture<KeyFeed.Subscription> subscription = new CompletableFuture<>();
        Gate<String> reader = gate(feed, receiver -> {
            KeyFeed.Subscription made = feed.subscribe(new KeyFeed.Receiver<>() {
                @Override
                public void adding(String key) {
                    receiver.adding(key);
                }

                @Override
                public void gap() {}
            });
            subscription.complete(made);
            return made;
        });
        Gate<String> writer = gate(feed(named("writer")));
        boolean missed = false;
        for (int round = 0;
                !missed && round < 10;
                round++) { // the announcement may come after the reader listens again
            cut("reader");
            assertThat(writer.addIfAbsent("key " + round)).isTrue();
            await(() -> subscription.join().isCurrent());
            missed = saysNo(reader, "key " + round, 500);
        }
        assertThat(missed).as("why a lost connection is a gap").isTrue();
    }

    private void cut(String application) throws SQLException {
        try (Connection connection = server.dataSource(schema).getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ?")) {
            statement.setString(1, application);
            statement.execute();
        }
    }

    @Test
    void network_silent_neverNoAndRecovers() throws Exception {
        try (LoopbackProxy network = LoopbackProxy.to(server.port())) {
            PGSimpleDataSource source = server.dataSource(schema, network.port());
            source.setLoginTimeout(1);
            Gate<String> reader = gate(feed(source));
            Gate<String> writer = gate(feed(server.dataSource(schema)));
            network.silence();
            assertThat(writer.addIfAbsent("ada")).isTrue();
            assertThatThrownBy(() -> reader.contains("ada")).isInstanceOf(StoreException.class);
            await(() -> reader.state() == GateState.DEGRADED);
            network.heal();
            network.cut();
            await(() -> reader.state() == GateState.ACTIVE);
            assertThat(reader.contains("ada")).isTrue();
        }
    }

    @Test
    void trigger_outsideWriter_isHeardOf() throws Exception {
        PostgresFeed<String> feed = feed(server.dataSource(schema));
        TestPostgres.execute(server.dataSource(schema), feed.triggerSql(), feed.triggerSql());
        Gate<String> reader = gate(feed);
        TestPostgres.execute(server.dataSource(schema), "INSERT INTO users VALUES ('ada'), ('" + "x".repeat(10) + "')");
        await(() -> reader.contains("ada"));
        TestPostgres.execute(server.dataSource(schema), "UPDATE users SET name = 'bob' WHERE name = 'ada'");
        await(() -> reader.contains("bob"));
        await(() -> answersAlone(reader));
        TestPostgres.execute(server.dataSource(schema), feed.dropTriggerSql(), "INSERT INTO users VALUES ('eve')");
        assertThat(saysNo(reader, "eve", 5_000)).as("without the trigger").isTrue();
    }

    @Test
    void trigger_longKey_isGap() throws Exception {
        PostgresFeed<String> feed = feed(server.dataSource(schema));
        TestPostgres.execute(server.dataSource(schema), feed.triggerSql());
        Gate<String> reader = gate(feed, feed);
        TestPostgres.execute(server.dataSource(schema), "INSERT INTO users VALUES (repeat('x', 7998))");
        await(() -> reader.state() == GateState.DEGRADED);
        assertThat(reader.contains("x".repeat(7_998))).isTrue();
    }

    @Test
    void trigger_longestKey_isHeardOf() throws Exception {
        PostgresFeed<String> feed = feed(server.dataSource(schema));
        TestPostgres.execute(server.dataSource(schema), feed.triggerSql());
        Gate<String> reader = gate(feed, feed);
        TestPostgres.execute(server.dataSource(schema), "INSERT INTO users VALUES (repeat('x', 7997))");
        await(() -> reader.contains("x".repeat(7_997)));
        assertThat(reader.state()).isEqualTo(GateState.ACTIVE);
    }

    @Test
    void addIfAbsent_longKey_isGapForOthersAlone() throws Exception {
        PostgresFeed<String> heard = feed(server.dataSource(schema));
        Gate<String> reader = gate(heard, heard);
        Gate<String> writer = gate(feed(server.dataSource(schema)));
        String key = "x".repeat(8_000);
        assertThat(writer.addIfAbsent(key)).isTrue();
        assertThat(reader.contains(key)).isTrue();
        await(() -> reader.state() == GateState.DEGRADED);
        assertThat(writer.state()).isEqualTo(GateState.ACTIVE);
    }

    @Test
    void message_anyKey_comesBackAsItWas() {
        for (String text : List.of("", "a", ":", "K:", "a:b", "é\uD83D\uDE00", "-1")) {
            PostgresMessage sent = PostgresMessage.key("origin", text);
            assertThat(PostgresMessage.of(sent.payload())).isEqualTo(sent);
        }
        for (String foreign : List.of("", "hello", ":", "X1:a", "Kabc")) {
            assertThat(PostgresMessage.of(foreign).isGap()).as(foreign).isTrue();
        }
    }

    @Test
    void subscribe_otherLease_isRefused() {
        Gate<String> first = gate(feed(server.dataSource(schema)));
        PostgresFeed<String> other =
                keep(PostgresFeed.of(store(server.dataSource(schema))).open());
        assertThatThrownBy(() -> gate(other))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the lease is 200 ms, but another process goes by one of 40 ms");
        assertThat(first.addIfAbsent("ada")).isTrue();
        assertThatThrownBy(() -> other.store().insert("bob")).isInstanceOf(StoreException.class);
        assertThat(first.contains("bob")).isFalse();
    }

    @Test
    void subscribe_twice_isRefused() {
        PostgresFeed<String> feed = feed(server.dataSource(schema));
        Gate<String> first = gate(feed);
        assertThatThrownBy(() -> gate(feed)).isInstanceOf(IllegalStateException.class);
        assertThat(first.contains("ada")).isFalse();
    }

    @Test
    void announce_inTransactionOfCaller_isFoundAtOnce() throws Exception {
        PostgresFeed<String> feed = feed(server.dataSource(schema));
        Gate<String> writer = gate(feed);
        Gate<String> reader = gate(feed(server.dataSource(schema)));
        try (Connection connection = server.dataSource(schema).getConnection()) {
            assertThatThrownBy(() -> feed.announce(connection, List.of("ada")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("setAutoCommit(false)");
            connection.setAutoCommit(false);
            try (WriteTicket<String> ticket = writer.beginWrite()) {
                ticket.adding("ada");
                ticket.adding("bob");
                feed.announce(connection, List.of("ada", "bob"));
                insert(connection, "ada");
                insert(connection, "bob");
                connection.commit();
                ticket.committed();
            }
        }
        assertThat(reader.containsWhich(List.of("ada", "bob", "eve"))).containsExactly("ada", "bob");
        assertThat(writer.contains("ada")).isTrue();
    }

    private static void insert(Connection connection, String key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO users VALUES (?)")) {
            statement.setString(1, key);
            statement.executeUpdate();
        }
    }

    @Test
    void rebuild_announcedTransactionIsOpen_waitsForIt() throws Exception {
        assertThat(saysNoAfterRebuildInMiddleOfWrite(true)).isFalse();
        assertThat(saysNoAfterRebuildInMiddleOfWrite(false))
                .as("with a scan that does not wait")
                .isTrue();
    }

    /** A writer is held up between its announcement and its commit, for longer than any time that one could foresee. */
    private boolean saysNoAfterRebuildInMiddleOfWrite(boolean scanWaits) throws Exception {
        String key = "key " + scanWaits;
        PostgresFeed<String> feed = feed(server.dataSource(schema));
        PostgresFeed<String> heard = feed(server.dataSource(schema));
        JdbcKeyStore<String> plain = store(server.dataSource(schema));
        Gate<String> reader = scanWaits
                ? gate(heard)
                : keep(Gate.over(plain, KeyEncoder.utf8(), SPEC)
                        .writers(StoreWriters.fedBy(heard, Duration.ZERO))
                        .openWarm(keys -> {}));
        try (Connection connection = server.dataSource(schema).getConnection()) {
            connection.setAutoCommit(false);
            feed.announce(connection, List.of(key));
            CompletableFuture<Void> rebuild =
                    reader.rebuildInBackground(keys -> {}).toCompletableFuture().thenAccept(report -> {});
            if (scanWaits) {
                Thread.sleep(5 * LEASE.toMillis());
                assertThat(rebuild.isDone()).isFalse();
                assertThat(reader.contains("absent")).isFalse();
            } else {
                rebuild.join();
            }
            insert(connection, key);
            connection.commit();
            rebuild.join();
        }
        await(() -> answersAlone(reader));
        return saysNo(reader, key, scanWaits ? 10 : 5_000);
    }

    @Test
    void rebuild_announcedTransactionNeverEnds_saysSo() throws Exception {
        PostgresFeed<String> feed = keep(PostgresFeed.of(store(server.dataSource(schema)))
                .lease(LEASE)
                .longestWait(Duration.ofMillis(100))
                .open());
        Gate<String> gate = keep(feed.gate(KeyEncoder.utf8(), SPEC).openCold());
        try (Connection connection = server.dataSource(schema).getConnection()) {
            connection.setAutoCommit(false);
            feed.announce(connection, List.of("ada"));
            assertThatThrownBy(gate::rebuild)
                    .isInstanceOfAny(StoreException.class, RebuildException.class)
                    .hasMessageContaining("1 transactions that have announced keys are not over");
        }
    }

    @Test
    void feed_strangeNames_work() throws Exception {
        String table = "we\"ird $feed$ 'ta.ble";
        String column = "na\"me %s $feed1$";
        TestPostgres.execute(
                server.dataSource(schema),
                "CREATE TABLE \"we\"\"ird $feed$ 'ta.ble\" (\"na\"\"me %s $feed1$\" uuid PRIMARY KEY)");
        DataSource source = server.dataSource(schema);
        PostgresFeed<UUID> feed = keep(PostgresFeed.of(
                        JdbcKeyStore.over(source, KeyColumn.uuid(table, column)).open())
                .lease(LEASE)
                .open());
        PostgresFeed<UUID> withSchema = keep(PostgresFeed.of(
                        JdbcKeyStore.over(source, KeyColumn.uuid(table, column).inSchema(schema))
                                .open())
                .lease(LEASE)
                .open());
        TestPostgres.execute(source, feed.triggerSql());
        Gate<UUID> reader = keep(feed.gate(KeyEncoder.uuid(), SPEC).openWarm(keys -> {}));
        Gate<UUID> writer = keep(withSchema.gate(KeyEncoder.uuid(), SPEC).openWarm(keys -> {}));
        UUID key = new UUID(1, -2);
        assertThat(writer.addIfAbsent(key)).isTrue();
        assertThat(reader.contains(key)).isTrue();
        TestPostgres.execute(
                source, "INSERT INTO \"we\"\"ird $feed$ 'ta.ble\" VALUES ('00000000-0000-0001-0000-000000000007')");
        await(() -> reader.contains(new UUID(1, 7)));
        TestPostgres.execute(source, feed.dropTriggerSql());
    }

    @Test
    void feed_otherDatabase_isRefused() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            assertThatThrownBy(() -> PostgresNotifications.of(connection))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("org.postgresql:postgresql");
        }
    }

    @Test
    void builder_badSettings_areRefused() {
        PostgresFeedBuilder<String> builder = PostgresFeed.of(store(server.dataSource(schema)));
        assertThatThrownBy(() -> builder.lease(Duration.ofMillis(9))).hasMessageContaining("PT0.009S");
        assertThatThrownBy(() -> builder.silence(Duration.ofMillis(9))).hasMessageContaining("PT0.009S");
        assertThatThrownBy(() -> builder.longestWait(Duration.ZERO)).hasMessageContaining("PT0S");
    }
}
