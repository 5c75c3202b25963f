package dev.bloomery.jdbc.internal.feed;

import java.nio.charset.StandardCharsets;

/**
 * What is sent on the channel: {@code K<origin>:<key>}, or {@code G<origin>:} for keys that are not named because they are too long. A trigger has
 * no origin.
 *
 * @param isGap whether a key was not named
 * @param origin the feed that sent it; empty: a trigger, or somebody unknown
 * @param text the key, as PostgreSQL casts it to text
 */
public record PostgresMessage(boolean isGap, String origin, String text) {
    /** The longest payload that PostgreSQL takes, in bytes. */
    public static final int LONGEST = 7_999;

    public static PostgresMessage key(String origin, String text) {
        PostgresMessage message = new PostgresMessage(false, origin, text);
        boolean fits = message.payload().getBytes(StandardCharsets.UTF_8).length <= LONGEST;
        return fits ? message : new PostgresMessage(true, origin, "");
    }

    /** What a payload says; one that cannot be read is a gap. */
    public static PostgresMessage of(String payload) {
        int colon = payload.indexOf(':');
        if (colon < 1 || payload.charAt(0) != 'K') {
            return new PostgresMessage(true, colon < 1 ? "" : payload.substring(1, colon), "");
        }
        return new PostgresMessage(false, payload.substring(1, colon), payload.substring(colon + 1));
    }

    public String payload() {
        return (isGap ? 'G' : 'K') + origin + ':' + text;
    }
}
