package dev.bloomery.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A MySQL or a MariaDB, as the server itself says: a driver of the one may be connected to the other, and calls it by
 * its own name.
 *
 * @param isMariaDb whether it is a MariaDB; otherwise it is a MySQL
 * @param hasOtherWriters whether it belongs to a cluster of which other servers take writes as well. Their row locks are
 *     not known here, so a write does not wait for theirs.
 */
record MySqlServer(boolean isMariaDb, boolean hasOtherWriters) {
    /** They speak the protocol and name themselves in the version, but lack InnoDB and its locks. */
    private static final Set<String> OTHERS =
            Set.of("tidb", "vitess", "oceanbase", "singlestore", "memsql", "dolt", "starrocks", "doris", "clickhouse");

    /** What tells the two, and their clusters, apart. Every user may ask. */
    private static final String VARIABLES = "SHOW VARIABLES WHERE Variable_name IN ('version', 'version_comment',"
            + " 'aria_block_size', 'wsrep_on', 'group_replication_group_name', 'group_replication_single_primary_mode')";

    /** Null: it is another database that only speaks the protocol. */
    static @Nullable MySqlServer of(Connection connection) throws SQLException {
        boolean isMariaDb = false;
        boolean isGalera = false;
        boolean isGroup = false;
        boolean hasOnePrimary = true;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(VARIABLES)) {
            while (row.next()) {
                String value = row.getString(2).toLowerCase(Locale.ROOT);
                switch (row.getString(1).toLowerCase(Locale.ROOT)) {
                    case "version", "version_comment" -> {
                        if (OTHERS.stream().anyMatch(value::contains)) {
                            return null;
                        }
                        isMariaDb |= value.contains("mariadb");
                    }
                    case "aria_block_size" -> isMariaDb = true; // also if its version was given another name
                    case "wsrep_on" -> isGalera = value.equals("on");
                    case "group_replication_group_name" -> isGroup = !value.isEmpty();
                    case "group_replication_single_primary_mode" -> hasOnePrimary = value.equals("on");
                    default -> {}
                }
            }
        }
        return new MySqlServer(isMariaDb, isGalera || (isGroup && !hasOnePrimary));
    }

    String product() {
        return isMariaDb ? "MariaDB" : "MySQL";
    }

    /** The collation that compares code point by code point, and does not fill up with blanks. */
    String exactCollation() {
        return isMariaDb ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin";
    }
}
