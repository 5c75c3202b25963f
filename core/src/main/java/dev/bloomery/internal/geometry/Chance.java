package dev.bloomery.internal.geometry;

/**
 * How far chance may carry a sum from its mean. A chance is given as {@code log}, the natural logarithm of one in how many: 27.6 for one in
 * 10^12.
 */
final class Chance {
    /** One in 10^12: what a filter calls certain. */
    static final double CERTAIN = Math.log(1e12);

    private Chance() {}

    /** Azuma and Hoeffding: the deviation of a martingale whose steps have these ranges, given the sum of their squares. */
    static double deviation(double squaredRanges, double log) {
        return Math.sqrt(squaredRanges * log / 2);
    }

    /** Freedman (Bernstein for a martingale): steps of at most {@code range}, whose variances add up to at most {@code variance}. */
    static double deviation(double variance, double range, double log) {
        double linear = range * log / 3;
        return linear + Math.sqrt(linear * linear + 2 * variance * log);
    }

    /**
     * The least sum of events of which each comes with its own chance, given all before it, if these chances add up to {@code mean} or more:
     * the y below the mean with {@code mean - y + y ln(y / mean) = log} (Chernoff, for dependent events).
     */
    static double leastSum(double mean, double log) {
        if (mean <= log) {
            return 0;
        }
        double low = 0;
        double high = mean;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (mean - middle + middle * Math.log(middle / mean) > log) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The sum of {@code r^2i} for i from 0 to before {@code count}, with {@code r = 1 - miss}. */
    static double squaredPowers(double miss, long count) {
        double log = 2 * Math.log1p(-miss);
        return miss >= 1 ? 1 : Math.expm1((double) count * log) / Math.expm1(log);
    }
}
