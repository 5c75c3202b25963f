package dev.bloomery.testkit;

import dev.bloomery.support.Seeds;

/**
 * Assertions on rates that never flake and do fail.
 *
 * <p>Each has a stated error budget: when the promise holds, it fails with probability below {@link #FALSE_ALARM}, for any
 * number of trials. When the promise is broken by more than the figure that the test states, it fails as good as always;
 * the negative controls show that.
 */
public final class RateBound {
    /** One in a billion for each assertion. */
    public static final double FALSE_ALARM = 1e-9;

    private static final double LIMIT = -Math.log(FALSE_ALARM);

    private RateBound() {}

    /**
     * Fails if {@code hits} of {@code trials} independent trials are too many for a true rate of at most {@code bound}, by
     * the bound of Chernoff and Hoeffding: the chance of so many is at most exp(-trials * KL(rate, bound)).
     */
    public static void assertRateAtMost(double bound, long hits, long trials, String what) {
        double rate = (double) hits / trials;
        if (rate > bound && trials * divergence(rate, bound) > LIMIT) {
            throw new AssertionError(what + ": measured rate " + rate + " (" + hits + " of " + trials
                    + "), promised at most " + bound + "; " + Seeds.describe());
        }
    }

    /** The mirror: fails if {@code hits} are too few for a true rate of at least {@code bound}. */
    public static void assertRateAtLeast(double bound, long hits, long trials, String what) {
        double rate = (double) hits / trials;
        if (rate < bound && trials * divergence(rate, bound) > LIMIT) {
            throw new AssertionError(what + ": measured rate " + rate + " (" + hits + " of " + trials
                    + "), expected at least " + bound + "; " + Seeds.describe());
        }
    }

    /**
     * Fails if the mean of independent samples is too large for a true mean of at most {@code bound}, by the empirical
     * Bernstein bound of Maurer and Pontil (2009). Samples above {@code cap} count as {@code cap}: that can only lower the
     * mean, so the bound stays sound, and it needs no assumption on how the samples are distributed.
     */
    public static void assertMeanAtMost(double bound, double[] samples, double cap, String what) {
        int n = samples.length;
        double mean = 0;
        for (double sample : samples) {
            mean += Math.min(sample, cap) / n;
        }
        double variance = 0;
        for (double sample : samples) {
            double distance = Math.min(sample, cap) - mean;
            variance += distance * distance / (n - 1);
        }
        double limit = Math.log(2 / FALSE_ALARM);
        double slack = Math.sqrt(2 * variance * limit / n) + 7 * cap * limit / (3.0 * (n - 1));
        if (mean - slack > bound) {
            throw new AssertionError(what + ": mean " + mean + " of " + n + " samples, with an allowance of " + slack
                    + ", promised at most " + bound + "; " + Seeds.describe());
        }
    }

    /** Kullback-Leibler divergence of two coins. */
    private static double divergence(double rate, double bound) {
        double hit = rate == 0 ? 0 : rate * Math.log(rate / bound);
        double miss = rate == 1 ? 0 : (1 - rate) * Math.log((1 - rate) / (1 - bound));
        return hit + miss;
    }
}
