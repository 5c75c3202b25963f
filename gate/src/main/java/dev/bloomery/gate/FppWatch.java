package dev.bloomery.gate;

import java.util.concurrent.atomic.AtomicBoolean;

/** Measures the FPP of one generation, from what was counted since it answers, and tells once if it is too high. */
final class FppWatch {
    private final GateCounts counts;
    private final double promisedFpp;
    private final long answeredBefore;
    private final long falseBefore;
    private final AtomicBoolean told = new AtomicBoolean();

    FppWatch(GateCounts counts, double promisedFpp) {
        this.counts = counts;
        this.promisedFpp = promisedFpp;
        this.answeredBefore = counts.answeredByFilter.sum();
        this.falseBefore = counts.falsePositives.sum();
    }

    double promisedFpp() {
        return promisedFpp;
    }

    /** Absent keys that were asked for. */
    private long observations() {
        return counts.answeredByFilter.sum() - answeredBefore + wrong();
    }

    private long wrong() {
        return counts.falsePositives.sum() - falseBefore;
    }

    /** NaN if no absent key was asked for. */
    double measuredFpp() {
        return (double) wrong() / observations();
    }

    /** Whether it is above so many times the promise, after enough observations. */
    boolean passes(double multiple, long enough) {
        return observations() >= enough && measuredFpp() > multiple * promisedFpp;
    }

    /** Like {@link #passes}, and true once only. */
    boolean mustTell(double multiple, long enough) {
        return !told.get() && passes(multiple, enough) && told.compareAndSet(false, true);
    }
}
