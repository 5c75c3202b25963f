package dev.bloomery.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A scan in the order of the keys, page by page: each page begins after the last key of the page before it. A
 * key that exists all the time is on exactly one page, whatever else comes and goes; no cursor stays open,
 * and no more than a page is in memory.
 *
 * <p>The scan ends when a page is empty and a count of the rows after the last key is zero. An empty page
 * alone proves nothing: MariaDB answers some of the interrupted queries with {@code ORDER BY} with an empty
 * result and no error. A count was never wrong there; it either answers or fails. If the count is not zero,
 * rows were inserted meanwhile or the page was interrupted, and the page is read again.
 */
final class PagedScan implements Dialect.Scan {
    /** How many empty pages in a row the count may contradict before the scan fails. */
    private static final int MOST_CONTRADICTIONS = 100;

    private final Dialect dialect;
    private final String firstSql;
    private final String nextSql;
    private final String countAllSql;
    private final String countRestSql;
    private final boolean limitIsBound;

    /**
     * @param where which rows count
     * @param limit SQL that limits a page by a bound number; empty: the driver limits it
     */
    PagedScan(Dialect dialect, String where, String limit) {
        this.dialect = dialect;
        String order = " ORDER BY " + dialect.comparedKey() + limit;
        firstSql = dialect.selectSql(List.of()) + where + order;
        nextSql = dialect.selectSql(List.of()) + where + " AND " + dialect.comparedKey() + " > ?" + order;
        String count = "SELECT COUNT(*) FROM " + dialect.names.table() + " k WHERE " + where;
        countAllSql = count;
        countRestSql = count + " AND " + dialect.comparedKey() + " > ?";
        limitIsBound = !limit.isEmpty();
    }

    @Override
    public long run(Connection connection, int fetchSize, int timeoutSeconds, Dialect.ValueSink sink)
            throws SQLException {
        Page page = new Page(connection, fetchSize, timeoutSeconds, sink);
        int contradictions = 0;
        while (contradictions <= MOST_CONTRADICTIONS) {
            if (page.next()) {
                contradictions = 0;
            } else if (page.isLast()) {
                return page.keys;
            } else {
                contradictions++;
            }
        }
        throw new SQLException("the database answered " + contradictions
                + " queries in a row with no rows and without an error, but counted rows each time; scan again, and look for"
                + " what interrupts its statements");
    }

    private final class Page {
        private final Connection connection;
        private final int size;
        private final int timeoutSeconds;
        private final Dialect.ValueSink sink;
        private @Nullable Object last;
        long keys;

        Page(Connection connection, int size, int timeoutSeconds, Dialect.ValueSink sink) {
            this.connection = connection;
            this.size = size;
            this.timeoutSeconds = timeoutSeconds;
            this.sink = sink;
        }

        /** Reads the next page; whether it has rows. */
        boolean next() throws SQLException {
            Object after = last;
            boolean hasRows = false;
            try (PreparedStatement statement = connection.prepareStatement(after == null ? firstSql : nextSql)) {
                statement.setQueryTimeout(timeoutSeconds);
                int parameters = 0;
                if (after != null) {
                    dialect.bind(statement, ++parameters, after);
                }
                if (limitIsBound) {
                    statement.setInt(++parameters, size);
                } else {
                    statement.setMaxRows(size);
                    statement.setFetchSize(size);
                }
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        hasRows = true;
                        handOver(row);
                    }
                }
            }
            if (hasRows && after != null && Objects.deepEquals(after, last)) {
                throw new SQLException(
                        "a page of the scan ended with the key after which it should begin: the connection does not"
                                + " carry all characters of the keys, or the column is not unique any more");
            }
            return hasRows;
        }

        /** Whether the database counts no row after the last one. */
        boolean isLast() throws SQLException {
            Object after = last;
            try (PreparedStatement statement =
                    connection.prepareStatement(after == null ? countAllSql : countRestSql)) {
                statement.setQueryTimeout(timeoutSeconds);
                if (after != null) {
                    dialect.bind(statement, 1, after);
                }
                try (ResultSet row = statement.executeQuery()) {
                    if (!row.next()) {
                        throw new SQLException("the database gave no count of the rows, and no error; scan again");
                    }
                    return row.getLong(1) == 0;
                }
            }
        }

        private void handOver(ResultSet row) throws SQLException {
            Object stored = dialect.stored(row, 1);
            last = stored;
            Object value = dialect.value(stored);
            if (value != null) {
                keys++;
                sink.accept(value);
            }
        }
    }
}
