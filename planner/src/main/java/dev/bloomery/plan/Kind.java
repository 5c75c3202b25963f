package dev.bloomery.plan;

import java.util.Arrays;
import java.util.List;

/** The kinds of filters that a plan weighs against each other. */
public enum Kind {
    /** {@link dev.bloomery.BloomFilter} of layout blocked. */
    BLOOM_BLOCKED("Bloom, blocked", ""),

    /** {@link dev.bloomery.BloomFilter} of layout classic. */
    BLOOM_CLASSIC("Bloom, classic", ""),

    /** {@link dev.bloomery.CuckooFilter}. */
    CUCKOO("cuckoo", "it can be full, and takes a key at most eight times"),

    /** {@link dev.bloomery.CountingBloomFilter} of counters of 4 bits. */
    COUNTING("counting Bloom", "a counter that was counted to 15 sticks, and its keys stay"),

    /** {@link dev.bloomery.ScalableBloomFilter}. */
    SCALABLE("scalable Bloom", "a query asks every slice, and slices are never merged"),

    /** {@link dev.bloomery.FuseFilter} of three cells a key. */
    FUSE_3("fuse, 3-wise", "all keys must be there when it is built"),

    /** {@link dev.bloomery.FuseFilter} of four cells a key. */
    FUSE_4("fuse, 4-wise", "all keys must be there when it is built"),

    /** Bloom filters for stretches of time, of which the oldest is dropped as a whole. */
    WINDOWED("windowed Bloom", "a query asks every stretch of the window"),

    /** A small filter for each of very many owners, in common memory. */
    FAMILY("family", "owners out of memory are read back from a file");

    private final String label;
    private final String caution;

    Kind(String label, String caution) {
        this.label = label;
        this.caution = caution;
    }

    /**
     * What the kind can do beyond answering.
     *
     * @param ability something to do with keys
     * @return whether it can
     */
    public boolean can(Ability ability) {
        return switch (ability) {
            case ADD -> this != FUSE_3 && this != FUSE_4;
            case REMOVE -> this == CUCKOO || this == COUNTING;
            case GROW -> this == SCALABLE || this == FAMILY;
            case FORGET -> this == WINDOWED;
            case OWNERS -> this == FAMILY;
        };
    }

    /**
     * What the kind cannot do.
     *
     * @return the abilities that it lacks
     */
    public List<Ability> cannot() {
        return Arrays.stream(Ability.values()).filter(ability -> !can(ability)).toList();
    }

    /**
     * What to mind even where the kind does all that is asked.
     *
     * @return a few words; empty if there is nothing
     */
    public String caution() {
        return caution;
    }

    /** The name for people, such as {@code fuse, 3-wise}. */
    @Override
    public String toString() {
        return label;
    }
}
