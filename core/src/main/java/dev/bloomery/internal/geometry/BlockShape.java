package dev.bloomery.internal.geometry;

import java.util.Arrays;
import java.util.Optional;

/**
 * How a key marks its block: it picks two or four of the eight words, and in each of them one to three different bits.
 *
 * <p>The words of a block form as many groups as a key picks words: word w is in group w modulo their number. A key picks one
 * word of every group, so its words differ without a comparison, and picks in different groups are independent. All its words
 * take the same set of bits, each rotated by its own pick.
 *
 * <p>Two words cost less time than four, four need fewer bits at a low FPP (docs/adr/0010).
 */
public enum BlockShape {
    TWO_BY_ONE(2, 1),
    TWO_BY_TWO(2, 2),
    TWO_BY_THREE(2, 3),
    FOUR_BY_TWO(4, 2),
    FOUR_BY_THREE(4, 3);

    /** Words of a block: a cache line. */
    public static final int BLOCK_WORDS = 8;

    public static final int BLOCK_BITS = BLOCK_WORDS * 64;

    /** The variance of the number of distances that two sets of two have in common, over all of them. */
    private static final double COMMON_IN_PAIRS = 0.03124;

    /** The same for sets of three, 0.2666, and an eighth more for the higher orders. */
    private static final double COMMON_IN_TRIPLES = 0.3;

    private final int words;
    private final int bitsPerWord;

    BlockShape(int words, int bitsPerWord) {
        this.words = words;
        this.bitsPerWord = bitsPerWord;
    }

    /** The shape that sets so many bits a key, if there is one. */
    public static Optional<BlockShape> ofProbes(int probes) {
        return Arrays.stream(values()).filter(shape -> shape.probes() == probes).findFirst();
    }

    /** The words that a key picks: one of each group. */
    public int words() {
        return words;
    }

    /** The different bits that a key sets in each word that it picks. */
    public int bitsPerWord() {
        return bitsPerWord;
    }

    public int probes() {
        return words * bitsPerWord;
    }

    /** The chance that a key picks a given word of the block. */
    double wordChance() {
        return (double) words / BLOCK_WORDS;
    }

    /** The chance that all bits of a pick are set in a word in which {@code set} bits are, whichever they are. */
    public double allSet(int set) {
        return sets(set) / sets(64);
    }

    /** The chance that an absent key looks present in a block that holds this many keys. */
    double fppAtLoad(double keys) {
        // a word of the asked key: its bits are all set, by inclusion and exclusion over those that are still free
        double wordTaken = 0;
        double sign = 1;
        for (int free = 0; free <= bitsPerWord; free++) {
            wordTaken += sign * choose(bitsPerWord, free) * Math.pow(keyMisses(free), keys);
            sign = -sign;
        }
        wordTaken = Math.max(wordTaken, 0);
        double allTaken = Math.pow(wordTaken, words);
        double alike = choose(words, 2) * Math.pow(wordTaken, words - 2) * varianceAtLoad(keys);
        double same = sameSetAtLoad(keys);
        // sets of two are the same if they have their one distance in common: that is one effect, not two
        return Math.min(allTaken + (bitsPerWord == 2 ? Math.max(alike, same) : alike + same), 1);
    }

    /** The chance that a key sets none of so many given bits of a word. */
    private double keyMisses(int bits) {
        return 1 - wordChance() * (1 - allSet(64 - bits));
    }

    /*
     * The words of a key share their set of bits, and that ties them together a little: a key whose set has two bits as far apart
     * as two of the asked key's can hit them both, in every word. So the words of the asked key are taken together more often
     * than the product of their chances says. For the mean over words, it is the variance of the chance that a word is taken,
     * over the sets that the keys have; the first order of it, from the number of distances that two sets have in common.
     */

    /** The variance, over the sets of the keys of a block, of the chance that a word of the asked key is taken. */
    private double varianceAtLoad(double keys) {
        if (bitsPerWord == 1 || keys == 0) {
            return 0;
        }
        double slope = Math.pow(keyMisses(2), keys - 1.0);
        if (bitsPerWord == 3) {
            slope -= Math.pow(keyMisses(3), keys - 1.0);
        }
        slope *= wordChance() / 64;
        return keys * slope * slope * (bitsPerWord == 2 ? COMMON_IN_PAIRS : COMMON_IN_TRIPLES);
    }

    /** A key of the same set that is rotated alike in all words takes them all at once: what matters in nearly empty blocks. */
    private double sameSetAtLoad(double keys) {
        double differentSets = bitsPerWord == 3 ? 512 : sets(64) / 64;
        double rotatedAlike = Math.pow(wordChance() / 64, words);
        return Math.min(keys * rotatedAlike * (1 / differentSets - Math.pow(differentSets, -words)), 1);
    }

    /** The sets of {@link #bitsPerWord} among so many bits. */
    private double sets(int bits) {
        return choose(bits, bitsPerWord);
    }

    private static double choose(int of, int count) {
        double ways = 1;
        for (int i = 0; i < count; i++) {
            ways *= (double) (of - i) / (count - i);
        }
        return ways;
    }
}
