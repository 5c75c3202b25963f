package dev.bloomery.jdbc.internal.dialect;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** UUIDs in a column of text: only the form in which they are written counts, because another one is not equal to it in the database. */
final class UuidText {
    private UuidText() {}

    static @Nullable UUID parse(String text) {
        if (text.length() != 36) {
            return null;
        }
        try {
            UUID uuid = UUID.fromString(text);
            return uuid.toString().equals(text) ? uuid : null;
        } catch (IllegalArgumentException other) {
            return null;
        }
    }
}
