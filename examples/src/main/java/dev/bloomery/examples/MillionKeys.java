package dev.bloomery.examples;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * A crawler's memory: a million addresses in a {@code HashSet} and in a Bloom filter. Prints what each takes up and what
 * it answers, for the addresses that were added and for as many that were not.
 */
public final class MillionKeys {
    private static final double TARGET_FPP = 0.01;

    private MillionKeys() {}

    /**
     * Runs with a million keys, or as many as the first argument says.
     *
     * @param args the number of keys, if any
     */
    public static void main(String[] args) {
        run(args.length == 0 ? 1_000_000 : Integer.parseInt(args[0]), System.out);
    }

    /** What the run found. */
    record Result(long missing, double measuredFpp, long setBytes, long filterBytes) {}

    static Result run(int count, PrintStream out) {
        long before = usedBytes();
        Set<String> set = new HashSet<>();
        for (int i = 0; i < count; i++) {
            set.add(url(i));
        }
        long setBytes = usedBytes() - before;

        BloomFilter<String> filter = Filters.bloom(KeyEncoder.utf8())
                .capacity(count)
                .targetFpp(TARGET_FPP)
                .build();
        for (int i = 0; i < count; i++) {
            filter.add(url(i));
        }

        long missing = 0; // added, but the filter says no: must not happen
        long falsePositives = 0; // never added, but the filter says maybe
        for (int i = 0; i < count; i++) {
            missing += set.contains(url(i)) && !filter.mightContain(url(i)) ? 1 : 0;
            falsePositives += !set.contains(url(count + i)) && filter.mightContain(url(count + i)) ? 1 : 0;
        }
        Result result = new Result(
                missing,
                (double) falsePositives / count,
                setBytes,
                filter.info().memoryBytes());
        print(count, result, filter, out);
        return result;
    }

    private static void print(int count, Result result, BloomFilter<String> filter, PrintStream out) {
        out.printf(Locale.ROOT, "%,d addresses, and as many that were never added%n%n", count);
        out.printf(Locale.ROOT, "%-22s %15s %15s%n", "", "HashSet", "BloomFilter");
        out.printf(Locale.ROOT, "%-22s %,15d %,15d%n", "memory, bytes", result.setBytes(), result.filterBytes());
        out.printf(
                Locale.ROOT,
                "%-22s %15.1f %15.1f%n",
                "bits a key",
                bits(count, result.setBytes()),
                bits(count, result.filterBytes()));
        out.printf(Locale.ROOT, "%-22s %15d %15d%n", "keys missed", 0, result.missing());
        out.printf(Locale.ROOT, "%-22s %15.2f %15.2f%n", "FPP asked for, %", 0.0, 100 * TARGET_FPP);
        out.printf(Locale.ROOT, "%-22s %15.2f %15.2f%n%n", "FPP measured, %", 0.0, 100 * result.measuredFpp());
        out.println(filter.info());
    }

    private static double bits(int count, long bytes) {
        return 8.0 * bytes / count;
    }

    private static String url(int i) {
        return "https://www.example.com/articles/" + i;
    }

    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
