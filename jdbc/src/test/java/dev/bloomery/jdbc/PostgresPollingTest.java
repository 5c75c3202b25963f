package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.testkit.store.LoopbackProxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

@Timeout(60)
class PostgresPollingTest {
    private static final Duration STALENESS = Duration.ofMillis(200);
    private static final FilterSpec BLOOM = BloomSpec.of(10_000, 0.001);

    private final TestPostgres server = TestPostgres.shared();
    private String schema = "";

    @BeforeEach
    void makeTable() {
        schema = server.newSchema();
        TestPostgres.execute(
                server.dataSource(schema),
                "CREATE TABLE users (name text PRIMARY KEY, written xid8 NOT NULL DEFAULT pg_current_xact_id())",
                "INSERT INTO users VALUES ('first')");
    }

    private static JdbcKeyStore<String> store(DataSource source) {
        return JdbcKeyStore.over(source, KeyColumn.text("users", "name"))
                .timeout(Duration.ofSeconds(1))
                .open();
    }

    private static Gate<String> gate(DataSource source, FilterSpec spec) {
        JdbcKeyStore<String> store = store(source);
        return gate(store, PostgresPolling.of(store, "written", STALENESS), spec);
    }

    private static Gate<String> gate(JdbcKeyStore<String> store, KeyFeed<String> feed, FilterSpec spec) {
        return Gate.over(store, KeyEncoder.utf8(), spec)
                .writers(StoreWriters.fedBy(feed, Duration.ZERO))
                .openWarm(keys -> {});
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

    private void execute(String sql) {
        TestPostgres.execute(server.dataSource(schema), sql);
    }

    @Test
    void insert_byOthers_isHeardOf() throws Exception {
        try (Gate<String> gate = gate(server.dataSource(schema), BLOOM)) {
            await(() -> answersAlone(gate));
            execute("INSERT INTO users VALUES ('ada')");
            await(() -> gate.contains("ada"));
            execute("UPDATE users SET name = 'bob', written = DEFAULT WHERE name = 'ada'");
            await(() -> gate.contains("bob"));
            assertThat(gate.contains("first")).isTrue();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        }
    }

    @Test
    void insert_committedAfterLaterOne_isHeardOf() throws Exception {
        JdbcKeyStore<String> store = store(server.dataSource(schema));
        NaivePolling naive = new NaivePolling(server.dataSource(schema));
        try (Gate<String> gate = gate(server.dataSource(schema), BLOOM);
                Gate<String> wrong = gate(store, naive, BLOOM);
                Connection slow = server.dataSource(schema).getConnection();
                Statement statement = slow.createStatement()) {
            slow.setAutoCommit(false);
            statement.execute("INSERT INTO users VALUES ('early')");
            execute("INSERT INTO users VALUES ('late')");
            naive.look();
            await(() -> gate.contains("late"));
            assertThat(wrong.contains("late")).isTrue();
            slow.commit();
            naive.look();
            await(() -> gate.contains("early"));
            assertThat(wrong.contains("early"))
                    .as("where only larger numbers are read")
                    .isFalse();
        }
    }

    @Test
    void look_sameRowsAgain_areHandedOverOnce() throws Exception {
        JdbcKeyStore<String> store = store(server.dataSource(schema));
        PostgresPolling<String> polling = PostgresPolling.of(store, "written", STALENESS);
        AtomicInteger handed = new AtomicInteger();
        KeyFeed<String> counted = receiver -> polling.subscribe(new KeyFeed.Receiver<>() {
            @Override
            public void adding(String key) {
                handed.incrementAndGet();
                receiver.adding(key);
            }

            @Override
            public void gap() {
                receiver.gap();
            }
        });
        try (Gate<String> gate = gate(store, counted, CuckooSpec.of(10_000, 0.001));
                Connection slow = server.dataSource(schema).getConnection();
                Statement statement = slow.createStatement()) {
            slow.setAutoCommit(false);
            statement.execute("INSERT INTO users VALUES ('open')"); // holds back the horizon
            execute("INSERT INTO users VALUES ('ada')");
            await(() -> gate.contains("ada"));
            Thread.sleep(2 * STALENESS.toMillis());
            slow.rollback();
            Thread.sleep(2 * STALENESS.toMillis());
            assertThat(handed).hasValue(1);
            assertThat(gate.contains("open")).isFalse();
        }
    }

    @Test
    void look_receiverFailsWithError_looksAgainAndHandsItOver() throws Exception {
        JdbcKeyStore<String> store = store(server.dataSource(schema));
        PostgresPolling<String> polling = PostgresPolling.of(store, "written", STALENESS);
        AtomicBoolean failed = new AtomicBoolean();
        KeyFeed<String> failing = receiver -> polling.subscribe(new FailingOnce<>(receiver, failed));
        try (Gate<String> gate = gate(store, failing, BLOOM)) {
            execute("INSERT INTO users VALUES ('ada')");
            await(failed::get);
            await(() -> gate.contains("ada"));
            await(() -> answersAlone(gate)); // without the thread it would ask the store from now on
        }
    }

    @Test
    void database_cutOff_neverNoAndNothingLost() throws Exception {
        try (LoopbackProxy network = LoopbackProxy.to(server.port())) {
            PGSimpleDataSource source = server.dataSource(schema, network.port());
            source.setLoginTimeout(1);
            try (Gate<String> gate = gate(source, BLOOM)) {
                network.refuse();
                execute("INSERT INTO users VALUES ('ada')");
                Thread.sleep(STALENESS.toMillis());
                assertThatThrownBy(() -> gate.contains("ada")).isInstanceOf(StoreException.class);
                network.heal();
                await(() -> answersAlone(gate));
                assertThat(gate.contains("ada")).isTrue();
                assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            }
        }
    }

    @Test
    void of_tableWithoutColumn_saysHowToMakeIt() throws Exception {
        execute("CREATE TABLE \"o\"\"ther\" (name text PRIMARY KEY, written bigint)");
        JdbcKeyStore<String> store = JdbcKeyStore.over(server.dataSource(schema), KeyColumn.text("o\"ther", "name"))
                .open();
        assertThatThrownBy(() -> PostgresPolling.of(store, "written", STALENESS))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PostgresPolling.of(store, "transaction", STALENESS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ALTER TABLE \"" + schema + "\".\"o\"\"ther\" ADD COLUMN \"transaction\" xid8");
        execute("ALTER TABLE \"o\"\"ther\" ADD COLUMN transaction xid8 NOT NULL DEFAULT pg_current_xact_id()");
        assertThat(PostgresPolling.of(store, "transaction", STALENESS)).isNotNull();
        assertThatThrownBy(() -> PostgresPolling.of(store, "transaction", Duration.ZERO))
                .hasMessageContaining("PT0S");
    }

    /** Reads rows with larger numbers than any it has seen. */
    private static final class NaivePolling implements KeyFeed<String> {
        private final DataSource source;
        private final java.util.List<Receiver<String>> receivers = new java.util.ArrayList<>();
        private long last;

        NaivePolling(DataSource source) {
            this.source = source;
        }

        @Override
        public Subscription subscribe(Receiver<String> receiver) {
            receivers.add(receiver);
            return () -> {};
        }

        void look() throws SQLException {
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT name, written::text FROM users WHERE written > '" + last + "'::xid8")) {
                while (rows.next()) {
                    String name = rows.getString(1);
                    last = Math.max(last, rows.getLong(2));
                    receivers.forEach(receiver -> receiver.adding(name));
                }
            }
        }
    }
}
