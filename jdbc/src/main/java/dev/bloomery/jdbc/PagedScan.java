package dev.bloomery.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scan in the order of the keys, page by page: each begins behind the last key of the one before it. A key that is there all the time is on exactly
 * one page, whatever else comes and goes; no cursor stays open, and no more than a page is in memory. Ends when a page is empty.
 */
final class PagedScan implements Dialect.Scan {
    private final Dialect dialect;
    private final String firstSql;
    private final String nextSql;
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
        limitIsBound = !limit.isEmpty();
    }

    @Override
    public long run(Connection connection, int fetchSize, int timeoutSeconds, Dialect.ValueSink sink)
            throws SQLException {
        Page page = new Page(connection, fetchSize, timeoutSeconds, sink);
        long before;
        do {
            before = page.rows;
            page.next();
        } while (page.rows > before);
        return page.keys;
    }

    private final class Page {
        private final Connection connection;
        private final int size;
        private final int timeoutSeconds;
        private final Dialect.ValueSink sink;
        private @Nullable Object last;
        long rows;
        long keys;

        Page(Connection connection, int size, int timeoutSeconds, Dialect.ValueSink sink) {
            this.connection = connection;
            this.size = size;
            this.timeoutSeconds = timeoutSeconds;
            this.sink = sink;
        }

        void next() throws SQLException {
            Object after = last;
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
                        rows++;
                        handOver(row);
                    }
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
