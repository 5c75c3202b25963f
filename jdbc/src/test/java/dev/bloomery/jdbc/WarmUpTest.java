package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The warm-up of ten million keys, of which memory holds a page at a time beside the filter: what is in use is looked at on the way. */
class WarmUpTest {
    private static final long KEYS = 10_000_000;
    /** The filter takes 14 MB; the keys themselves would take more than 600 MB. */
    private static final long MOST_BYTES = 50_000_000;

    @TempDir
    Path directory;

    @Test
    @Tag("long")
    void openWarm_tenMillionKeysOfPostgres_boundedMemory() {
        TestPostgres postgres = TestPostgres.shared();
        DataSource source = postgres.dataSource(postgres.newSchema());
        TestPostgres.execute(
                source,
                "CREATE UNLOGGED TABLE users AS SELECT 'name ' || n AS name FROM generate_series(1, " + KEYS + ") n",
                "ALTER TABLE users ADD PRIMARY KEY (name)");
        warmUp("PostgreSQL", source);
        TestPostgres.execute(source, "DROP TABLE users");
    }

    @Test
    @Tag("long")
    void openWarm_tenMillionKeysOfSqlite_boundedMemory() {
        DataSource source = TestDatabases.sqlite(directory);
        TestPostgres.execute(
                source,
                "CREATE TABLE users (name TEXT PRIMARY KEY) WITHOUT ROWID",
                "INSERT INTO users WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < " + KEYS
                        + ") SELECT printf('name %08d', n) FROM s");
        warmUp("SQLite", source);
    }

    @ParameterizedTest
    @EnumSource(MySqlDriver.class)
    @Tag("long")
    void openWarm_tenMillionKeysOfMariaDb_boundedMemory(MySqlDriver driver) {
        DataSource source = TestMariaDb.shared().newDatabase(driver);
        TestPostgres.execute(
                source,
                "CREATE TABLE users (name VARCHAR(40) PRIMARY KEY)",
                "INSERT INTO users WITH RECURSIVE d (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM d WHERE n < 99)"
                        + " SELECT CONCAT('name ', LPAD(a.n * 1000000 + b.n * 10000 + c.n * 100 + d.n, 8, '0'))"
                        + " FROM (SELECT n FROM d WHERE n < " + KEYS / 1_000_000 + ") a, d b, d c, d");
        warmUp("MariaDB, driver " + driver, source);
        TestPostgres.execute(source, "DROP TABLE users");
    }

    private static void warmUp(String database, DataSource source) {
        JdbcKeyStore<String> store =
                JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
        long before = usedBytes();
        AtomicLong most = new AtomicLong();
        AtomicLong last = new AtomicLong();
        long begin = System.nanoTime();
        try (Gate<String> gate = Gate.over(store, KeyEncoder.utf8(), CuckooSpec.of(KEYS, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {
                    if (keys - last.get() >= KEYS / 10) {
                        last.set(keys);
                        most.accumulateAndGet(usedBytes() - before, Math::max);
                        System.out.printf("%s: %,d keys so far%n", database, keys);
                    }
                })) {
            double seconds = (System.nanoTime() - begin) / 1e9;
            System.out.printf(
                    "%s: %,d keys in %.1f s, %,.0f keys/s, at most %,d bytes more in use than before%n",
                    database, KEYS, seconds, KEYS / seconds, most.get());
            assertThat(gate.contains("name 00000000x")).isFalse();
            assertThat(most.get()).isBetween(1L, MOST_BYTES);
        }
    }

    /** What is in use when garbage is gone. */
    private static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
