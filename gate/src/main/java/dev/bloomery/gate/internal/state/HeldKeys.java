package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.store.OwnedKey;
import java.nio.Buffer;
import java.util.UUID;

/** Which keys can be kept and compared later. */
public final class HeldKeys {
    /** A look whether a class has an interface searches all it has; that is done once for a class. */
    private static final ClassValue<Boolean> CAN_HOLD = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return type == String.class
                    || !(type.isArray()
                            || Buffer.class.isAssignableFrom(type)
                            || CharSequence.class.isAssignableFrom(type));
        }
    };

    private HeldKeys() {}

    /** Not arrays, buffers and builders of text: they are equal to themselves only, and their content may change. */
    public static boolean canHold(Object key) {
        Class<?> type = key.getClass();
        if (type == Long.class || type == String.class || type == UUID.class || type == Integer.class) {
            return true; // without a look at what is kept of classes, which lies in four places
        }
        if (key instanceof OwnedKey<?, ?> owned) {
            return canHold(owned.owner()) && canHold(owned.key());
        }
        return CAN_HOLD.get(type);
    }
}
