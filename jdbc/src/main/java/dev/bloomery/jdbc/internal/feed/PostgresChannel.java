package dev.bloomery.jdbc.internal.feed;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What all processes that feed each other have in common: names made of the key column as the server knows it, whether a process gave the schema or
 * not.
 *
 * @param name of the channel for announcements: letters, digits and underscores alone, so that it needs no quotes
 * @param schema the schema of the table, quoted
 * @param table the table with its schema, quoted
 * @param leaseLock the first number of the advisory locks that show which lease is in use; the second is the lease in milliseconds
 * @param writersLock the first number of the advisory lock that transactions hold which have announced keys; the second is 0
 */
public record PostgresChannel(String name, String schema, String table, int leaseLock, int writersLock) {
    private static final String RESOLVE = """
            SELECT n.nspname, c.relname FROM pg_catalog.pg_class c
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.oid = pg_catalog.to_regclass(?)""";

    /**
     * Asks the database for the full name of the table.
     *
     * @param schema null: where the database looks by itself
     */
    public static PostgresChannel of(Connection connection, @Nullable String schema, String table, String column)
            throws SQLException {
        String given = (schema == null ? "" : quoted(schema) + ".") + quoted(table);
        try (PreparedStatement statement = connection.prepareStatement(RESOLVE)) {
            statement.setString(1, given);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("there is no table " + given + " for this user; give its name and schema as"
                            + " the database keeps them");
                }
                return of(row.getString(1), row.getString(2), column);
            }
        }
    }

    public static PostgresChannel of(String schema, String table, String column) {
        ByteBuffer digest = ByteBuffer.wrap(digest(schema + '\0' + table + '\0' + column));
        String readable = table.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        return new PostgresChannel(
                "bloomery_" + readable.substring(0, Math.min(readable.length(), 20)) + "_"
                        + HexFormat.of().toHexDigits(digest.getLong()),
                quoted(schema),
                quoted(schema) + "." + quoted(table),
                digest.getInt(),
                digest.getInt());
    }

    public static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new AssertionError(everyJavaHasIt);
        }
    }
}
