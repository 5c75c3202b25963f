package dev.bloomery.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.testkit.store.LocksHolder;
import dev.bloomery.testkit.store.LocksProcess;
import dev.bloomery.testkit.store.StoreLocksContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteDataSource;

/** The contract of locks, on each database that has some. */
class JdbcLocksContractTest {
    private static final String[] TABLES = {
        "CREATE TABLE users (name VARCHAR(200) PRIMARY KEY)", "CREATE TABLE others (name VARCHAR(200) PRIMARY KEY)"
    };

    /** Over a pool, as a gate is. */
    abstract static class OverPool extends StoreLocksContract {
        private final List<HikariDataSource> pools = new ArrayList<>();
        private DataSource pool;

        /** A connection each time, to a database of this test. */
        abstract DataSource source();

        abstract String url();

        /** The sessions of the server that have locks of the users' names, by a query for their numbers. */
        abstract String holders();

        abstract String kill(long connection);

        @BeforeEach
        void createTables() {
            TestPostgres.execute(source(), TABLES);
            HikariDataSource made = TestPostgres.pool(source(), 24);
            pools.add(made);
            pool = made;
        }

        @AfterEach
        void closePools() {
            pools.forEach(HikariDataSource::close);
        }

        private StoreLocks locks(String table) {
            return LocksChild.locks(pool, table);
        }

        @Override
        protected StoreLocks locks() {
            return locks("users");
        }

        @Override
        protected StoreLocks locksOfOtherKeys() {
            return locks("others");
        }

        @Override
        protected LocksHolder otherProcess() throws IOException {
            return LocksProcess.start(LocksChild.class, url());
        }

        @Override
        protected void breakSessions() throws SQLException {
            for (long connection : connections(holders())) {
                try (Connection own = source().getConnection();
                        Statement statement = own.createStatement()) {
                    statement.execute(kill(connection));
                }
            }
        }

        private List<Long> connections(String sql) throws SQLException {
            List<Long> found = new ArrayList<>();
            try (Connection own = source().getConnection();
                    Statement statement = own.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                while (row.next()) {
                    found.add(row.getLong(1));
                }
            }
            return found;
        }
    }

    @Nested
    class OnPostgres extends OverPool {
        private final TestPostgres server = TestPostgres.shared();
        private final PGSimpleDataSource source = server.dataSource(server.newSchema());

        OnPostgres() {
            source.setApplicationName("locks" + source.getCurrentSchema());
        }

        @Override
        DataSource source() {
            return source;
        }

        @Override
        String url() {
            return TestPostgres.url(source);
        }

        @Override
        String holders() {
            return "SELECT pid FROM pg_stat_activity WHERE application_name = '" + source.getApplicationName()
                    + "' AND pid <> pg_backend_pid()";
        }

        @Override
        String kill(long connection) {
            return "SELECT pg_terminate_backend(" + connection + ")";
        }

        @Override
        protected int leftBehind() throws SQLException {
            try (Connection own = source.getConnection()) {
                return (int) TestPostgres.number(
                        own,
                        "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
                                + " WHERE l.locktype = 'advisory' AND a.application_name = '"
                                + source.getApplicationName() + "'");
            }
        }
    }

    /** By each driver. */
    abstract static class OverMariaDb extends OverPool {
        private final MySqlDriver driver;
        private final String database = TestMariaDb.shared().newName();
        private final DataSource source;

        OverMariaDb(MySqlDriver driver) {
            this.driver = driver;
            source = TestMariaDb.shared().source(driver, database);
        }

        @Override
        DataSource source() {
            return source;
        }

        @Override
        String url() {
            return TestMariaDb.shared().url(driver, database, "");
        }

        @Override
        String holders() {
            return "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()";
        }

        @Override
        String kill(long connection) {
            return "KILL CONNECTION " + connection;
        }

        @Override
        protected int leftBehind() throws SQLException {
            try (Connection own = source.getConnection()) {
                return (int) TestPostgres.number(
                        own, "SELECT count(*) FROM information_schema.processlist WHERE db = DATABASE()");
            }
        }
    }

    @Nested
    class OnMariaDb extends OverMariaDb {
        OnMariaDb() {
            super(MySqlDriver.MARIADB);
        }
    }

    @Nested
    class OnMariaDbByConnectorJ extends OverMariaDb {
        OnMariaDbByConnectorJ() {
            super(MySqlDriver.CONNECTOR_J);
        }
    }

    @Nested
    class OnSqlite extends StoreLocksContract {
        @TempDir
        Path directory;

        private SQLiteDataSource source;

        @BeforeEach
        void createTables() {
            source = TestDatabases.sqlite(directory);
            TestPostgres.execute(source, TABLES);
        }

        private StoreLocks locks(String table) {
            return LocksChild.locks(source, table);
        }

        @Override
        protected StoreLocks locks() {
            return locks("users");
        }

        @Override
        protected StoreLocks locksOfOtherKeys() {
            return locks("others");
        }

        @Override
        protected LocksHolder otherProcess() throws IOException {
            return LocksProcess.start(LocksChild.class, source.getUrl());
        }

        @Override
        protected void breakSessions() throws IOException {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".locks")).toList()) {
                    Files.delete(file);
                }
            }
        }

        /** Open files. */
        @Override
        protected int leftBehind() throws IOException {
            try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
                return (int) descriptors
                        .filter(descriptor -> {
                            try {
                                return Files.readSymbolicLink(descriptor).startsWith(directory);
                            } catch (IOException closed) {
                                return false;
                            }
                        })
                        .count();
            }
        }
    }
}
