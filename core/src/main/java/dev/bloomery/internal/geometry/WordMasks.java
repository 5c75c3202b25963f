package dev.bloomery.internal.geometry;

import java.util.Arrays;

/**
 * Sets of one, two or three bits of a word, of which rotations make many more.
 *
 * <p>A set of r different bits is one look into a table and one rotation, whatever r is: less than r shifts and masks, and no
 * bit is picked twice. Sets that are rotations of each other share an entry. No entry has bit 63.
 */
public final class WordMasks {
    /**
     * The sets {0, i, j}: 512 of the 651 that are no rotation of each other, evenly chosen, because nine bits of a hash pick one
     * of them without a multiplication.
     */
    private static final long[] TRIPLES = triples();

    /** The sets {0, i} for i from 1 to 32, those of 1 to 31 twice: times 64 rotations they are all sets of two, each twice. */
    private static final long[] PAIRS = pairs();

    private WordMasks() {}

    private static long[] pairs() {
        long[] pairs = new long[63];
        Arrays.setAll(pairs, i -> 1L | 2L << (i / 2));
        return pairs;
    }

    private static long[] triples() {
        long[] all = allTriples();
        long[] triples = new long[512];
        Arrays.setAll(triples, i -> all[(i * all.length) >>> 9]);
        return triples;
    }

    /** In the order of their second and third bit. */
    private static long[] allTriples() {
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
            return TRIPLES[pick >>> 7];
        }
        return bits == 2 ? PAIRS[(pick * 63) >>> 16] : 1;
    }
}
