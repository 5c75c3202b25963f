package dev.bloomery.jdbc.internal.locks;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * What all gates over one column have in common, made of the names of the column as the database keeps them.
 *
 * @param number for databases that number their locks
 * @param text letters, digits and underscores alone, at most 53 of them
 */
record LockName(int number, String text) {
    private static final int READABLE = 20;
    private static final int DIGEST_BYTES = 16;

    static LockName of(String schema, String table, String column) {
        byte[] digest = digest("gate\0" + schema + '\0' + table + '\0' + column);
        String readable = table.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        return new LockName(
                ByteBuffer.wrap(digest).getInt(),
                readable.substring(0, Math.min(readable.length(), READABLE)) + "_"
                        + HexFormat.of().formatHex(Arrays.copyOf(digest, DIGEST_BYTES)));
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new AssertionError(everyJavaHasIt);
        }
    }
}
