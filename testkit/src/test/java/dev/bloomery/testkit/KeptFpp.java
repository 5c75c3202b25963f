package dev.bloomery.testkit;

import dev.bloomery.spec.FilterSpec;
import java.util.function.LongFunction;

/** The FPP asked for is the FPP delivered: how the tests of all kinds count it, and what they allow. */
public final class KeptFpp {
    public static final double ALLOWED = 1.05;
    public static final int EXPECTED_HITS = 3_500;
    public static final int FEWER_HITS = 2_000;
    /** Up to so many keys the filter is the unit, see {@link FppTrial}. */
    public static final int SMALL = 100;

    private KeptFpp() {}

    /** Of any kind: filters of this plan keep its FPP at capacity. */
    public static void assertKept(FilterSpec spec, LongFunction<LongSubject> filter, KeyShape shape, int expectedHits) {
        int n = (int) spec.capacity();
        double fpp = spec.targetFpp();
        String what = spec + " " + shape;
        if (n <= SMALL) {
            // a tenth of the filters may be hit: probes * FPP = 0.1, or one probe where the FPP is larger
            int probes = (int) Math.max(1, 0.1 / fpp);
            long filters = Math.max(10_000, (long) (expectedHits / Math.min(probes * fpp, 1)));
            FppTrial.runLongs(filter, shape::key, n, filters, probes).assertFppAtMost(ALLOWED * fpp, what);
        } else {
            // so many that what differs between filters adds less than a hundredth to the variance of the hits
            int filters = n <= 1_000 ? 2_000 : n <= 100_000 ? 50 : 4;
            int probes = (int) Math.max(n <= 1_000 ? 1 : 20_000, expectedHits / fpp / filters);
            FppTrial.runLongs(filter, shape::key, n, filters, probes).assertProbeRateAtMost(ALLOWED * fpp, what);
        }
    }
}
