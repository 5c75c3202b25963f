package dev.bloomery.spec;

/**
 * The plan of a filter: an immutable value that can be printed, stored, parsed and shipped. Two filters built from one
 * spec and one seed are alike, bit for bit, wherever they are built.
 *
 * <p>{@code FilterSpec.parse(spec.toString())} equals {@code spec}. A spec holds no secret; {@link SeededSpec} carries the
 * seed beside it.
 */
public sealed interface FilterSpec permits BloomSpec, CountingSpec, ScalableSpec, WindowedSpec, CuckooSpec, FuseSpec {

    /**
     * The kind of the filter.
     *
     * @return the kind
     */
    FilterKind kind();

    /**
     * Whether the plan says how large the filter is when it is made, and not only for how many keys. The plan of a filter that is there does.
     *
     * @return true if it does
     */
    boolean isSized();

    /**
     * The number of distinct keys up to which the FPP promise holds.
     *
     * @return the capacity
     */
    long capacity();

    /**
     * The FPP asked for, at capacity.
     *
     * @return a probability between 0 and 1
     */
    double targetFpp();

    /**
     * The hash of the keys.
     *
     * @return the hash
     */
    KeyHash hash();

    /**
     * The text form, one line: the kind, then {@code name=value} pairs.
     *
     * @return for example {@code bloom capacity=1000000 fpp=0.01 layout=auto hash=xxh3-64}
     */
    @Override
    String toString();

    /**
     * Reads the text form.
     *
     * @param text what {@link #toString} wrote, or something like it by hand
     * @return the spec
     * @throws IllegalArgumentException if it is not a spec; the message says what is wrong
     */
    static FilterSpec parse(String text) {
        return FilterKind.parse(SpecText.parse(text));
    }
}
