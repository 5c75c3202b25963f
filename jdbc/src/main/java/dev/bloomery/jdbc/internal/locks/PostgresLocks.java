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
 * Advisory locks of PostgreSQL, which end with the session of the server.
 *
 * <ol>
 *   <li>They are reentrant: a session that has one gets it again. So a session here knows what it has.
 *   <li>A pooler in transaction mode gives one session of the server to many clients. Two gates would then both have the same lock. So each session leaves a mark of its own
 *       in its session of the server, every statement asks for it, and a session that finds the mark of another one does not begin.
 *   <li>A process that is only stopped keeps its session: its machine answers for it when the server asks whether the connection is still there. A machine that is gone does
 *       not, so the server is told to ask after some seconds.
 * </ol>
 */
final class PostgresLocks implements StoreLocks {
    private static final String WHOSE = "SELECT pg_catalog.pg_backend_pid()";
    private static final String MARK = "bloomery.session";

    /** What the session of the server is set to, by name; given back as it was. Names that a version does not know are left out. */
    private static final String SETTINGS = """
            SELECT s.name, s.setting, pg_catalog.set_config(s.name,
                CASE s.name WHEN 'tcp_keepalives_idle' THEN '5' WHEN 'tcp_keepalives_interval' THEN '2'
                WHEN 'tcp_keepalives_count' THEN '3' ELSE '0' END, false)
            FROM pg_catalog.pg_settings s WHERE s.name IN
                ('idle_session_timeout', 'tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count')""";

    private static final String RESOLVE = """
            SELECT n.nspname, c.relname, c.oid FROM pg_catalog.pg_class c
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.oid = pg_catalog.to_regclass(?)""";

    private static final String TAKE_MARK =
            "SELECT pg_catalog.current_setting('" + MARK + "', true), pg_catalog.set_config('" + MARK + "', ?, false)";
    private static final String IF_MINE = "SELECT CASE WHEN pg_catalog.current_setting('" + MARK + "', true) = ? THEN ";
    private static final String TRY_LOCK = IF_MINE + "pg_catalog.pg_try_advisory_lock(?, ?) END";
    private static final String UNLOCK = IF_MINE + "pg_catalog.pg_advisory_unlock(?, ?) END";

    private static final String LOOK = """
            SELECT -1, pg_catalog.current_setting('bloomery.session', true) = ?
            UNION ALL SELECT objid::bigint, pid = pg_catalog.pg_backend_pid() FROM pg_catalog.pg_locks
            WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid::bigint = ? AND objid::bigint < 8
            AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())""";

    /**
     * Transactions that have changed something, in this database, or that have locked the table to change it. Locks of prepared transactions have no process. The
     * transactions of the server itself, to clean up say, insert nothing.
     */
    private static final String WRITERS = """
            SELECT DISTINCT l.virtualtransaction, l.pid FROM pg_catalog.pg_locks l
            LEFT JOIN pg_catalog.pg_stat_activity a ON a.pid = l.pid
            WHERE l.granted AND l.pid IS DISTINCT FROM pg_catalog.pg_backend_pid()
            AND (l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock'
                OR l.locktype = 'relation' AND l.relation = ?::oid
                AND l.mode IN ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'))
            AND (a.datname IS NULL OR a.datname = pg_catalog.current_database())
            AND coalesce(a.backend_type, 'client backend') = 'client backend'
            AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_prepared_xacts p
                WHERE p.transaction = l.transactionid AND p.database <> pg_catalog.current_database())""";

    /**
     * The epoch need not be on the disk before its commit returns: what the gate writes later is in the log after it, so a crash that forgets the epoch forgets that as well. To
     * wait for a slow disk would cost the session.
     */
    private static final String NEED_NOT_SYNC = "SET LOCAL synchronous_commit = off";

    private record Setting(String name, String value) {}

    private record Writer(String transaction, int process) {}

    private final LockSource source;
    private final ColumnPlace place;
    private final AtomicBoolean warned = new AtomicBoolean();

    PostgresLocks(LockSource source, ColumnPlace place) {
        this.source = source;
        this.place = place;
    }

    @Override
    public Session open() {
        PostgresSession session = new PostgresSession(source.take(WHOSE));
        session.begin(place.toString());
        return session;
    }

    private static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    private final class PostgresSession extends ConnectionSession {
        private final String mark = UUID.randomUUID().toString();
        private final Set<Setting> settingsBefore = new HashSet<>();
        private LockName name = LockName.of("", "", "");
        private String schema = "";
        private long table;

        PostgresSession(Connection connection) {
            super(connection, source.silenceMillis());
        }

        @Override
        void prepare() throws SQLException {
            takeMark();
            resolve();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(SETTINGS)) {
                while (rows.next()) {
                    settingsBefore.add(new Setting(rows.getString(1), rows.getString(2)));
                }
            }
        }

        private void takeMark() throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(TAKE_MARK)) {
                statement.setString(1, mark);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    String before = row.getString(1);
                    if (before != null && !before.isEmpty()) {
                        throw isShared();
                    }
                }
            }
        }

        /** As the server resolves the names, whether a schema was given or not. */
        private void resolve() throws SQLException {
            String given = (place.schema() == null ? "" : quoted(place.schema()) + ".") + quoted(place.table());
            try (PreparedStatement statement = connection.prepareStatement(RESOLVE)) {
                statement.setString(1, given);
                try (ResultSet row = statement.executeQuery()) {
                    if (!row.next()) {
                        throw new SQLException("there is no table " + given + " for the user of the guard");
                    }
                    name = LockName.of(row.getString(1), row.getString(2), place.column());
                    schema = quoted(row.getString(1)) + ".";
                    table = row.getLong(3);
                }
            }
        }

        @Override
        boolean take(int number) throws SQLException {
            return ifMine(TRY_LOCK, number);
        }

        @Override
        void giveBack(int number) throws SQLException {
            if (!ifMine(UNLOCK, number)) {
                throw new SQLException("the session did not have the lock any more");
            }
        }

        private boolean ifMine(String sql, int number) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, mark);
                statement.setInt(2, name.number());
                statement.setInt(3, number);
                try (ResultSet row = statement.executeQuery()) {
                    boolean done = row.next() && row.getBoolean(1);
                    if (row.wasNull()) {
                        throw isShared();
                    }
                    return done;
                }
            }
        }

        @Override
        int look(int owned) throws SQLException {
            int mine = 0;
            int others = 0;
            boolean isMine = false;
            try (PreparedStatement statement = connection.prepareStatement(LOOK)) {
                statement.setString(1, mark);
                statement.setLong(2, Integer.toUnsignedLong(name.number()));
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        int number = rows.getInt(1);
                        if (number < 0) {
                            isMine = rows.getBoolean(2);
                        } else if (rows.getBoolean(2)) {
                            mine |= 1 << number;
                        } else {
                            others |= 1 << number;
                        }
                    }
                }
            }
            if (!isMine) {
                throw isShared();
            }
            if (mine != owned) {
                throw new SQLException(
                        "the session has not the advisory locks that it took; something on its connection gave them back");
            }
            return others;
        }

        @Override
        WritersLook earlierWriters() throws SQLException {
            Set<Writer> left = writers();
            return () -> {
                if (!left.isEmpty()) {
                    left.retainAll(writers());
                }
                return left.isEmpty();
            };
        }

        private Set<Writer> writers() throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(WRITERS)) {
                statement.setLong(1, table);
                Set<Writer> writers = new HashSet<>();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        writers.add(new Writer(rows.getString(1), rows.getInt(2)));
                    }
                }
                return writers;
            }
        }

        @Override
        EpochTable epochs() {
            return new EpochTable(schema, "\"", "", NEED_NOT_SYNC, name, place.toString(), warned);
        }

        @Override
        void release() throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT pg_catalog.pg_advisory_unlock_all()");
            }
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT pg_catalog.set_config(?, ?, false)")) {
                for (Setting setting : settingsBefore) {
                    set(statement, setting);
                }
                set(statement, new Setting(MARK, ""));
            }
        }

        private void set(PreparedStatement statement, Setting setting) throws SQLException {
            statement.setString(1, setting.name);
            statement.setString(2, setting.value);
            statement.execute();
        }
    }
}
