package dev.bloomery;

import java.util.Locale;

/** Where a Bloom filter puts the bits of a key. */
public enum Layout {
    /** Picked when the filter is sized: {@link #BLOCKED} where it costs at most a tenth more memory, else {@link #CLASSIC}. */
    AUTO,

    /** Anywhere: the least memory, for every target and size; up to k cache lines a query. */
    CLASSIC,

    /** All in one block: one cache line a query, a little more memory; for targets from 1e-5 on. */
    BLOCKED;

    /** The name in the text form of a spec. */
    String specName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
