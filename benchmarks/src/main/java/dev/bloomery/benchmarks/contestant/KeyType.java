package dev.bloomery.benchmarks.contestant;

import dev.bloomery.benchmarks.result.Names;
import java.util.Arrays;

/** The kinds of keys that filters are compared with. */
public enum KeyType {
    /** Random 64-bit numbers. */
    LONG(Names.LONG),
    /** Addresses of 60 characters. */
    URL(Names.URL);

    private final String label;

    KeyType(String label) {
        this.label = label;
    }

    /** As it stands in results. */
    public String label() {
        return label;
    }

    /** The reverse of {@link #label}. */
    public static KeyType of(String label) {
        return Arrays.stream(values())
                .filter(type -> type.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no type of keys is called " + label));
    }
}
