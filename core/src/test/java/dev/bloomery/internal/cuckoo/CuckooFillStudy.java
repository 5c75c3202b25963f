package dev.bloomery.internal.cuckoo;

import dev.bloomery.internal.geometry.CuckooFit;
import dev.bloomery.internal.geometry.CuckooGeometry;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Fills tables with random keys until the first one finds no room, many times: how far that is from the capacity that a table of
 * this size is given. The figures are in docs/adr/0013.
 *
 * <pre>
 * java -cp core/target/classes:core/target/test-classes dev.bloomery.internal.cuckoo.CuckooFillStudy 7 8:1000000 64:100000
 * </pre>
 *
 * The first argument is the width of a fingerprint, each other one a number of buckets and how often to fill.
 */
final class CuckooFillStudy {
    private static final int PARTS = 64;

    private CuckooFillStudy() {}

    public static void main(String[] args) {
        int width = Integer.parseInt(args[0]);
        System.out.println(
                "width buckets capacity      fills failed | load: at capacity   mean     sd      least | sd away");
        for (int i = 1; i < args.length; i++) {
            String[] pair = args[i].split(":", 2);
            study(new CuckooGeometry(Long.parseLong(pair[0]), width), Integer.parseInt(pair[1]));
        }
    }

    private static void study(CuckooGeometry geometry, int fills) {
        int perPart = Math.max(1, fills / PARTS);
        int[] taken = IntStream.range(0, PARTS)
                .parallel()
                .mapToObj(part -> firstFailures(geometry, perPart, part))
                .flatMapToInt(Arrays::stream)
                .toArray();
        long capacity = CuckooFit.keys(geometry.buckets());
        double slots = geometry.slots();
        double mean = Arrays.stream(taken).average().orElseThrow() / slots;
        double variance = Arrays.stream(taken)
                .mapToDouble(n -> (n / slots - mean) * (n / slots - mean))
                .average()
                .orElseThrow();
        double sd = Math.sqrt(variance);
        System.out.printf(
                Locale.ROOT,
                "%5d %7d %8d %10d %6d |       %.4f      %.4f  %.4f   %.4f  | %.1f%n",
                geometry.width(),
                geometry.buckets(),
                capacity,
                taken.length,
                Arrays.stream(taken).filter(n -> n < capacity).count(),
                capacity / slots,
                mean,
                sd,
                Arrays.stream(taken).min().orElseThrow() / slots,
                (mean - capacity / slots) / sd);
    }

    /** How many keys were in when one found no room, for each fill. */
    private static int[] firstFailures(CuckooGeometry geometry, int fills, int part) {
        // not multiples of the step of the generator: those would give the same numbers again, shifted
        SplittableRandom random = new SplittableRandom(1_000_003L * geometry.hashCode() + part);
        CuckooTable table = new CuckooTable(geometry, false);
        int[] taken = new int[fills];
        for (int i = 0; i < fills; i++) {
            Placement placement = Placement.NEW;
            while (placement == Placement.NEW || placement == Placement.COPY) {
                placement = table.add(random.nextLong());
            }
            taken[i] = (int) table.entries();
            table.clear();
        }
        return taken;
    }
}
