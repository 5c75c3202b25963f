package dev.bloomery.gate.internal.state;

import java.util.Optional;

/**
 * What a gate is called in logs, in the names of threads, and in what it prints.
 *
 * @param given the name; empty: it has none
 */
public record GateName(Optional<String> given) {
    public static final GateName NONE = new GateName(Optional.empty());

    private static final int LONGEST = 64;

    /**
     * This name.
     *
     * @throws IllegalArgumentException if it would not fit into one line of a log
     */
    public static GateName of(String name) {
        if (name.isBlank() || name.length() > LONGEST || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("name is '" + name.replaceAll("\\p{Cntrl}", "?") + "'; use 1 to "
                    + LONGEST + " characters that are not all blank, without line breaks and other control characters");
        }
        return new GateName(Optional.of(name));
    }

    /** What a message in the log begins with; empty without a name. */
    public String inLog() {
        return given.map(name -> "gate '" + name + "': ").orElse("");
    }

    /** What is put before a state; empty without a name. */
    public String inText() {
        return given.map(name -> name + ", ").orElse("");
    }

    /** The name of a thread that does something for the gate. */
    public String ofThread(String prefix) {
        return given.map(name -> prefix + "-" + name).orElse(prefix);
    }
}
