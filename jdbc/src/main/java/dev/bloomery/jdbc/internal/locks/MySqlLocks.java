package dev.bloomery.jdbc.internal.locks;

import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.jdbc.internal.dialect.ColumnPlace;
import dev.bloomery.jdbc.internal.dialect.ServerState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

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

    /**
     * Transactions that have changed something, or locked a table to change it, and this one. The server keeps what it has found for a tenth of a second after the last
     * question of whomever, so this one asks for its own text: if that is not in the answer, the answer is an old one.
     */
    private static final String WRITERS = "SELECT CONCAT_WS(' ', trx_id, trx_mysql_thread_id, trx_started),"
            + " trx_mysql_thread_id = CONNECTION_ID(), trx_query"
            + " FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id = CONNECTION_ID()"
            + " OR trx_rows_modified > 0 OR trx_tables_locked > 0 OR trx_state = 'LOCK WAIT'";

    /** ER_SPECIFIC_ACCESS_DENIED_ERROR. */
    private static final int NEEDS_PRIVILEGE = 1227;

    private static final long LONGEST_KEPT_MILLIS = 100;

    /** A connection that was lost here. */
    private record Abandoned(long id, ServerState server) {}

    private final Queue<Abandoned> abandoned = new ConcurrentLinkedQueue<>();
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

    /** Ends what the server still has of sessions that were lost here, in a network that failed without a word say: it would notice that by itself after hours. */
    private void endAbandoned(MySqlSession session) throws SQLException {
        for (Abandoned lost = abandoned.poll(); lost != null; lost = abandoned.poll()) {
            if (session.server.isOf(lost.server) && session.locksOf(lost.id) != 0) {
                try (Statement statement = session.connection.createStatement()) {
                    statement.execute("KILL CONNECTION " + lost.id);
                } catch (SQLException hasEndedBySelf) {
                    if (!session.connection.isValid(1)) {
                        throw hasEndedBySelf;
                    }
                }
            }
        }
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
        private ServerState server = new ServerState("", 0);

        MySqlSession(Connection connection) {
            super(connection, source.silenceMillis());
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
            server = ServerState.ofMySql(connection);
            endAbandoned(this);
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

        /** A bit for each lock that a connection has. */
        int locksOf(long connectionId) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(look)) {
                requireMine(row);
                int locks = 0;
                for (int number = 0; number < COUNT; number++) {
                    locks |= row.getLong(number + 2) == connectionId ? 1 << number : 0;
                }
                return locks;
            }
        }

        @Override
        void abandon() {
            if (id != 0) {
                abandoned.add(new Abandoned(id, server));
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
        WritersLook earlierWriters() {
            return new WritersLook() {
                private @Nullable Set<String> left;

                @Override
                public boolean haveEnded() throws SQLException {
                    Optional<Set<String>> now = writers();
                    if (now.isEmpty()) {
                        return false;
                    }
                    if (left == null) {
                        left = now.get();
                    } else {
                        left.retainAll(now.get());
                    }
                    return left.isEmpty();
                }
            };
        }

        /** Longer than the server keeps an answer, and not in step with others who ask. */
        @Override
        long pauseMillis() {
            return LONGEST_KEPT_MILLIS + ThreadLocalRandom.current().nextLong(10, LONGEST_KEPT_MILLIS);
        }

        /** Empty: the answer is an old one. If this user may not ask: nobody. */
        private Optional<Set<String>> writers() throws SQLException {
            String question = UUID.randomUUID().toString();
            Set<String> writers = new HashSet<>();
            boolean isNew = false;
            try (Statement statement = connection.createStatement()) {
                statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
                try (ResultSet rows = statement.executeQuery(WRITERS + " OR '" + question + "' = ''")) {
                    while (rows.next()) {
                        if (!rows.getBoolean(2)) {
                            writers.add(rows.getString(1));
                        } else if (rows.getString(3) != null) {
                            isNew |= rows.getString(3).contains(question);
                        }
                    }
                } catch (SQLException problem) {
                    if (problem.getErrorCode() != NEEDS_PRIVILEGE) {
                        throw problem;
                    }
                    tellOfWriters(problem);
                    isNew = true;
                }
                statement.execute("COMMIT");
            }
            return isNew ? Optional.of(writers) : Optional.empty();
        }

        private void tellOfWriters(SQLException problem) {
            if (toldOfWriters.compareAndSet(false, true)) {
                LOG.log(
                        System.Logger.Level.INFO,
                        "the guard of the gate over " + place
                                + " may not look at the transactions that are open; it waits for the usual time after"
                                + " another process has gone, and no longer. GRANT PROCESS ON *.* to its user if transactions may take more than a second",
                        problem);
            }
        }

        @Override
        EpochTable epochs() {
            return new EpochTable(schema, "`", " ENGINE=InnoDB", "", name, place.toString(), warned);
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
