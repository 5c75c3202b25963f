package dev.bloomery.benchmarks.race.measure;

/** How many absent keys it takes to know an FPP. */
public final class FppProbes {
    /** The share by which a filter may exceed the FPP asked for and still count as delivering it. */
    public static final double TOLERANCE = 1.03;

    private static final long LEAST = 2_000_000;
    /** False positives to count: the standard error is then 0.7 %. */
    private static final long FALSE_POSITIVES = 20_000;

    private FppProbes() {}

    public static long count(double fpp) {
        return Math.max(LEAST, Math.round(FALSE_POSITIVES / fpp));
    }
}
