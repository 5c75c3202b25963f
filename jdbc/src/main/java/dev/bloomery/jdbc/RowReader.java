package dev.bloomery.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Makes a value of a row.
 *
 * @param <V> the type of the values
 */
@FunctionalInterface
public interface RowReader<V> {
    /**
     * Reads the row that the result set stands on.
     *
     * @param row the row; must not be moved nor closed
     * @return the value, not null
     * @throws SQLException if it cannot be read
     */
    V read(ResultSet row) throws SQLException;
}
