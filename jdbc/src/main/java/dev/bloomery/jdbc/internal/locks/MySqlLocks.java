package dev.bloomery.jdbc.internal.locks;

import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.jdbc.internal.dialect.ColumnPlace;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Locks of MariaDB and MySQL by name, {@code GET_LOCK}, which end with the connection. They are of one server: another node of a Galera cluster does not know them.
 *
 * <p>They are reentrant, so a session here knows what it has.
 */
final class MySqlLocks implements StoreLocks {
    private static final System.Logger LOG = System.getLogger("dev.bloomery.jdbc");
    private static final String WHOSE = "SELECT CONNECTION_ID()";
    /** As long as all systems let a connection be idle: a process that is stopped keeps its locks for so long. 24 days. */
    private static final long IDLE_SECONDS = 2_147_483;

    private static final String WRITERS =
            "SELECT CONCAT_WS(' ', trx_id, trx_mysql_thread_id, trx_started) FROM information_schema.INNODB_TRX"
                    + " WHERE trx_mysql_thread_id <> CONNECTION_ID()"
                    + " AND (trx_rows_modified > 0 OR trx_tables_locked > 0 OR trx_state = 'LOCK WAIT')";

    private final LockSource source;
    private final ColumnPlace place;
    private final AtomicBoolean warned = new AtomicBoolean();
    private final AtomicBoolean toldOfWriters = new AtomicBoolean();

    MySqlLocks(LockSource source, ColumnPlace place) {
        this.source = source;
        this.place = place;
    }

    /** Whether a session may have several locks: before MySQL 5.7.5 and MariaDB 10.0.2 the second one gave the first one back. */
    static boolean areSupported(Connection connection) {
        String one = "'bloomery." + UUID.randomUUID() + "'";
        String two = "'bloomery." + UUID.randomUUID() + "'";
        String sql = "SELECT GET_LOCK(" + one + ", 0), GET_LOCK(" + two + ", 0), IS_USED_LOCK(" + one
                + ") = CONNECTION_ID() AND IS_USED_LOCK(" + two + ") = CONNECTION_ID(), RELEASE_LOCK(" + one
                + "), RELEASE_LOCK(" + two + ")";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() && row.getBoolean(3);
        } catch (SQLException unknownFunction) {
            return false;
        }
    }

    @Override
    public Session open() {
        MySqlSession session = new MySqlSession(source.take(WHOSE));
        session.begin(place.toString());
        return session;
    }

    private static String quoted(String identifier) {
        return '`' + identifier.replace("`", "``") + '`';
    }

    private final class MySqlSession extends ConnectionSession {
        private LockName name = LockName.of("", "", "");
        private String schema = "";
        private long id;
        private long idleSecondsBefore;
        private String look = "";

        MySqlSession(Connection connection) {
            super(connection);
        }

        @Override
        void prepare() throws SQLException {
            id = LockSource.number(connection, WHOSE);
            idleSecondsBefore = LockSource.number(connection, "SELECT @@SESSION.wait_timeout");
            setIdleSeconds(Math.max(idleSecondsBefore, IDLE_SECONDS));
            resolve();
            StringBuilder sql = new StringBuilder("SELECT CONNECTION_ID()");
            for (int number = 0; number < COUNT; number++) {
                sql.append(", IS_USED_LOCK(").append(lock(number)).append(')');
            }
            look = sql.toString();
        }

        private void setIdleSeconds(long seconds) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION wait_timeout = " + seconds);
            }
        }

        /** As the server keeps the names, whether a database was given or not. */
        private void resolve() throws SQLException {
            String sql = "SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES"
                    + " WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, place.schema());
                statement.setString(2, place.table());
                try (ResultSet row = statement.executeQuery()) {
                    String database = null;
                    String table = place.table();
                    while (row.next()) {
                        if (database == null || row.getString(2).equals(place.table())) {
                            database = row.getString(1);
                            table = row.getString(2);
                        }
                    }
                    if (database == null) {
                        throw new SQLException("there is no table " + place.table() + " for the user of the guard");
                    }
                    name = LockName.of(database, table, place.column());
                    schema = quoted(database) + ".";
                }
            }
        }

        /** At most 64 characters. */
        private String lock(int number) {
            return "'" + name.text() + "_" + number + "'";
        }

        @Override
        boolean take(int number) throws SQLException {
            return call("GET_LOCK(" + lock(number) + ", 0)");
        }

        @Override
        void giveBack(int number) throws SQLException {
            if (!call("RELEASE_LOCK(" + lock(number) + ")")) {
                throw new SQLException("the session did not have the lock any more");
            }
        }

        private boolean call(String function) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT CONNECTION_ID(), " + function)) {
                requireMine(row);
                boolean done = row.getBoolean(2);
                if (row.wasNull()) {
                    throw new SQLException(
                            "the server did not say what became of the lock: the statement was interrupted, or the"
                                    + " lock was not there");
                }
                return done;
            }
        }

        private void requireMine(ResultSet row) throws SQLException {
            if (!row.next()) {
                throw new SQLException("the statement was interrupted");
            }
            if (row.getLong(1) != id) {
                throw isShared();
            }
        }

        @Override
        int look(int owned) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(look)) {
                requireMine(row);
                int mine = 0;
                int others = 0;
                for (int number = 0; number < COUNT; number++) {
                    long holder = row.getLong(number + 2);
                    if (!row.wasNull()) {
                        if (holder == id) {
                            mine |= 1 << number;
                        } else {
                            others |= 1 << number;
                        }
                    }
                }
                if (mine != owned) {
                    throw new SQLException(
                            "the session has not the locks that it took; something on its connection gave them back");
                }
                return others;
            }
        }

        @Override
        WritersLook earlierWriters() throws SQLException {
            Set<String> left;
            try {
                left = writers();
            } catch (SQLException problem) {
                if (!connection.isValid(1)) {
                    throw problem;
                }
                if (toldOfWriters.compareAndSet(false, true)) {
                    LOG.log(
                            System.Logger.Level.INFO,
                            "the guard of the gate over " + place
                                    + " cannot see the transactions that are open, and so waits a fixed time for those of processes that have gone; GRANT PROCESS"
                                    + " to its user to let it see them",
                            problem);
                }
                return () -> true;
            }
            return () -> {
                if (!left.isEmpty()) {
                    left.retainAll(writers());
                }
                return left.isEmpty();
            };
        }

        private Set<String> writers() throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(WRITERS)) {
                Set<String> writers = new HashSet<>();
                while (rows.next()) {
                    writers.add(rows.getString(1));
                }
                return writers;
            }
        }

        @Override
        EpochTable epochs() {
            return new EpochTable(schema, "`", " ENGINE=InnoDB", name, place.toString(), warned);
        }

        @Override
        void release() throws SQLException {
            for (int number = 0; number < COUNT; number++) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("DO RELEASE_LOCK(" + lock(number) + ")");
                }
            }
            setIdleSeconds(idleSecondsBefore);
        }
    }
}
