package dev.bloomery.gate;

import java.nio.Buffer;

/** Which keys can be kept and compared later. */
final class HeldKeys {
    private HeldKeys() {}

    /** Not arrays, buffers and builders of text: they are equal to themselves only, and their content may change. */
    static boolean canHold(Object key) {
        if (key instanceof OwnedKey<?, ?> owned) {
            return canHold(owned.owner()) && canHold(owned.key());
        }
        return key instanceof String
                || !(key.getClass().isArray() || key instanceof Buffer || key instanceof CharSequence);
    }
}
