package dev.bloomery.benchmarks.scale;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import java.util.Arrays;
import java.util.Locale;

/**
 * A billion long keys at one percent in one filter on the heap: builds it in batches, asks for keys that are in and for keys
 * that are not, and reports memory, rates and the FPP. Fails if a key is missed or the FPP is more than promised.
 *
 * <p>Another number of keys may be given as the argument. Run it with the heap that it is meant to show:
 * {@code benchmarks/bench billion} gives it 1.3 GB.
 */
public final class BillionKeys {
    private static final double FPP = 0.01;
    private static final int BATCH = 1 << 16;
    private static final long ASKED = 50_000_000;

    private BillionKeys() {}

    public static void main(String[] args) {
        long keys = args.length == 0 ? 1_000_000_000L : Long.parseLong(args[0]);
        BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                .capacity(keys)
                .targetFpp(FPP)
                .layout(Layout.BLOCKED)
                .singleWriter()
                .build();

        long[] batch = new long[BATCH];
        long start = System.nanoTime();
        for (long from = 0; from < keys; from += BATCH) {
            int count = (int) Math.min(BATCH, keys - from);
            filter.addAllLongs(numbered(batch, from, count));
        }
        double addNanos = (double) (System.nanoTime() - start) / keys;

        long asked = Math.min(ASKED, keys) / BATCH * BATCH;
        start = System.nanoTime();
        long missed = 0;
        for (long at = 0; at < asked; at += BATCH) {
            // from all over the filter's life, not only the keys that came first
            missed += BATCH - maybes(filter.mightContainEachLong(numbered(batch, at * (keys / asked), BATCH)));
        }
        double hitNanos = (double) (System.nanoTime() - start) / asked;

        start = System.nanoTime();
        long falseMaybes = 0;
        for (long at = 0; at < asked; at += BATCH) {
            falseMaybes += maybes(filter.mightContainEachLong(numbered(batch, keys + at, BATCH)));
        }
        double missNanos = (double) (System.nanoTime() - start) / asked;

        double fpp = (double) falseMaybes / asked;
        double megabytes = filter.info().memoryBytes() / 1e6;
        System.out.printf(
                Locale.ROOT,
                """
                keys                   %,d
                filter                 %,.1f MB, %.2f bits a key
                heap                   %,.1f MB at most
                add in batches         %.1f ns a key, %.1f million a second
                present, in batches    %.1f ns a key, %,d asked, %,d missed
                absent, in batches     %.1f ns a key, %,d asked, FPP %.4f %% (%.2f %% promised)
                """,
                keys,
                megabytes,
                megabytes * 8e6 / keys,
                Runtime.getRuntime().maxMemory() / 1e6,
                addNanos,
                1e3 / addNanos,
                hitNanos,
                asked,
                missed,
                missNanos,
                asked,
                100 * fpp,
                100 * FPP);
        // six standard deviations of the count
        double bound = FPP + 6 * Math.sqrt(FPP * (1 - FPP) / asked);
        if (missed != 0 || fpp > bound) {
            System.err.println("the filter broke its promise");
            System.exit(1);
        }
    }

    /** Keys without a pattern: the number times an odd constant. */
    private static long[] numbered(long[] batch, long from, int count) {
        long[] keys = count == batch.length ? batch : Arrays.copyOf(batch, count);
        for (int i = 0; i < count; i++) {
            keys[i] = (from + i) * 0x9E3779B97F4A7C15L;
        }
        return keys;
    }

    private static long maybes(boolean[] answers) {
        long count = 0;
        for (boolean answer : answers) {
            count += answer ? 1 : 0;
        }
        return count;
    }
}
