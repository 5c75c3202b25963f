package dev.bloomery.cli.bench;

import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What a contender took.
 *
 * @param bytes heap that it holds with all keys in, roughly
 * @param fpp the share of absent keys that looked present
 */
record Measured(String name, double addNanos, double hitNanos, double missNanos, long bytes, double fpp) {

    static Measured of(Supplier<Contender> contenders, String[] present, String[] absent) {
        long before = heap();
        Contender contender = contenders.get();
        Pass add = pass(present, contender.add());
        long bytes = Math.max(0, heap() - before);
        Pass hit = pass(present, contender.contains());
        Pass miss = pass(absent, contender.contains());
        if (hit.yes != present.length) {
            throw new IllegalStateException(contender.name() + " has lost keys");
        }
        return new Measured(
                contender.name(), add.nanos, hit.nanos, miss.nanos, bytes, (double) miss.yes / absent.length);
    }

    private record Pass(long yes, double nanos) {}

    private static Pass pass(String[] keys, Predicate<String> operation) {
        long began = System.nanoTime();
        long yes = 0;
        for (String key : keys) {
            yes += operation.test(key) ? 1 : 0;
        }
        return new Pass(yes, (double) (System.nanoTime() - began) / keys.length);
    }

    /** Bytes in use after a collection. */
    private static long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** The faster of each; the heap is told too low where something else was freed meanwhile, so the larger one counts. */
    Measured faster(Measured other) {
        return new Measured(
                name,
                Math.min(addNanos, other.addNanos),
                Math.min(hitNanos, other.hitNanos),
                Math.min(missNanos, other.missNanos),
                Math.max(bytes, other.bytes),
                other.fpp);
    }
}
