package dev.bloomery.testkit;

import dev.bloomery.support.Seeds;
import java.util.function.LongFunction;

/**
 * Counts false positives of filters that hold n keys.
 *
 * <p>Two false positives of the same small filter are not independent: one filter may have many bits set by chance and
 * the next one few. So the unit is the filter: each gets a seed of its own and a few absent keys, and counts once if any of
 * them looked present. Whatever happens inside a filter, that has probability at most {@code probes * FPP}, and filters
 * are independent, so the bound is sound. {@link #assertFppAtMost} uses it.
 *
 * <p>Large filters differ too little from each other for that to matter (at 100,000 keys by some per cent, at a million by
 * less); there {@link #assertProbeRateAtMost} takes each probe as a trial and several filters for the average.
 *
 * @param filters filters that were built
 * @param probesPerFilter absent keys that each of them was asked
 * @param filtersHit filters that answered maybe at least once
 * @param hits answers that were maybe
 */
public record FppTrial(long filters, int probesPerFilter, long filtersHit, long hits) {

    /**
     * Builds filters, fills each with n keys and asks it absent ones.
     *
     * @param subject makes an empty filter for a seed
     * @param keys key number i for a seed; numbers below n are added, those from n on are asked
     */
    public static <K> FppTrial run(
            LongFunction<Subject<K>> subject, KeySource<K> keys, long n, long filters, int probesPerFilter) {
        return runLongs(
                seed -> {
                    Subject<K> filter = subject.apply(seed);
                    return new LongSubject(
                            index -> filter.add().accept(keys.key(seed, index)),
                            index -> filter.mightContain().test(keys.key(seed, index)));
                },
                (seed, index) -> index,
                n,
                filters,
                probesPerFilter);
    }

    /** {@link #run} for longs, without a box for each key. */
    public static FppTrial runLongs(
            LongFunction<LongSubject> subject, LongKeySource keys, long n, long filters, int probesPerFilter) {
        long filtersHit = 0;
        long hits = 0;
        long seed = Seeds.base();
        for (long f = 0; f < filters; f++) {
            seed = KeyShape.mix(seed + 0x9E3779B97F4A7C15L);
            LongSubject filter = subject.apply(seed);
            for (long i = 0; i < n; i++) {
                filter.add().accept(keys.key(seed, i));
            }
            long before = hits;
            for (long i = n; i < n + probesPerFilter; i++) {
                if (filter.mightContain().test(keys.key(seed, i))) {
                    hits++;
                }
            }
            filtersHit += hits > before ? 1 : 0;
        }
        return new FppTrial(filters, probesPerFilter, filtersHit, hits);
    }

    /** Fails if so many filters with a false positive are too many for this FPP. */
    public void assertFppAtMost(double fpp, String what) {
        double bound = probesPerFilter * fpp;
        if (bound < 1) {
            RateBound.assertRateAtMost(bound, filtersHit, filters, what);
        } else if (probesPerFilter != 1) {
            throw new IllegalArgumentException("too many probes a filter: the bound " + bound + " says nothing");
        }
    }

    /** Fails if so many false positives are too many for this FPP, each probe taken as a trial of its own. */
    public void assertProbeRateAtMost(double fpp, String what) {
        RateBound.assertRateAtMost(Math.min(fpp, 1), hits, filters * probesPerFilter, what);
    }

    public double measuredFpp() {
        return (double) hits / filters / probesPerFilter;
    }

    /** Key number i for a seed; different numbers give different keys. */
    @FunctionalInterface
    public interface KeySource<K> {
        K key(long seed, long index);
    }

    /** Key number i for a seed; different numbers give different keys. */
    @FunctionalInterface
    public interface LongKeySource {
        long key(long seed, long index);
    }
}
