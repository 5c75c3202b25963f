package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** Lookups by the short statement of SQLite: how long they wait for a lock, and what they do when the column has gone. */
@Timeout(60)
class SqliteLookupsTest {
    private static final KeyColumn<Long> IDS = KeyColumn.int64("seen", "id");

    @TempDir
    Path directory;

    /** Without a log beside the file a writer keeps readers out. Two connections are open: to open one takes a lock, too. */
    private HikariDataSource source(int busyTimeoutMillis) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.DELETE);
        config.setBusyTimeout(busyTimeoutMillis);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + directory.resolve("keys.db"));
        TestPostgres.execute(source, "CREATE TABLE seen (id INTEGER NOT NULL UNIQUE)");
        TestPostgres.execute(source, "INSERT INTO seen VALUES (1)");
        HikariDataSource pool = TestPostgres.pool(source, 2);
        try (Connection one = pool.getConnection();
                Connection another = pool.getConnection()) {
            assertThat(one).isNotSameAs(another);
        }
        return pool;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The connections wait shorter than the store shall, exactly as long, or longer. */
    @ParameterizedTest
    @ValueSource(ints = {0, 100, 5_000, 30_000})
    void contains_whileOthersWrite_waitsAsLongAsTheStoreShall(int busyTimeoutMillis) throws Exception {
        try (HikariDataSource source = source(busyTimeoutMillis);
                Connection other = source.getConnection()) {
            JdbcKeyStore<Long> store = JdbcKeyStore.over(source, IDS)
                    .timeout(Duration.ofSeconds(5))
                    .open();
            execute(other, "BEGIN EXCLUSIVE");
            Thread ends = new Thread(() -> {
                try {
                    TimeUnit.MILLISECONDS.sleep(700);
                    execute(other, "COMMIT");
                } catch (InterruptedException | SQLException problem) {
                    throw new IllegalStateException(problem);
                }
            });
            ends.start();
            assertThat(store.contains(1L)).isTrue();
            ends.join();
            assertThat(store.contains(2L)).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 500, 1_000, 30_000})
    void contains_whileOthersWriteForTooLong_failsWhenTheTimeIsOver(int busyTimeoutMillis) throws Exception {
        try (HikariDataSource source = source(busyTimeoutMillis);
                Connection other = source.getConnection()) {
            JdbcKeyStore<Long> store = JdbcKeyStore.over(source, IDS)
                    .timeout(Duration.ofSeconds(1))
                    .open();
            execute(other, "BEGIN EXCLUSIVE");
            long begun = System.nanoTime();
            assertThatThrownBy(() -> store.contains(1L)).isInstanceOf(StoreException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofMillis(900), Duration.ofSeconds(10));
            execute(other, "COMMIT");
            assertThat(store.contains(1L)).isTrue();
        }
    }

    /** SQLite takes a name in double quotes for a string where there is no such column: the key would be absent. */
    @Test
    void contains_columnHasGone_failsAndDoesNotSayNo() throws SQLException {
        try (HikariDataSource source = source(0)) {
            JdbcKeyStore<Long> store = JdbcKeyStore.over(source, IDS).open();
            assertThat(store.contains(1L)).isTrue();
            TestPostgres.execute(source, "ALTER TABLE seen RENAME COLUMN id TO number");
            assertThatThrownBy(() -> store.contains(1L)).isInstanceOf(StoreException.class);
        }
    }
}
