package dev.bloomery.interop.guava;

/** From the 128 bits of a hash to positions, with the number that a file keeps. */
enum GuavaStrategy {
    /**
     * Of the lower 64 bits, in arithmetic of 32: filters of Guava before version 13, and those that were made
     * of them.
     */
    MITZ_32(0),

    /** Of all 128 bits: what Guava makes today. */
    MITZ_64(1);

    private final int number;

    GuavaStrategy(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
