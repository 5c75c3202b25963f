package dev.bloomery.internal.geometry;

/**
 * How large a binary fuse filter is: the width of its fingerprints, its segments, and into how many shards many keys are cut.
 *
 * <p>Peeling succeeds at any number of keys with a high probability, measured in docs/adr/0014: the cells in which keys may
 * begin are the threshold of endless many segments, times the keys, plus a share that falls with the square root of the segment
 * length, for chance within a segment. Longer segments need less of that, but the segments at the end, in which no key begins,
 * cost more. The segment length is near the one for which both together are least.
 */
public final class FuseFit {
    /** The FPP at which a fingerprint has the most bits that a cell takes, less one for collisions of hashes. */
    public static final double MIN_FPP = 0x1p-56;

    private static final int MAX_WIDTH = 57;
    /**
     * By so much may the FPP pass the target, so that a target of 2^-w takes w bits however many keys there are: their hashes add n * 2^-64 to it, and
     * a bit more would cost an eighth of the memory at 1/256. To see the difference there takes 10^12 questions, and more at lower targets.
     */
    public static final double UNSEEN_EXCESS = 1e-4;

    /** Smaller segments would save nothing that counts. */
    private static final int MIN_SEGMENT_BITS = 4;

    /** Keys below which a few more cells do not count. */
    private static final int FEW_KEYS = 500_000;

    private static final double SLACK_OF_FEW = 2.7;
    private static final double SLACK = 2.2;
    /** More for every doubling beyond a million keys: of more segments that have the greatest length, the fullest one is fuller. */
    private static final double SLACK_OF_DOUBLING = 0.2;

    /** What depends on the arity. */
    private enum Coupling {
        THREE(1.089, 1.15),
        FOUR(1.0236, 0.4);

        /** Cells a key below which no number of segments can be peeled. */
        final double threshold;
        /** The segment length is about the power 2/3 of so many times the keys. */
        final double scale;

        Coupling(double threshold, double scale) {
            this.threshold = threshold;
            this.scale = scale;
        }

        static Coupling of(int arity) {
            return arity == 3 ? THREE : FOUR;
        }
    }

    private FuseFit() {}

    /** The segments for so many keys in one shard. */
    public static FuseGeometry geometry(int keys, int arity) {
        Coupling coupling = Coupling.of(arity);
        double bits = log2(Math.max(1, coupling.scale * keys)) * 2 / 3;
        int segmentLength =
                1 << (int) Math.max(MIN_SEGMENT_BITS, Math.min(Math.round(bits), FuseGeometry.MAX_SEGMENT_BITS));
        double slack =
                keys < FEW_KEYS ? SLACK_OF_FEW : SLACK + SLACK_OF_DOUBLING * log2(Math.max(1, keys / 1_000_000.0));
        double first = keys * (coupling.threshold + slack / Math.sqrt(segmentLength));
        return new FuseGeometry(arity, segmentLength, (int) Math.max(1, Math.ceil(first / segmentLength)));
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }

    /** The fewest bits of a fingerprint whose FPP for so many keys keeps the target, but for {@link #UNSEEN_EXCESS}. Expects one of {@link #MIN_FPP} and more. */
    public static int width(long keys, double targetFpp) {
        int width = 1;
        while (width < MAX_WIDTH && fpp(keys, width) > targetFpp * (1 + UNSEEN_EXCESS)) {
            width++;
        }
        return width;
    }

    /** The chance that an absent key looks present: its fingerprint fits by chance, or its hash is that of another. */
    public static double fpp(long keys, int width) {
        return keys == 0 ? 0 : Math.scalb(1.0, -width) + HashCollisions.fpp(keys);
    }

    /** Into how many shards to cut so many keys, for at most {@code shardKeys} in each on average. */
    public static int shards(long keys, int shardKeys) {
        return Math.toIntExact(Math.max(1, (keys + shardKeys - 1) / shardKeys));
    }

    /** The shard of the key with this hash: shards are ranges of hashes. */
    public static int shard(long hash, int shards) {
        return (int) Mix.reduce(hash, shards);
    }

    /** The keys that a shard may have at most, for so many on average: beyond the reach of chance. */
    public static int mostKeys(int shardKeys) {
        return (int) (shardKeys * 1.05 + 10 * Math.sqrt(shardKeys)) + 16;
    }
}
