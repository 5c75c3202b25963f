package dev.bloomery.redis.internal.shared;

/** The kinds of entries in the log of a shared filter. */
public final class Entries {
    /** Keys that are new in the newest generation: their hashes, eight bytes each. */
    public static final String ADD = "add";

    /** A chunk was changed: generation and number, with a space between them. */
    public static final String MERGE = "merge";

    /** The filter has other generations: their text. */
    public static final String GENERATIONS = "gens";

    /** The state of the head has changed, or the server, or the writers: nothing to apply. */
    public static final String STATE = "state";

    /** Somebody has accepted a loss: bits that other replicas have may not be at the server. They are read again. */
    public static final String RELOAD = "reload";

    private Entries() {}
}
