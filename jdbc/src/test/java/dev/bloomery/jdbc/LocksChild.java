package dev.bloomery.jdbc;

import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.testkit.store.LocksProcess;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteDataSource;

/** A process with a session of the locks of the column {@code users.name}. Argument: the address of the database. */
final class LocksChild {
    private LocksChild() {}

    public static void main(String[] arguments) throws Exception {
        LocksProcess.serve(locks(source(arguments[0])));
    }

    static DataSource source(String url) throws SQLException {
        if (url.startsWith("jdbc:postgresql:")) {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setUrl(url);
            return source;
        }
        if (url.startsWith("jdbc:sqlite:")) {
            SQLiteDataSource source = new SQLiteDataSource();
            source.setUrl(url);
            return source;
        }
        return MySqlDriver.sourceOf(url);
    }

    static StoreLocks locks(DataSource source) {
        return locks(source, "users");
    }

    /** They wait for the server for as long as that takes on a busy machine. */
    static StoreLocks locks(DataSource source, String table) {
        return JdbcKeyStore.over(source, KeyColumn.text(table, "name"))
                .locksSilence(Duration.ofSeconds(30))
                .open()
                .locks()
                .orElseThrow();
    }
}
