package dev.bloomery.internal.geometry;

import static java.lang.Math.exp;
import static java.lang.Math.log;

/**
 * The smallest classic geometry, in whole words of 64 bits, whose FPP at capacity is at most the target.
 *
 * <p>The number of probes is an integer, so it is fixed first, and the bits are solved for it: rounding the ideal
 * k = log2(1/p) after the bits were chosen would miss the target. The two or three integers around the ideal are tried
 * and the smallest geometry wins, with fewer probes where that costs nothing.
 */
public final class ClassicSizing {
    private static final double LN2 = log(2);

    private ClassicSizing() {}

    /** Expects {@code keys * 2^-64} below half the target: see {@link Limits}. */
    public static ClassicGeometry of(long keys, double targetFpp) {
        long n = Math.max(keys, 1);
        int ideal = idealProbes(targetFpp);
        int bestProbes = ideal;
        long bestWords = Long.MAX_VALUE;
        for (int probes = Math.max(1, ideal - 1); probes <= ideal + 1; probes++) {
            long words = words(n, targetFpp, probes);
            if (words < bestWords) {
                bestWords = words;
                bestProbes = probes;
            }
        }
        ClassicGeometry best = new ClassicGeometry(bestWords * 64, bestProbes);
        for (int probes = bestProbes - 1; probes >= 1; probes--) {
            ClassicGeometry cheaper = new ClassicGeometry(best.bits(), probes);
            if (cheaper.fpp(n) > targetFpp) {
                break;
            }
            best = cheaper;
        }
        return best;
    }

    /** log2(1/p), rounded. */
    static int idealProbes(double targetFpp) {
        return (int) Math.max(1, Math.round(-log(targetFpp) / LN2));
    }

    /** The fewest words for this number of probes. */
    private static long words(long keys, double targetFpp, int probes) {
        double bits = probes * (double) keys / -Math.log1p(-exp(log(targetFpp) / probes));
        long textbook = Math.max(1, (long) (bits / 64));
        // the expansion leads to within a step or two of the goal, so that the exact row is needed but a few times
        long guess =
                Search.smallest(textbook, words -> Occupancy.expanded(words * 64, keys * probes, probes) <= targetFpp);
        return Search.smallest(guess, words -> new ClassicGeometry(words * 64, probes).fpp(keys) <= targetFpp);
    }

    /** Bits a key that a large filter needs: the limit of the sizes above. */
    public static double bitsPerKey(double targetFpp) {
        double least = Double.POSITIVE_INFINITY;
        int ideal = idealProbes(targetFpp);
        for (int probes = Math.max(1, ideal - 1); probes <= ideal + 1; probes++) {
            least = Math.min(least, probes / -Math.log1p(-exp(log(targetFpp) / probes)));
        }
        return least;
    }

    /**
     * The number of probes with the lowest FPP for this many keys in this many bits; of equal ones the smallest. In a small
     * filter that may be far below the textbook's ln 2 * m / n, so it is where the search begins, not where it ends.
     */
    public static int bestProbes(long keys, long bits) {
        double ideal = LN2 * bits / Math.max(keys, 1);
        int best = (int) Math.max(1, Math.min(Limits.MAX_PROBES, ideal));
        double least = new ClassicGeometry(bits, best).fpp(keys);
        for (int step : new int[] {-1, 1}) {
            for (int probes = best + step; probes >= 1 && probes <= Limits.MAX_PROBES; probes += step) {
                double fpp = new ClassicGeometry(bits, probes).fpp(keys);
                if (step > 0 ? fpp >= least : fpp > least) {
                    break;
                }
                best = probes;
                least = fpp;
            }
        }
        return best;
    }
}
