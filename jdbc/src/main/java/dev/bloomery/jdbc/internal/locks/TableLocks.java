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
    /** For how long a server may be silent: less than the 3 s within which a method of a session throws. */
    public static final int SILENCE_MILLIS = 2_500;

    private TableLocks() {}

    /**
     * The locks, if the database can hold any.
     *
     * @param connection to the database
     * @param source where sessions take their connections
     * @param isShared whether the store takes its connections of the same source
     * @param silenceMillis for how long the server may be silent before a session counts as lost
     */
    public static Optional<StoreLocks> of(
            Connection connection,
            Dialect dialect,
            ColumnPlace place,
            DataSource source,
            boolean isShared,
            int silenceMillis)
            throws SQLException {
        return switch (dialect.product()) {
            case POSTGRES -> Optional.of(new PostgresLocks(new LockSource(source, isShared, silenceMillis), place));
            case MYSQL ->
                MySqlLocks.areSupported(connection)
                        ? Optional.of(new MySqlLocks(new LockSource(source, isShared, silenceMillis), place))
                        : Optional.empty();
            case SQLITE -> SqliteLocks.of(connection, source, place);
            case OTHER -> Optional.empty();
        };
    }
}
