package dev.bloomery.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A server that tests cut off, slow down and restart, with a place for tables of its own. */
interface FaultyServer extends AutoCloseable {
    /** Which server, by which driver. */
    enum Kind {
        POSTGRES {
            @Override
            FaultyServer server(boolean isOwn) {
                return new Postgres(isOwn);
            }
        },
        MARIADB {
            @Override
            FaultyServer server(boolean isOwn) {
                return new MariaDb(MySqlDriver.MARIADB, isOwn);
            }
        },
        CONNECTOR_J {
            @Override
            FaultyServer server(boolean isOwn) {
                return new MariaDb(MySqlDriver.CONNECTOR_J, isOwn);
            }
        };

        /** @param isOwn whether it may be restarted; otherwise it is the one of all tests */
        abstract FaultyServer server(boolean isOwn);
    }

    /** For a proxy in front of it. */
    int port();

    /** A connection each time. */
    DataSource direct();

    /** The same by way of a proxy, whose connections are made or given up within some seconds. */
    DataSource through(int proxyPort, int patienceSeconds);

    /** How the driver asks for a commit. */
    String commit();

    /** Whether it was started by these tests. */
    boolean canBeStopped();

    void stop();

    void startAgain();

    /** Whether no transaction goes on in this place; false if the server cannot be asked. */
    boolean isQuiet();

    @Override
    void close();

    /** A schema of PostgreSQL. */
    final class Postgres implements FaultyServer {
        private final boolean isOwn;
        private final TestPostgres server;
        private final String schema;

        Postgres(boolean isOwn) {
            this.isOwn = isOwn;
            server = isOwn ? TestPostgres.start() : TestPostgres.shared();
            schema = server.newSchema();
        }

        @Override
        public int port() {
            return server.port();
        }

        @Override
        public DataSource direct() {
            return server.dataSource(schema);
        }

        @Override
        public DataSource through(int proxyPort, int patienceSeconds) {
            PGSimpleDataSource source = server.dataSource(schema, proxyPort);
            source.setApplicationName(schema);
            source.setPrepareThreshold(0); // so that every commit is a text that the proxy knows
            source.setConnectTimeout(patienceSeconds);
            source.setLoginTimeout(patienceSeconds);
            return source;
        }

        @Override
        public String commit() {
            return "COMMIT";
        }

        @Override
        public boolean canBeStopped() {
            return server.isOwn();
        }

        @Override
        public void stop() {
            server.stop();
        }

        @Override
        public void startAgain() {
            server.startAgain();
        }

        @Override
        public boolean isQuiet() {
            try (Connection connection = direct().getConnection()) {
                return TestPostgres.number(
                                connection,
                                "SELECT count(*) FROM pg_stat_activity WHERE application_name = '" + schema
                                        + "' AND state <> 'idle'")
                        == 0;
            } catch (SQLException away) {
                return false;
            }
        }

        @Override
        public void close() {
            if (isOwn) {
                server.close();
            }
        }
    }

    /** A database of MariaDB or MySQL. */
    final class MariaDb implements FaultyServer {
        /** Longer than the server keeps the list of its transactions. */
        private static final long KEPT_NANOS = 150_000_000;

        private final MySqlDriver driver;
        private final boolean isOwn;
        private final TestMariaDb server;
        private final String database;

        MariaDb(MySqlDriver driver, boolean isOwn) {
            this.driver = driver;
            this.isOwn = isOwn;
            server = isOwn ? TestMariaDb.start() : TestMariaDb.shared();
            database = server.newName();
        }

        @Override
        public int port() {
            return server.port();
        }

        @Override
        public DataSource direct() {
            return server.source(driver, database);
        }

        /**
         * The second timeout is for Connector/J, whose first one ends when TCP is connected: a greeting that does not come
         * would keep a pool from making connections, for ten seconds, or for ever if the login was already done.
         */
        @Override
        public DataSource through(int proxyPort, int patienceSeconds) {
            String timeouts = "connectTimeout=" + 1_000 * patienceSeconds + "&socketTimeout=" + 2_000 * patienceSeconds;
            return server.source(driver, database, proxyPort, timeouts);
        }

        @Override
        public String commit() {
            return "COMMIT";
        }

        @Override
        public boolean canBeStopped() {
            return server.isOwn();
        }

        @Override
        public void stop() {
            server.stop();
        }

        @Override
        public void startAgain() {
            server.startAgain();
        }

        @Override
        public boolean isQuiet() {
            try (Connection connection = direct().getConnection()) {
                String sql =
                        "SELECT COUNT(*) FROM information_schema.INNODB_TRX t JOIN information_schema.PROCESSLIST p"
                                + " ON p.ID = t.trx_mysql_thread_id WHERE p.DB = '" + database
                                + "' AND p.ID <> CONNECTION_ID()";
                long unused = TestPostgres.number(connection, sql); // may be old
                LockSupport.parkNanos(KEPT_NANOS);
                return TestPostgres.number(connection, sql) == 0;
            } catch (SQLException away) {
                return false;
            }
        }

        @Override
        public void close() {
            if (isOwn) {
                server.close();
            }
        }
    }
}
