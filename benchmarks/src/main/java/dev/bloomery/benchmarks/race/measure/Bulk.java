package dev.bloomery.benchmarks.race.measure;

import dev.bloomery.benchmarks.race.task.Task;

/** How many keys a benchmark of all keys at once takes. */
final class Bulk {
    /** Enough keys for a warm-up: a large filter is only made when it counts. */
    private static final long MOST_WARMUP_KEYS = 1_000_000;

    private Bulk() {}

    static int keys(Task task, boolean counts) {
        return Math.toIntExact(counts ? task.keys() : Math.min(task.keys(), MOST_WARMUP_KEYS));
    }
}
