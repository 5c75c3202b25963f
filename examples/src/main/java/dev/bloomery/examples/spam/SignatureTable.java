package dev.bloomery.examples.spam;

import dev.bloomery.examples.database.Database;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.jdbc.ColumnType;
import dev.bloomery.jdbc.JdbcKeyStore;
import dev.bloomery.jdbc.KeyColumn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** The table of signatures and how often each was reported. A signature is 128 bits, as a UUID is, and is kept as one. Any number of threads. */
final class SignatureTable {
    private static final ColumnType<Signature> TYPE = ColumnType.uuid()
            .mapped(
                    SignatureTable::uuid,
                    uuid -> new Signature(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits()));

    private final Database database;

    /** Makes the table, unless it is there. */
    SignatureTable(Database database) throws SQLException {
        this.database = database;
        database.execute("CREATE TABLE IF NOT EXISTS signatures"
                + " (signature TEXT NOT NULL PRIMARY KEY, reports BIGINT NOT NULL DEFAULT 0)");
    }

    /** Fetches how often a signature was reported. */
    Loader<Signature, Long> reports() {
        return JdbcKeyStore.over(database.source(), KeyColumn.of("signatures", "signature", TYPE))
                .loading(List.of("reports"), row -> row.getLong(1));
    }

    /** Counts one more report of this signature. */
    void report(Signature signature) {
        try (Connection connection = database.source().getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("INSERT INTO signatures (signature, reports) VALUES (?, 1)"
                                + " ON CONFLICT (signature) DO UPDATE SET reports = signatures.reports + 1")) {
            statement.setString(1, uuid(signature).toString());
            int unused = statement.executeUpdate();
        } catch (SQLException failed) {
            throw new StoreException("the report could not be written", failed);
        }
    }

    /** Puts in signatures that were reported so often, past the filter: only before there is one. */
    void fill(Iterable<Signature> signatures, int reports) throws SQLException {
        database.insertAll(
                "INSERT INTO signatures (signature, reports) VALUES (?, ?)", signatures, (insert, signature) -> {
                    insert.setString(1, uuid(signature).toString());
                    insert.setInt(2, reports);
                });
    }

    private static UUID uuid(Signature signature) {
        return new UUID(signature.high(), signature.low());
    }
}
