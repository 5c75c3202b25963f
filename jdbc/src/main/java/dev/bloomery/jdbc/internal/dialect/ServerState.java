package dev.bloomery.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What tells a server process, and a history of its data, from another one. Read by queries that every user
 * may send.
 *
 * @param identity which server it is, and which history
 * @param startedSeconds when it was started, if that is known only to some seconds; else 0
 */
public record ServerState(String identity, long startedSeconds) {
    /**
     * How far two readings of one start may be apart: both the uptime and the clock come in whole seconds.
     */
    private static final long SLACK_SECONDS = 2;

    public boolean isOf(ServerState other) {
        return identity.equals(other.identity) && Math.abs(startedSeconds - other.startedSeconds) <= SLACK_SECONDS;
    }

    /**
     * PostgreSQL: the cluster, the start of its first process, and the timeline, which a promoted standby and
     * a restored backup begin anew. After the crash of a single process the server recovers without a new
     * start, and may lose commits that did not wait for the disk; then its counters begin anew, and with them
     * the time of their reset.
     */
    public static ServerState ofPostgres(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("SELECT pg_catalog.pg_is_in_recovery()")) {
                row.next();
                if (row.getBoolean(1)) {
                    throw new SQLException(
                            "the server is a standby, or restores a backup, and may lack what its primary has; connect to the primary");
                }
            }
            String sql = "SELECT (SELECT system_identifier FROM pg_catalog.pg_control_system()) || ', started '"
                    + " || extract(epoch FROM pg_catalog.pg_postmaster_start_time()) || ', recovered '"
                    + " || coalesce(extract(epoch FROM (SELECT stats_reset FROM pg_catalog.pg_stat_bgwriter))::text, 'never') || ', timeline '"
                    + " || substr(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 1, 8)";
            try (ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return new ServerState(row.getString(1), 0);
            }
        }
    }

    /** MariaDB and MySQL: the names of the server, and its start, by its uptime. */
    public static ServerState ofMySql(Connection connection) throws SQLException {
        StringBuilder identity = new StringBuilder();
        try (Statement statement = connection.createStatement()) {
            String names = "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
                    + " ('hostname', 'port', 'datadir', 'server_id', 'server_uid', 'server_uuid')";
            try (ResultSet row = statement.executeQuery(names)) {
                while (row.next()) {
                    identity.append(row.getString(1))
                            .append('=')
                            .append(row.getString(2))
                            .append(' ');
                }
            }
            long uptime = number(statement, "SHOW GLOBAL STATUS LIKE 'Uptime'", 2);
            return new ServerState(identity.toString(), number(statement, "SELECT UNIX_TIMESTAMP()", 1) - uptime);
        }
    }

    private static long number(Statement statement, String sql, int column) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            if (!row.next()) {
                throw new SQLException("the server does not say since when it runs");
            }
            return row.getLong(column);
        }
    }
}
