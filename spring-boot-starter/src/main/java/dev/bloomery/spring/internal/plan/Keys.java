package dev.bloomery.spring.internal.plan;

import org.springframework.core.ResolvableType;

/**
 * How the keys of an instance become bytes.
 *
 * @param text as it was written
 * @param form which of the known forms it is
 * @param type the type of the keys, for the type of the bean
 */
public record Keys(String text, Form form, ResolvableType type) {

    /** The forms that are known by name, and that of the user. */
    public enum Form {
        /** Strings. */
        TEXT,
        /** Longs. */
        INT64,
        /** UUIDs. */
        UUID,
        /** Names of which the long ones are hashed, in Redis. */
        STORED_NAME,
        /** An encoder that is a bean of the name {@link Keys#text}. */
        BEAN
    }
}
