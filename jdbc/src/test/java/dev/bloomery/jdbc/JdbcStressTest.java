package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.testkit.store.GateStress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 16 threads of inserts, deletes, replaces, rollbacks and lookups over real databases, with rebuilds beside them: no answer is wrong. */
class JdbcStressTest {
    private static final int KEYS = 500;

    @TempDir
    Path directory;

    private static KeyStore<String> store(DataSource source) {
        TestPostgres.execute(source, "CREATE TABLE users (name VARCHAR(40) PRIMARY KEY)");
        return JdbcKeyStore.over(source, KeyColumn.text("users", "name"))
                .timeout(Duration.ofSeconds(60))
                .fetchSize(100)
                .open();
    }

    private static GateStress.Result run(DataSource source, KeyStore<String> store, long lookups)
            throws InterruptedException {
        try (Gate<String> gate = Gate.over(store, KeyEncoder.utf8(), CuckooSpec.of(10_000, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {})) {
            GateStress.Result result = new GateStress<>(gate, KEYS, i -> "name " + i)
                    .transactions(new TicketInserts(gate, source))
                    .rebuildEvery(Duration.ofSeconds(2))
                    .run(lookups);
            System.out.println(result + ", " + gate.statistics());
            return result;
        }
    }

    private static void assertNothingWrong(DataSource source, long lookups) throws InterruptedException {
        GateStress.Result result = run(source, store(source), lookups);
        assertThat(result.wrong()).isEmpty();
        assertThat(result.asked()).isGreaterThanOrEqualTo(lookups);
        assertThat(result.unanswered()).isZero();
        assertThat(result.unknown()).isZero();
        assertThat(result.written()).isPositive();
        assertThat(result.rebuilds()).isPositive();
    }

    private static HikariDataSource postgres() {
        TestPostgres postgres = TestPostgres.shared();
        HikariDataSource pool = TestPostgres.pool(postgres.dataSource(postgres.newSchema()), 20);
        pool.setConnectionTimeout(60_000);
        return pool;
    }

    private static HikariDataSource mariaDb(MySqlDriver driver) {
        HikariDataSource pool = TestPostgres.pool(TestMariaDb.shared().newDatabase(driver), 20);
        pool.setConnectionTimeout(60_000);
        return pool;
    }

    private HikariDataSource sqlite() {
        HikariDataSource pool = TestDatabases.sqlitePool(directory);
        pool.setConnectionTimeout(60_000);
        return pool;
    }

    @Test
    void sqlite_manyThreads_noWrongAnswer() throws Exception {
        try (HikariDataSource source = sqlite()) {
            assertNothingWrong(source, 100_000);
        }
    }

    @Test
    void postgres_manyThreads_noWrongAnswer() throws Exception {
        try (HikariDataSource source = postgres()) {
            assertNothingWrong(source, 100_000);
        }
    }

    @ParameterizedTest
    @EnumSource(MySqlDriver.class)
    void mariaDb_manyThreads_noWrongAnswer(MySqlDriver driver) throws Exception {
        try (HikariDataSource source = mariaDb(driver)) {
            assertNothingWrong(source, 100_000);
        }
    }

    @Test
    @Tag("long")
    void sqlite_manyThreadsForLong_noWrongAnswer() throws Exception {
        try (HikariDataSource source = sqlite()) {
            assertNothingWrong(source, 10_000_000);
        }
    }

    @Test
    @Tag("long")
    void postgres_manyThreadsForLong_noWrongAnswer() throws Exception {
        try (HikariDataSource source = postgres()) {
            assertNothingWrong(source, 10_000_000);
        }
    }

    @ParameterizedTest
    @EnumSource(MySqlDriver.class)
    @Tag("long")
    void mariaDb_manyThreadsForLong_noWrongAnswer(MySqlDriver driver) throws Exception {
        try (HikariDataSource source = mariaDb(driver)) {
            assertNothingWrong(source, 10_000_000);
        }
    }

    /** The control: a scan that leaves out the last keys, as one by a page that is taken for the last. */
    @Test
    void sqlite_scanThatEndsEarly_isSeen() throws Exception {
        try (HikariDataSource source = sqlite()) {
            KeyStore<String> hasty = new ForwardingStore(store(source)) {
                @Override
                public long scan(Consumer<? super String> sink) {
                    long[] handed = {0};
                    long unused = super.scan(key -> {
                        if (key.compareTo("name 4") < 0) {
                            sink.accept(key);
                            handed[0]++;
                        }
                    });
                    return handed[0];
                }
            };
            try (Gate<String> gate = Gate.over(hasty, KeyEncoder.utf8(), CuckooSpec.of(10_000, 0.01))
                    .writers(StoreWriters.onlyThisProcess())
                    .openWarm(keys -> {})) {
                assertThat(new GateStress<>(gate, KEYS, i -> "name " + i)
                                .rebuildEvery(Duration.ofMillis(50))
                                .run(20_000)
                                .wrong())
                        .anyMatch(wrong -> wrong.contains("absent"));
            }
        }
    }
}
