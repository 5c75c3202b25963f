package dev.bloomery.interop.parquet;

/**
 * What the size of a split block filter means: the load of a block is a Poisson number, and each of its words
 * has one bit of each key.
 */
final class SplitBlockMath {
    private static final double LN2 = Math.log(2);
    private static final int WORDS = 8;
    private static final double CLEAR = 1 - 1.0 / Integer.SIZE;

    private SplitBlockMath() {}

    /** Distinct keys that leave so many bits set, by expectation. */
    static long distinct(long bits, long setBits) {
        double clear = Math.max(0.5, (double) (bits - setBits));
        return Math.round(-(double) bits / WORDS * Math.log(clear / bits));
    }

    /** Distinct keys that fill half of the bits. */
    static long halfFull(long blocks) {
        return Math.max(1, (long) (blocks * Integer.SIZE * LN2));
    }

    /** The FPP of so many blocks with so many keys. */
    static double fpp(double blocks, double keys) {
        double load = keys / blocks;
        if (load > 600) {
            return 1; // where the sum would begin below the smallest number
        }
        double share = Math.exp(-load);
        double sum = 0;
        double rest = 1;
        for (int i = 0; rest > 1e-15 && i < 2_000; i++) {
            sum += share * Math.pow(1 - Math.pow(CLEAR, i), WORDS);
            rest -= share;
            share *= load / (i + 1);
        }
        return Math.min(1, sum);
    }

    /** The fewest blocks, as a power of two, with at most this FPP at so many keys. */
    static long blocks(long keys, double fpp) {
        long blocks = 1;
        while (blocks < 1L << 40 && fpp((double) blocks, (double) keys) > fpp) {
            blocks <<= 1;
        }
        return blocks;
    }
}
