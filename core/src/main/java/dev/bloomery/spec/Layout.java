package dev.bloomery.spec;

import java.util.Arrays;
import java.util.Locale;

/** Where a Bloom filter puts the bits of a key. */
public enum Layout {
    /** Picked when the filter is sized: {@link #BLOCKED} where it costs at most a tenth more memory, else {@link #CLASSIC}. */
    AUTO,

    /** Anywhere: the least memory, for every target and size; up to k cache lines a query. */
    CLASSIC,

    /** One in each of k slices: a little more memory than classic; for who wants a slice of its own for each probe. */
    PARTITIONED,

    /** All in one block: one cache line a query, a little more memory; for targets from 1e-5 on. */
    BLOCKED,

    /**
     * In two blocks, one in each half of the filter: two cache lines a query, some tenth more memory than classic; for targets from
     * 1e-10 on, and worth it from about 1e-4 down, where a block alone takes too much memory. Auto does not pick it.
     */
    PAIRED;

    /**
     * The name in the text form of a spec.
     *
     * @return the name
     */
    public String specName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The one of this name.
     *
     * @param specName the name in the text form of a spec
     * @return the layout
     * @throws IllegalArgumentException if there is none of that name; the message lists them
     */
    public static Layout of(String specName) {
        for (Layout layout : values()) {
            if (layout.specName().equals(specName)) {
                return layout;
            }
        }
        throw new IllegalArgumentException("the spec has an unknown layout '" + specName + "'; use one of "
                + Arrays.toString(values()).toLowerCase(Locale.ROOT));
    }
}
