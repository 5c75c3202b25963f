package dev.bloomery.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** Databases inside this process. */
final class TestDatabases {
    private static final AtomicLong NUMBER = new AtomicLong();

    private TestDatabases() {}

    /** A SQLite in a new file, with a log beside it, and without waiting for the disk. */
    static SQLiteDataSource sqlite(Path directory) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
        config.setBusyTimeout(20_000);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + directory.resolve("keys" + NUMBER.incrementAndGet() + ".db"));
        return source;
    }

    /** A pool of few connections: more of them would wait for each other in SQLite. */
    static HikariDataSource sqlitePool(Path directory) {
        return TestPostgres.pool(sqlite(directory), 4);
    }

    /** A new H2 in memory, which takes the names of tables as they are. */
    static DataSource h2() {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl("jdbc:h2:mem:keys" + NUMBER.incrementAndGet() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000");
        return source;
    }
}
