package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.report.Goal.Verdict;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * What came out where ours was set against something: a goal without its title.
 *
 * @param wanted the figure that was wanted
 * @param reached the figure that was reached
 * @param from what it was computed from
 * @param verdict whether it holds
 */
record Match(String wanted, String reached, String from, Verdict verdict) {

    /**
     * A quantity with where it comes from, or the reason why there is none.
     *
     * @param value NaN if there is none
     * @param from where it comes from, or why there is none
     */
    record Quantity(double value, String from) {
        static Quantity missing(String why) {
            return new Quantity(Double.NaN, why);
        }

        boolean isMissing() {
            return Double.isNaN(value);
        }
    }

    static Match notMeasured(String wanted, String why) {
        return new Match(wanted, "", why, Verdict.NOT_MEASURED);
    }

    /** A factor that must be at least so large, or any if that is NaN. */
    static Match atLeast(Quantity quantity, double least) {
        String wanted = Double.isNaN(least) ? "" : ">= " + Format.plain(least) + "x";
        if (quantity.isMissing()) {
            return notMeasured(wanted, quantity.from());
        }
        Verdict verdict = Double.isNaN(least) ? Verdict.FOR_INFORMATION : verdict(quantity.value() >= least);
        return new Match(wanted, rounded(quantity.value(), RoundingMode.FLOOR) + "x", quantity.from(), verdict);
    }

    /** A quantity that must be at most so large. */
    static Match atMost(Quantity quantity, double most) {
        return limited(quantity, "<= " + Format.plain(most), quantity.value() <= most);
    }

    /** A quantity that must be below a limit. */
    static Match below(Quantity quantity, double limit) {
        return limited(quantity, "< " + Format.plain(limit), quantity.value() < limit);
    }

    private static Match limited(Quantity quantity, String wanted, boolean holds) {
        return quantity.isMissing()
                ? notMeasured(wanted, quantity.from())
                : new Match(wanted, rounded(quantity.value(), RoundingMode.CEILING), quantity.from(), verdict(holds));
    }

    static Verdict verdict(boolean holds) {
        return holds ? Verdict.YES : Verdict.NO;
    }

    /** Two decimals, rounded to the bad side: what is shown never looks better than it is. */
    static String rounded(double value, RoundingMode mode) {
        return BigDecimal.valueOf(value).setScale(2, mode).toPlainString();
    }

    /** This result if ours delivers the FPP; otherwise the same figures, but it does not hold. */
    Match unlessOursFails(boolean oursDelivers) {
        return oursDelivers || verdict != Verdict.YES
                ? this
                : new Match(wanted, reached, from + "; ours does not deliver the FPP", Verdict.NO);
    }

    Goal goal(String where, String what) {
        return new Goal(where, what, wanted, reached, from, verdict);
    }
}
