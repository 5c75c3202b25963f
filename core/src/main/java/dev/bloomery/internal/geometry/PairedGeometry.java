package dev.bloomery.internal.geometry;

/**
 * Paired: two halves of equal size, each of them blocked. A key marks a block of the first half by its hash and a block of the second half by
 * its {@linkplain Mix#remix remixed} hash, so a query touches two cache lines.
 *
 * <p>An absent key looks present if it does in both halves. The blocks that it picks there are independent, and so are the keys that share them:
 * the FPP is the product of two blocked ones, and each half needs the square root of the target only. A single block cannot
 * deliver a low FPP, because crowded blocks spoil the mean: at 1e-6 it would need some 38 bits a key, and the pair needs 31.
 *
 * @param halfBlocks blocks of a half
 * @param shape how a key marks each of its two blocks
 */
public record PairedGeometry(long halfBlocks, BlockShape shape) implements Geometry {
    /** Up to here keys are summed one by one instead of integrated. */
    private static final long FEW_KEYS = 128;

    /** Where the mean load of a block is below this, an absent key hardly ever looks present. */
    private static final double LOW_LOAD = 4;

    /** When keys have set this many bits for each bit of a block, as good as none is free: e^-12 of them, and no key is new any more. */
    private static final double FULL = 12;

    /** Gauss and Legendre, eight points on -1 to 1, of which these four are mirrored: exact for polynomials of degree 15. */
    private static final double[] POINTS = {
        0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975362
    };

    private static final double[] WEIGHTS = {
        0.362683783378362, 0.31370664587788727, 0.22238103445337448, 0.10122853629037626
    };

    /** The geometry of each half. */
    public BlockedGeometry half() {
        return new BlockedGeometry(halfBlocks, shape);
    }

    private long halfBits() {
        return halfBlocks * BlockShape.BLOCK_BITS;
    }

    @Override
    public long bits() {
        return 2 * halfBits();
    }

    @Override
    public int probes() {
        return 2 * shape.probes();
    }

    @Override
    public long position(long hash, int probe) {
        return probe < shape.probes()
                ? half().position(hash, probe)
                : halfBits() + half().position(Mix.remix(hash), probe - shape.probes());
    }

    @Override
    public double fpp(long keys) {
        return Math.min(inBoth((double) keys) + HashCollisions.fpp(keys), 1);
    }

    /** The chance that an absent key looks present in both halves, but for hashes that are the same. */
    private double inBoth(double keys) {
        double inOne = half().fppOfBits(keys);
        return inOne * inOne;
    }

    @Override
    public double keysFor(double setBits) {
        return half().keysFor(setBits / 2);
    }

    @Override
    public double setBitsFor(long keys) {
        return 2 * half().setBitsFor(keys);
    }

    /**
     * Key number i looks present with the FPP of the i before it, so of n keys the sum of {@link #inBoth} from 0 to n - 1 are not new. For many
     * keys that is the integral up to n - 1/2, on stretches that double.
     */
    @Override
    public double newAmong(long keys) {
        double notNew = 0;
        if (keys <= FEW_KEYS) {
            for (long before = 0; before < keys; before++) {
                notNew += inBoth((double) before);
            }
        } else {
            double to = Math.min(keys - 0.5, FULL * halfBits() / shape.probes());
            notNew += keys - 0.5 - to;
            while (to > LOW_LOAD * halfBlocks) {
                notNew += integral(to / 2, to);
                to /= 2;
            }
            notNew += integral(0, to);
        }
        return Math.max(0, keys - notNew);
    }

    private double integral(double from, double to) {
        double middle = (from + to) / 2;
        double radius = (to - from) / 2;
        double sum = 0;
        for (int i = 0; i < POINTS.length; i++) {
            double off = radius * POINTS[i];
            sum += WEIGHTS[i] * (inBoth(middle - off) + inBoth(middle + off));
        }
        return sum * radius;
    }

    @Override
    public double roughFpp(long keys) {
        return fpp(keys);
    }

    /** A key is two steps, one in each half, and these are independent. */
    @Override
    public double setBitsDeviation(long keys, double log) {
        return half().setBitsDeviation(keys, 2, log);
    }

    /** Each half for itself, with half of the chance that it has less. */
    @Override
    public double leastFpp(long keys, double log) {
        double inOne = half().leastFpp(keys, log + Math.log(2));
        return inOne * inOne;
    }

    /** The two blocks of a key lie anywhere. */
    @Override
    public long regionBits() {
        return bits();
    }

    @Override
    public long foldUnits() {
        return halfBlocks;
    }

    @Override
    public Geometry fold(int factor) {
        return new PairedGeometry(halfBlocks / factor, shape);
    }

    @Override
    public long foldPosition(long position, int factor) {
        long inHalf = half().foldPosition(position % halfBits(), factor);
        return position < halfBits() ? inHalf : halfBits() / factor + inHalf;
    }
}
