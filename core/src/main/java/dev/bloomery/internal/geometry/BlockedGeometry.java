package dev.bloomery.internal.geometry;

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

    @Override
    public long bits() {
        return blocks * shape.blockBits();
    }

    @Override
    public int probes() {
        return shape.probes();
    }

    /** The block of a key: by the upper bits of the hash itself. */
    public long block(long hash) {
        return Mix.reduce(hash, blocks);
    }

    /**
     * The picks of a key in its block, six bits for each word: fresh bits, so that block and picks are independent.
     *
     * @param round 0, or 1 for the second pick of each word
     */
    public static long picks(long hash, int round) {
        return Mix.word(hash, round);
    }

    @Override
    public long position(long hash, int probe) {
        int word = probe % shape.words();
        long pick = picks(hash, probe / shape.words()) >>> (6 * word) & 63;
        return block(hash) * shape.blockBits() + word * 64L + pick;
    }

    @Override
    public double fpp(long keys) {
        return Math.min(mixture(keys) + HashCollisions.fpp(keys), 1);
    }

    /** The mean of the FPP at a block's load, which is binomial: {@code keys} trials of chance 1 / blocks. */
    private double mixture(long keys) {
        double mean = (double) keys / blocks;
        if (blocks == 1) {
            return shape.fppAtLoad(keys);
        }
        if (mean > FULL_LOAD) {
            return 1;
        }
        double odds = 1.0 / (blocks - 1);
        long mode = (keys + 1) / blocks;
        // weights relative to that of the mode, from there outwards; their sum makes probabilities of them
        double weights = 0;
        double sum = 0;
        double weight = 1;
        for (long load = mode; weight > NEGLIGIBLE && load <= keys; load++) {
            weights += weight;
            sum += weight * shape.fppAtLoad(load);
            weight *= (double) (keys - load) / (load + 1) * odds;
        }
        weight = 1;
        for (long load = mode; load > 0; load--) {
            weight *= load / ((keys - load + 1) * odds);
            if (weight <= NEGLIGIBLE) {
                break;
            }
            weights += weight;
            sum += weight * shape.fppAtLoad(load - 1);
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

    /** The chance that a key sets a given bit: it picks the block, and then does not miss the bit. */
    private double hit() {
        return (1 - Math.pow(63.0 / 64, shape.bitsPerWord())) / blocks;
    }

    @Override
    public long regionBits() {
        return shape.blockBits();
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
        long blockBits = shape.blockBits();
        return position / blockBits / factor * blockBits + position % blockBits;
    }
}
