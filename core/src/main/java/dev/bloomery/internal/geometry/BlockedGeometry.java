package dev.bloomery.internal.geometry;

import java.util.function.LongToDoubleFunction;

/**
 * Blocked: the hash picks one block, and all probes stay in it, so a query touches one cache line.
 *
 * <p>Keys do not spread evenly over blocks, and a crowded block answers <i>maybe</i> more often than a sparse one answers
 * <i>no</i> more often. So the FPP is the mixture over the binomial load of a block of the exact FPP at that load, and
 * the textbook formula is never used.
 */
public record BlockedGeometry(long blocks, BlockShape shape) implements Geometry {
    /** At a mean load of this many keys no block has a free bit left worth counting. */
    private static final double FULL_LOAD = 10_000;

    private static final double NEGLIGIBLE = 1e-25;

    /** Measured: at most 1.3. */
    private static final double VARIANCE_OF_BLOCKS = 1.5;

    /** What the upper half of a hash can be. */
    private static final long VALUES = 1L << 32;

    /** Up to here a block has at least 2^12 of them, and one more or less makes no difference. */
    private static final long EVEN_BLOCKS = 1 << 20;

    private static final long ARRAY_BLOCKS = 1 << 28;

    @Override
    public long bits() {
        return blocks * BlockShape.BLOCK_BITS;
    }

    @Override
    public int probes() {
        return shape.probes();
    }

    /** The block of a key: where the upper half of its hash falls; of more blocks than an array holds, all of it. */
    public long block(long hash) {
        return blocks <= ARRAY_BLOCKS ? ((hash >>> 32) * blocks) >>> 32 : Mix.reduce(hash, blocks);
    }

    /** The first word of the key's block in a table of so many words, which fit an array. */
    public static long firstWord(long hash, long tableWords) {
        return (((hash >>> 32) * tableWords) >>> 32) & -BlockShape.BLOCK_WORDS;
    }

    /*
     * What a key picks in its block comes from the lower half of its hash, so block and picks are independent:
     *
     *                bits 0-5, 6-11     rotations of the set in the two words
     *   two words    12-13, 14-15       the word of each group
     *                16-31              the set
     *
     *                0-5 ... 18-23      rotations in the four words
     *   four words   24 ... 27          the word of each group
     *                top 16 of the hash times a constant: the set
     *
     * Words are longs until they are an index: a conversion for each part would be an instruction each.
     */

    /** Two words: which of the words 0, 2, 4, 6 the key picks. */
    public static long evenWord(long hash) {
        return (hash >>> 11) & 6;
    }

    /** Two words: which of the words 1, 3, 5, 7 the key picks. */
    public static long oddWord(long hash) {
        return ((hash >>> 13) & 6) | 1;
    }

    /** Two words: the set of bits, before its rotations. */
    public static long setForTwo(int bitsPerWord, long hash) {
        return WordMasks.pick(bitsPerWord, (int) hash >>> 16);
    }

    /** Four words: which of the words {@code group} and {@code group + 4} the key picks. */
    public static long wordOfFour(long hash, int group) {
        return ((hash >>> (22 + group)) & 4) | group;
    }

    /** Four words: the set of bits, before its rotations. */
    public static long setForFour(int bitsPerWord, long hash) {
        return WordMasks.pick(bitsPerWord, (int) (Mix.step(hash) >>> 48));
    }

    /** By how much the set is rotated to the left in the word of this group; the low six bits count. */
    public static int rotation(long hash, int group) {
        return (int) (hash >>> (6 * group));
    }

    /** The word of its block that the key picks in this group. */
    public int word(long hash, int group) {
        if (shape.words() == 4) {
            return (int) wordOfFour(hash, group);
        }
        return (int) (group == 0 ? evenWord(hash) : oddWord(hash));
    }

    /** The bits that the key picks in the word of this group. */
    public long mask(long hash, int group) {
        long set = shape.words() == 4 ? setForFour(shape.bitsPerWord(), hash) : setForTwo(shape.bitsPerWord(), hash);
        return Long.rotateLeft(set, rotation(hash, group));
    }

    @Override
    public long position(long hash, int probe) {
        int group = probe / shape.bitsPerWord();
        long mask = mask(hash, group);
        for (int i = 0; i < probe % shape.bitsPerWord(); i++) {
            mask &= mask - 1; // the lowest bit is that of an earlier probe
        }
        long word = block(hash) * BlockShape.BLOCK_WORDS + word(hash, group);
        return word * 64 + Long.numberOfTrailingZeros(mask);
    }

    @Override
    public double fpp(long keys) {
        return Math.min(fppOfBits((double) keys) + HashCollisions.fpp(keys), 1);
    }

    /**
     * The FPP but for hashes that are the same, for a number of keys that need not be whole. The mean over the blocks, each as likely as keys fall
     * on it: 2^32 values share the blocks, and rarely evenly.
     */
    double fppOfBits(double keys) {
        if (blocks <= EVEN_BLOCKS || blocks > ARRAY_BLOCKS) {
            return mixture(keys, 1.0 / blocks);
        }
        long least = VALUES / blocks;
        double lower = (double) least / VALUES;
        double upper = (least + 1.0) / VALUES;
        double shareOfUpper = (VALUES % blocks) * upper;
        return (1 - shareOfUpper) * mixture(keys, lower) + shareOfUpper * mixture(keys, upper);
    }

    /** The mean of the FPP at a block's load, which is binomial: {@code keys} trials of this chance. */
    private double mixture(double keys, double chance) {
        double mean = keys * chance;
        if (blocks == 1) {
            return shape.fppAtLoad(keys);
        }
        if (mean > FULL_LOAD) {
            return 1;
        }
        double odds = chance / (1 - chance);
        long mode = (long) ((keys + 1) * chance);
        // weights relative to that of the mode, from there outwards; their sum makes probabilities of them
        double weights = 0;
        double sum = 0;
        double weight = 1;
        for (long load = mode; weight > NEGLIGIBLE && load <= keys; load++) {
            weights += weight;
            sum += weight * FppByLoad.of(shape, load);
            weight *= (keys - load) / (load + 1) * odds;
        }
        weight = 1;
        for (long load = mode; load > 0; load--) {
            weight *= load / ((keys - load + 1) * odds);
            if (weight <= NEGLIGIBLE) {
                break;
            }
            weights += weight;
            sum += weight * FppByLoad.of(shape, load - 1);
        }
        return sum / weights;
    }

    /**
     * The blocks are independent but for their loads: so it is the mean over the load of how many keys of a block are new, each at the FPP
     * of those before it. The mean fill would say 8 % too much at an FPP of 90 %.
     */
    @Override
    public double newAmong(long keys) {
        if (keys == 0) {
            return 0;
        }
        return Math.min((double) keys, blocks * mean(keys, load -> NewByLoad.of(shape, load)));
    }

    @Override
    public double roughFpp(long keys) {
        return fpp(keys);
    }

    /**
     * A key is one step, of up to {@link #probes} bits. Its bits are nearly independent, and blocks nearly alike, so the variance is nearly that of
     * as many throws: what crowded blocks and sets of bits that are alike add is less than half of it.
     */
    @Override
    public double setBitsDeviation(long keys, double log) {
        return setBitsDeviation(keys, 1, log);
    }

    /** How far the set bits of so many tables of this geometry together are from their mean, if their positions are independent. */
    double setBitsDeviation(long keys, int tables, double log) {
        double probes = probes();
        double load = -keys * Math.log1p(-hit());
        double variance = bits() * Math.exp(-2 * load) * (Math.expm1(load) - load);
        return Math.min(
                Chance.deviation(tables * probes * probes * Chance.squaredPowers(hit(), keys), log),
                Chance.deviation(tables * VARIANCE_OF_BLOCKS * variance, probes, log));
    }

    /**
     * The FPP of the bits is the mean of that of the blocks. Loads of blocks are negatively associated, so the bound of Bernstein holds as if they
     * were independent. The variance of a block is twice that of its load, which leaves room for that of its bits.
     */
    @Override
    public double leastFpp(long keys, double log) {
        if (keys == 0) {
            return 0;
        }
        double fpp = MODEL_ERROR * mean(keys, load -> FppByLoad.of(shape, load));
        double square = mean(keys, load -> {
            double ofLoad = FppByLoad.of(shape, load);
            return ofLoad * ofLoad;
        });
        double variance = 2 * Math.max(0, square - fpp * fpp);
        return Math.max(0, fpp - Chance.deviation(blocks * variance, fpp, log) / blocks);
    }

    /** The mean over the blocks of what depends on the load of one. */
    private double mean(long keys, LongToDoubleFunction ofLoad) {
        if (blocks == 1) {
            return ofLoad.applyAsDouble(keys);
        }
        double chance = 1.0 / blocks;
        if (keys * chance > FULL_LOAD) {
            return ofLoad.applyAsDouble(Math.round(keys * chance));
        }
        double odds = chance / (1 - chance);
        long mode = (long) ((keys + 1) * chance);
        double weights = 0;
        double sum = 0;
        double weight = 1;
        for (long load = mode; weight > NEGLIGIBLE && load <= keys; load++) {
            weights += weight;
            sum += weight * ofLoad.applyAsDouble(load);
            weight *= (double) (keys - load) / (load + 1) * odds;
        }
        weight = 1;
        for (long load = mode; load > 0; load--) {
            weight *= load / ((keys - load + 1) * odds);
            if (weight <= NEGLIGIBLE) {
                break;
            }
            weights += weight;
            sum += weight * ofLoad.applyAsDouble(load - 1);
        }
        return sum / weights;
    }

    @Override
    public double keysFor(double setBits) {
        return Math.log1p(-setBits / bits()) / Math.log1p(-hit());
    }

    @Override
    public double setBitsFor(long keys) {
        return keys == 0 ? 0 : -Math.expm1(keys * Math.log1p(-hit())) * bits();
    }

    /** The chance that a key sets a given bit: it picks the block, the word, and the bit. */
    private double hit() {
        return shape.wordChance() * shape.bitsPerWord() / 64 / blocks;
    }

    @Override
    public long regionBits() {
        return BlockShape.BLOCK_BITS;
    }

    @Override
    public long foldUnits() {
        return blocks;
    }

    @Override
    public Geometry fold(int factor) {
        return new BlockedGeometry(blocks / factor, shape);
    }

    @Override
    public long foldPosition(long position, int factor) {
        long blockBits = BlockShape.BLOCK_BITS;
        return position / blockBits / factor * blockBits + position % blockBits;
    }
}
