package dev.bloomery.gate.internal.state;

import java.util.concurrent.atomic.AtomicBoolean;

/** Measures the FPP of one generation, from what was counted since it answers, and tells once if it is too high. */
public final class FppWatch {
    private final GateCounts counts;
    private final double promisedFpp;
    private final long answeredBefore;
    private final long falseBefore;
    private final AtomicBoolean told = new AtomicBoolean();

    public FppWatch(GateCounts counts, double promisedFpp) {
        this.counts = counts;
        this.promisedFpp = promisedFpp;
        this.answeredBefore = counts.answeredByFilter.sum();
        this.falseBefore = counts.falsePositives.sum();
    }

    public double promisedFpp() {
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
    public double measuredFpp() {
        return (double) wrong() / observations();
    }

    /** Whether it is above so many times the promise, after enough observations. */
    public boolean passes(double multiple, long enough) {
        return observations() >= enough && measuredFpp() > multiple * promisedFpp;
    }

    /** Like {@link #passes}, and true once only. */
    public boolean mustTell(double multiple, long enough) {
        return !told.get() && passes(multiple, enough) && told.compareAndSet(false, true);
    }
}
