package dev.bloomery.benchmarks.report;

import java.util.Arrays;

/**
 * What happened to one operation between two commits that were run in turns. Run {@code i} of the one and run {@code i} of the
 * other were made one after the other and form a round: only figures of the same round are divided by each other, so that a
 * machine that becomes slower during the comparison does not look like a commit that is.
 *
 * @param before nanoseconds an operation of the one commit, a figure for each round
 * @param after nanoseconds an operation of the other, in the same order
 */
record Change(double[] before, double[] after) {
    /** The median must differ by more than this share. */
    static final double LEAST = 0.03;

    /** With fewer rounds nothing is called a change: three coins fall on the same side far too often. */
    static final int FEWEST_ROUNDS = 4;

    /** What there is to say about an operation. */
    enum Verdict {
        SLOWER,
        FASTER,
        SAME,
        /** Too few rounds to say anything. */
        OPEN
    }

    Change {
        if (before.length != after.length || before.length == 0) {
            throw new IllegalArgumentException(before.length + " runs of one commit and " + after.length
                    + " of the other; give as many of each, at least one");
        }
    }

    /** The ratio after/before of each round: 1.1 takes a tenth longer than before. */
    double[] ratios() {
        double[] ratios = new double[before.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = after[i] / before[i];
        }
        return ratios;
    }

    /**
     * The rule: something changed only if the ratios of all rounds are on the same side of 1 and their median is more than 3 %
     * away from 1. That five rounds of equal commits fall on the same side by chance happens once in sixteen operations; that
     * their median is also 3 % away takes a machine that is not fit for measuring.
     */
    Verdict verdict() {
        double[] ratios = ratios();
        if (ratios.length < FEWEST_ROUNDS) {
            return Verdict.OPEN;
        }
        double median = median(ratios);
        if (Arrays.stream(ratios).allMatch(ratio -> ratio > 1) && median > 1 + LEAST) {
            return Verdict.SLOWER;
        }
        if (Arrays.stream(ratios).allMatch(ratio -> ratio < 1) && median < 1 - LEAST) {
            return Verdict.FASTER;
        }
        return Verdict.SAME;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
