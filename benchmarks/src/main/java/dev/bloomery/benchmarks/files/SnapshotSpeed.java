package dev.bloomery.benchmarks.files;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.MappedFilter;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Saves, loads and maps a filter of 100 million keys (some 125 MB), beside copying its file, in turns: a round is one of each, and figures
 * are the lower quartile of all rounds. A save syncs, so the copy that it is compared with does, too.
 */
final class SnapshotSpeed {
    private static final long KEYS = 100_000_000;
    private static final int ROUNDS = 16;

    private final Path directory;
    private final List<Step> steps = new ArrayList<>();

    /** Something that is timed. */
    private static final class Step {
        final String name;
        final Action action;
        final List<Long> nanos = new ArrayList<>();

        Step(String name, Action action) {
            this.name = name;
            this.action = action;
        }

        long lowerQuartile() {
            return nanos.stream().sorted().skip(nanos.size() / 4).findFirst().orElseThrow();
        }
    }

    @FunctionalInterface
    private interface Action {
        void run() throws IOException;
    }

    SnapshotSpeed(Path directory) {
        this.directory = directory;
    }

    void run() throws IOException {
        Path file = directory.resolve("filter.flt");
        Path copy = directory.resolve("copy.flt");
        BloomFilter<Long> filter = filter();
        filter.snapshotTo(file);
        long bytes = Files.size(file);

        Step copying = new Step("copy the file and sync", () -> copy(file, copy, true));
        Step copyingOnly = new Step("copy the file", () -> copy(file, copy, false));
        Step saving = new Step("save", () -> filter.snapshotTo(file));
        Step loading = new Step("load", () -> load(file));
        steps.addAll(List.of(
                copying,
                copyingOnly,
                saving,
                loading,
                new Step("map, verified", () -> map(file, true)),
                new Step("map, unverified", () -> map(file, false))));
        for (int round = 0; round < ROUNDS; round++) {
            for (Step step : steps) {
                Files.deleteIfExists(copy);
                long start = System.nanoTime();
                step.action.run();
                step.nanos.add(System.nanoTime() - start);
            }
        }
        Files.deleteIfExists(copy);
        Files.deleteIfExists(file);

        System.out.printf(Locale.ROOT, "Snapshot of %,d keys, %,.1f MB%n", KEYS, bytes / 1e6);
        for (Step step : steps) {
            long nanos = step.lowerQuartile();
            System.out.printf(
                    Locale.ROOT, "  %-24s %9.2f ms %9.2f GB/s%n", step.name, nanos / 1e6, (double) bytes / nanos);
        }
        goal("save over copy and sync", saving, copying);
        goal("load over copy", loading, copyingOnly);
    }

    private static void goal(String what, Step ours, Step theirs) {
        double speed = (double) theirs.lowerQuartile() / ours.lowerQuartile();
        System.out.printf(
                Locale.ROOT, "  %-24s %9.2f x the speed, wanted 0.5: %s%n", what, speed, speed >= 0.5 ? "yes" : "no");
    }

    private static BloomFilter<Long> filter() {
        BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                .capacity(KEYS)
                .targetFpp(0.01)
                .singleWriter()
                .build();
        long[] batch = new long[1_000_000];
        for (long from = 0; from < KEYS; from += batch.length) {
            for (int i = 0; i < batch.length; i++) {
                batch[i] = from + i;
            }
            filter.addAllLongs(batch);
        }
        return filter;
    }

    private static void copy(Path from, Path to, boolean sync) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        if (sync) {
            try (FileChannel channel = FileChannel.open(to, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
        }
    }

    private static void load(Path file) throws IOException {
        BloomFilter<Long> loaded = Filters.load(KeyEncoder.int64()).from(file).bloom();
        require(loaded.mightContainLong(1));
    }

    private static void map(Path file, boolean verified) throws IOException {
        var snapshot = Filters.load(KeyEncoder.int64()).from(file);
        try (MappedFilter<Long> mapped = verified ? snapshot.mapped() : snapshot.mappedUnverified()) {
            require(mapped.mightContainLong(1));
        }
    }

    private static void require(boolean answered) {
        if (!answered) {
            throw new IllegalStateException("a key that is in was missed");
        }
    }
}
