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

    /**
     * What came of the absent keys that were asked for.
     *
     * @param samples how many keys were absent for certain: the filter said so, or the store after it
     * @param wrong for how many of them the filter did not say so
     */
    public record Measured(long samples, long wrong) {
        public static final Measured NOTHING = new Measured(0, 0);

        /** NaN without samples. */
        public double fpp() {
            return (double) wrong / samples;
        }
    }

    public Measured measured() {
        long wrong = counts.falsePositives.sum() - falseBefore;
        return new Measured(counts.answeredByFilter.sum() - answeredBefore + wrong, wrong);
    }

    /** Whether it is above so many times the promise, after enough observations. */
    public boolean passes(double multiple, long enough) {
        Measured measured = measured();
        return measured.samples >= enough && measured.fpp() > multiple * promisedFpp;
    }

    /** Like {@link #passes}, and true once only. */
    public boolean mustTell(double multiple, long enough) {
        return !told.get() && passes(multiple, enough) && told.compareAndSet(false, true);
    }
}
