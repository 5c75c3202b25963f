package dev.bloomery.internal.geometry;

/**
 * The smallest cuckoo geometry that keeps two promises at capacity: the FPP is at most the target, and all keys find room with a
 * probability of at least 1 - 1e-6.
 *
 * <p><b>Room.</b> Up to eight keys have a table of two buckets, where every key may lie anywhere: they always fit. Beyond that
 * there are {@code keys / 0.953 + 2.4 sqrt(keys) + 16} slots, rounded up to whole pairs of buckets. Keys do not fit if and only if
 * both buckets of more than 4 |S| of them lie in some set S of buckets (Hall); the sum of the chances of
 * all sets is below 1e-6 for tables of up to some 1,500 keys ({@code CuckooFitTest} computes it), and larger tables were filled
 * to the first failure many times (docs/adr/0013).
 *
 * <p><b>Width.</b> The least whose FPP is low enough, but not below {@link #MIN_WIDTH}. Nine keys of one class never fit, so
 * narrow fingerprints would fill up before the table does: once in a million at 4 bits and 100 keys, at 6 bits and eight million. At 7
 * bits the width grows by one from 200 million keys on.
 */
public final class CuckooFit {
    static final int MIN_WIDTH = 7;

    /** The chance that nine keys are of the same class. */
    private static final double MAX_OVERFLOW = 1e-7;

    private static final double LOAD = 0.953;
    private static final double ROOT_SLACK = 2.4;
    private static final double SLACK = 16;

    private CuckooFit() {}

    /** Expects a target that {@link CuckooGeometry#MAX_WIDTH} reaches: see {@link #lowestFpp}. */
    public static CuckooGeometry of(long keys, double targetFpp) {
        long buckets = buckets(keys);
        long n = Math.max(keys, 1);
        int width = MIN_WIDTH;
        CuckooGeometry geometry = new CuckooGeometry(buckets, width);
        while (width < CuckooGeometry.MAX_WIDTH
                && (geometry.fpp(n) > targetFpp || overflow(geometry, n) > MAX_OVERFLOW)) {
            geometry = new CuckooGeometry(buckets, ++width);
        }
        return geometry;
    }

    /** The lowest FPP for this many keys. */
    public static double lowestFpp(long keys) {
        return new CuckooGeometry(buckets(keys), CuckooGeometry.MAX_WIDTH).fpp(Math.max(keys, 1));
    }

    /** How many buckets so many keys get. */
    public static long buckets(long keys) {
        if (keys <= CuckooGeometry.MAX_COPIES) {
            return 2;
        }
        double slots = keys / LOAD + ROOT_SLACK * Math.sqrt((double) keys) + SLACK;
        return 2 * (long) Math.ceil(slots / CuckooGeometry.MAX_COPIES);
    }

    /** How many keys get this many buckets at most. */
    public static long keys(long buckets) {
        long guess = (long) Math.max(1, buckets * CuckooGeometry.SLOTS * LOAD);
        return Search.smallest(guess, keys -> buckets(keys) > buckets) - 1;
    }

    /**
     * An upper bound of the chance that nine of so many keys are of the same class: the number of sets of nine, times the chance that
     * all of them are of the class of the first.
     */
    static double overflow(CuckooGeometry geometry, long keys) {
        double chance = 1;
        for (int i = 0; i <= CuckooGeometry.MAX_COPIES; i++) {
            chance *= Math.max(0, keys - i) / (i + 1.0) / (i == 0 ? 1 : geometry.classes());
        }
        return chance;
    }
}
