package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.support.Seeds;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A MariaDB whose statements are killed all the time. It answers some of the killed ones as if there were no
 * row, without an error: what is believed of it must be true. {@link FalseAnswersTest} has the same faults
 * one by one; here are the true ones, as often as they come.
 */
@ParameterizedClass
@EnumSource(MySqlDriver.class)
class MariaDbInterruptionsTest {
    private static final long SEED = Seeds.orElse(21);
    private static final int KEYS = 2_000;
    private static final int PAGE = 100;

    private final DataSource database;
    private final AtomicLong id = new AtomicLong();
    private final OneConnection pool;

    MariaDbInterruptionsTest(MySqlDriver driver) {
        database = TestMariaDb.shared().newDatabase(driver);
        pool = new OneConnection(database, connection -> id.set(id(connection)));
    }

    @BeforeEach
    void fill() {
        TestPostgres.execute(
                database,
                "CREATE TABLE users (name VARCHAR(40) PRIMARY KEY)",
                "SET SESSION " + recursionLimit() + " = " + KEYS,
                "INSERT INTO users WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < " + KEYS
                        + ") SELECT CONCAT('name ', LPAD(n, 6, '0')) FROM s");
    }

    @AfterEach
    void close() throws SQLException {
        pool.close();
    }

    private static String recursionLimit() {
        return TestMariaDb.shared().isMariaDb() ? "max_recursive_iterations" : "cte_max_recursion_depth";
    }

    private static String key(int number) {
        return String.format("name %06d", number);
    }

    private static JdbcKeyStore<String> store(DataSource source) {
        return JdbcKeyStore.over(source, KeyColumn.text("users", "name"))
                .fetchSize(PAGE)
                .open();
    }

    private static long id(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Runs something again and again while its statements are killed. */
    private void whileKilled(int times, IntConsumer task) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        try (Connection killing = database.getConnection();
                Statement kill = killing.createStatement()) {
            Thread killer = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    try {
                        kill.execute("KILL QUERY " + id);
                    } catch (SQLException gone) {
                        // the connection has just broken, and another one takes its place
                    }
                    LockSupport.parkNanos(random.nextInt(2_000_000));
                }
            });
            killer.start();
            try {
                for (int i = 0; i < times; i++) {
                    task.accept(i);
                }
            } finally {
                killer.interrupt();
                killer.join();
            }
        }
    }

    @Test
    void scan_queriesAreKilled_failsOrIsComplete() throws Exception {
        Scans scans = scans(50);
        System.out.println("MariaDB, seed " + SEED + ": " + scans);
        assertThat(scans.complete).isPositive();
        assertThat(scans.failed).isPositive();
    }

    /** As many as it takes to see the fault some dozen times. */
    @Test
    @Tag("long")
    void scan_queriesAreKilledForLong_failsOrIsComplete() throws Exception {
        Scans scans = scans(5_000);
        System.out.println("MariaDB, seed " + SEED + ": " + scans);
        assertThat(scans.complete).isPositive();
        assertThat(scans.wouldHaveBeenShort).isPositive();
    }

    private static final class Scans {
        int complete;
        int failed;
        int wouldHaveBeenShort;

        @Override
        public String toString() {
            return complete + " scans complete, " + failed + " failed; " + wouldHaveBeenShort
                    + " of the complete ones had an empty page before the end";
        }
    }

    private Scans scans(int times) throws Exception {
        FalseAnswers observed = new FalseAnswers(pool.dataSource(), "ORDER BY");
        JdbcKeyStore<String> store = store(observed.dataSource());
        Scans scans = new Scans();
        whileKilled(times, i -> {
            observed.giveTo(Integer.MAX_VALUE, 0);
            try {
                assertThat(store.scan(key -> {})).isEqualTo(KEYS);
                scans.complete++;
                scans.wouldHaveBeenShort += observed.emptyResults() > 1 ? 1 : 0;
            } catch (StoreException killed) {
                scans.failed++;
            }
        });
        return scans;
    }

    /** A write that was not refused did what it says, and a lookup that was answered is right. */
    @Test
    void writes_statementsAreKilled_answersAreTrue() throws Exception {
        JdbcKeyStore<String> store = store(pool.dataSource());
        JdbcKeyStore<String> quiet = store(database);
        int[] done = new int[2];
        whileKilled(400, i -> {
            String key = key(1 + i % KEYS);
            String other = "other " + i;
            try {
                assertThat(store.contains(key)).isTrue();
                if (i % 2 == 0) {
                    assertThat(store.delete(key)).isTrue();
                } else {
                    assertThat(store.replace(key, other)).isTrue();
                    assertThat(quiet.contains(other)).isTrue();
                }
                assertThat(quiet.contains(key)).isFalse();
                done[0]++;
            } catch (StoreException killed) {
                done[1]++;
            }
        });
        System.out.println("MariaDB, seed " + SEED + ": " + done[0] + " writes done, " + done[1] + " failed");
        assertThat(done[0]).isPositive();
        assertThat(done[1]).isPositive();
    }
}
