package dev.bloomery.internal.geometry;

import java.util.Arrays;

/**
 * Sets of one, two or three bits of a word, from which rotations make all sets of that size.
 *
 * <p>A set of r different bits, uniform over all of them, is one look into a table and one rotation, whatever r is: less
 * than r shifts and masks, and no bit is picked twice. There are C(64, r) sets; those that are rotations of each other share
 * an entry.
 */
public final class WordMasks {
    /** The 651 sets {0, i, j} of which none is a rotation of another; times 64 rotations they are the 41,664 sets of three. */
    private static final long[] TRIPLES = triples();

    /** The 63 sets {0, i}; times 64 rotations they are the 2,016 sets of two, each of them twice. */
    private static final long[] PAIRS = pairs();

    private WordMasks() {}

    private static long[] pairs() {
        long[] pairs = new long[63];
        Arrays.setAll(pairs, i -> 1L | 2L << i);
        return pairs;
    }

    private static long[] triples() {
        long[] triples = new long[651];
        int count = 0;
        for (int i = 1; i < 64; i++) {
            for (int j = i + 1; j < 64; j++) {
                // a rotation turns the gaps i, j - i and 64 - j; of the three turns, the smallest in the order of gaps
                // is kept
                if (i <= j - i && i < 64 - j) {
                    triples[count++] = 1L | 1L << i | 1L << j;
                }
            }
        }
        return triples;
    }

    /**
     * The set that 16 uniform bits pick, before its rotation.
     *
     * @param bits how many bits it has, 1 to 3
     * @param pick 0 to 65535
     */
    public static long pick(int bits, int pick) {
        if (bits == 3) {
            return TRIPLES[(pick * 651) >>> 16];
        }
        return bits == 2 ? PAIRS[(pick * 63) >>> 16] : 1;
    }
}
