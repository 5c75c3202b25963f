package dev.bloomery.jdbc.internal.locks;

import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.jdbc.internal.dialect.ColumnPlace;
import dev.bloomery.jdbc.internal.dialect.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** The locks of the gates over a column, by the database that it is in. */
public final class TableLocks {
    private TableLocks() {}

    /**
     * The locks, if the database can hold any.
     *
     * @param connection to the database
     * @param source where sessions take their connections
     * @param isShared whether the store takes its connections of the same source
     */
    public static Optional<StoreLocks> of(
            Connection connection, Dialect dialect, ColumnPlace place, DataSource source, boolean isShared)
            throws SQLException {
        return switch (dialect.product()) {
            case POSTGRES -> Optional.of(new PostgresLocks(new LockSource(source, isShared), place));
            case MYSQL ->
                MySqlLocks.areSupported(connection)
                        ? Optional.of(new MySqlLocks(new LockSource(source, isShared), place))
                        : Optional.empty();
            case SQLITE -> SqliteLocks.of(connection, source, place);
            case OTHER -> Optional.empty();
        };
    }
}
