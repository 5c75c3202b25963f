package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.result.Names;
import dev.bloomery.benchmarks.result.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results that were never measured: a run with every point and contestant, whose figures are of the right order. */
final class MadeUp {
    private MadeUp() {}

    static final Map<String, String> ENVIRONMENT = environment();

    private static Map<String, String> environment() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("cpu", "Made-up CPU <64 cores> & \"more\"");
        facts.put("jdk", "17.0.15+6");
        facts.put("commit", "0123456789abcdef0123456789abcdef01234567");
        facts.put("command", "benchmarks/bench long");
        facts.put("l1", "32 KiB");
        facts.put("l2", "1 MiB");
        facts.put("l3", "32 MiB");
        return facts;
    }

    static Result result(String contestant, Point point, String operation, double nanos) {
        return result(contestant, point, operation, nanos, 0.0099, 10.1);
    }

    static Result result(
            String contestant, Point point, String operation, double nanos, double measuredFpp, double bitsPerKey) {
        return new Result(
                contestant,
                point.keyType(),
                point.keys(),
                point.askedFpp(),
                point.threads(),
                operation,
                nanos,
                nanos * 0.02,
                0,
                0.0101,
                bitsPerKey - 0.1,
                measuredFpp,
                bitsPerKey);
    }

    /** Everything that the longest run measures. */
    static List<Result> run() {
        List<Result> results = new ArrayList<>();
        for (long keys :
                new long[] {10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000
                }) {
            point(
                    results,
                    new Point(Names.LONG, keys, 0.01, 1),
                    1,
                    memory(keys),
                    keys == 1_000_000 || keys == 100_000_000);
        }
        fixedSets(results);
        point(results, Goals.LONG_1M.withThreads(2), 1.05, memory(1_000_000), false);
        point(results, Goals.LONG_100M.withThreads(2), 1.1, memory(100_000_000), false);
        point(results, Goals.URL_1M, 1.6, memory(1_000_000), true);
        for (long keys : new long[] {1_000_000, 10_000_000}) {
            cuckoo(results, new Point(Names.LONG, keys, Goals.FPP_OF_8_BITS, 1), Names.FASTFILTER_CUCKOO8, 8);
            cuckoo(results, new Point(Names.LONG, keys, Goals.FPP_OF_16_BITS, 1), Names.FASTFILTER_CUCKOO16, 16);
        }
        return results;
    }

    private static void cuckoo(List<Result> results, Point point, String peer, int width) {
        double memory = memory(point.keys());
        for (String operation : List.of(Names.ADD, Names.HIT, Names.MISS, Names.MIX)) {
            double base = operation.equals(Names.ADD) ? 4 : 1;
            add(
                    results,
                    Names.CUCKOO,
                    point,
                    operation,
                    base * (5 + 2 * memory),
                    0.99 * point.askedFpp(),
                    1.05 * width);
            add(results, peer, point, operation, base * (9 + 3 * memory), 0.98 * point.askedFpp(), 1.05 * width);
            add(results, Names.CUCKOOFILTER4J, point, operation, 150, 0.5 * point.askedFpp(), 2 * width);
        }
    }

    private static void fixedSets(List<Result> results) {
        for (Point point : List.of(Goals.LONG_1M, Goals.LONG_10M, Goals.LONG_100M)) {
            double memory = memory(point.keys());
            for (String operation : List.of(Names.ADD, Names.HIT, Names.MISS, Names.MIX)) {
                double nanos = operation.equals(Names.ADD) ? 60 + memory : 3 + 1.5 * memory;
                add(results, Names.FUSE8, point, operation, nanos, 0.0039, 9.05);
                add(results, Names.FUSE16, point, operation, nanos + 1, 0.000015, 18.1);
                add(results, Names.FUSE8_FOUR, point, operation, nanos + 2, 0.0039, 8.59);
                add(results, Names.FASTFILTER_XOR16, point, operation, 1.3 * nanos + 2, 0.000015, 19.7);
                if (point == Goals.LONG_10M || operation.equals(Names.ADD)) {
                    add(results, Names.FASTFILTER_XOR8, point, operation, 1.3 * nanos, 0.0039, 9.84);
                }
            }
            for (String query : List.of(Names.HIT, Names.MISS)) {
                add(results, Names.FUSE8, point, Names.batch(query), 2 + 0.8 * memory, 0.0039, 9.05);
            }
        }
        for (String query : List.of(Names.HIT_MANY_KINDS, Names.MISS_MANY_KINDS)) {
            add(results, Names.FUSE8, Goals.LONG_1M, query, 4 + 1.5 * memory(1_000_000), 0.0039, 9.05);
        }
    }

    private static double memory(long keys) {
        double bytes = keys * 1.25;
        return bytes < 3e4 ? 0.3 : bytes < 1e6 ? 0.9 : bytes < 3e7 ? 2.4 : 9 + Math.log10(bytes / 3e7) * 14;
    }

    private static void point(List<Result> results, Point point, double slower, double memory, boolean all) {
        double url = point.keyType().equals(Names.URL) ? 9 : 0;
        for (String operation : List.of(Names.ADD, Names.HIT, Names.MISS, Names.MIX)) {
            double base = (operation.equals(Names.ADD) ? 1.5 : operation.equals(Names.MIX) ? 1.1 : 1) * slower;
            add(results, Names.BLOCKED, point, operation, base * (2.3 + memory + url), 0.00995, 10.1);
            add(results, Names.BLOCKED_SHARED, point, operation, base * (2.6 + memory + url), 0.00995, 10.1);
            add(results, Names.CLASSIC, point, operation, base * (5 + 2.2 * memory + url), 0.00999, 9.6);
            add(results, Names.GUAVA, point, operation, base * (31 + 5 * memory + 4 * url), 0.00998, 9.62);
            if (url == 0) {
                add(results, Names.FASTFILTER_BLOCKED, point, operation, base * (2.7 + memory), 0.0102, 11.3);
                add(results, Names.FASTFILTER_BLOOM, point, operation, base * (5.2 + 2.3 * memory), 0.00999, 9.6);
            }
            if (all) {
                add(results, Names.BLOCKED_HARDENED, point, operation, base * (12 + memory + 3 * url), 0.0099, 10.1);
                add(results, Names.DATASKETCHES, point, operation, base * (24 + 5 * memory + url), 0.00998, 9.6);
                add(results, Names.COMMONS, point, operation, base * (40 + 5 * memory + url), 0.013, 9.6);
                add(results, Names.SPARK, point, operation, base * (33 + 5 * memory + 2 * url), 0.0099, 9.63);
            }
            if (all && url == 0 && !operation.equals(Names.ADD)) {
                add(results, Names.FASTFILTER_XOR8, point, operation, base * (3.2 + 1.6 * memory), 0.0039, 9.84);
            }
            if (all && url == 0) {
                add(results, Names.COUNTING, point, operation, base * (9 + 5 * memory), 0.0098, 40.2);
                add(results, Names.FASTFILTER_COUNTING, point, operation, base * (14 + 5 * memory), 0.0098, 40.3);
            }
        }
        for (String operation : List.of(Names.BATCH_HIT, Names.BATCH_MISS, Names.BATCH_MIX, Names.BULK_ADD)) {
            add(results, Names.BLOCKED, point, operation, slower * (2.1 + memory / 3.5 + url), 0.00995, 10.1);
        }
        if (all && url == 0) {
            add(results, Names.COUNTING, point, Names.REMOVE, 12 + 6 * memory, 0.0098, 40.2);
            add(results, Names.FASTFILTER_COUNTING, point, Names.REMOVE, 19 + 6 * memory, 0.0098, 40.3);
        }
        floor(results, point, Names.SINGLE_READ, 0.8 + memory * 0.9);
        floor(results, point, Names.OVERLAPPED_READ, 0.6 + memory / 4.5);
        floor(results, point, Names.DEPENDENT_READ, 1.5 + memory * 4);
        floor(results, point, Names.HASH, 0.7 + url);
    }

    private static void add(
            List<Result> results,
            String contestant,
            Point point,
            String operation,
            double nanos,
            double fpp,
            double bits) {
        results.add(result(contestant, point, operation, nanos, fpp, bits));
    }

    private static void floor(List<Result> results, Point point, String operation, double nanos) {
        results.add(result(Names.FLOOR, point, operation, nanos, Double.NaN, Double.NaN));
    }
}
