package dev.bloomery.examples.cdn;

import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.examples.Scratch;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.spec.CuckooSizing;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/**
 * Sends the same requests through two disk caches: one that looks at the disk for everything and keeps everything, and an {@link EdgeCache}. Half
 * of the requests are for objects that nobody asks for again; of the others few are popular.
 */
public final class Cdn {
    private static final int OBJECT_BYTES = 4_096;

    private Cdn() {}

    /**
     * Runs in a temporary directory.
     *
     * @param args {@code requests}, {@code popular}: objects that are asked for again, {@code room}: objects that fit the disk, {@code fpp}
     */
    public static void main(String[] args) throws IOException {
        Options options = Options.orExit(args, "requests=10000", "popular=3000", "room=500", "fpp=0.01");
        try (Scratch scratch = new Scratch("cdn")) {
            run(
                    scratch.directory(),
                    trace(options.number("requests"), options.number("popular")),
                    options.number("room"),
                    options.probability("fpp"),
                    System.out);
        }
    }

    /** What the run found. */
    record Result(long plainReads, long plainWrites, long reads, long writes, long plainHits, long hits) {}

    static Result run(Path directory, String[] trace, int room, double fpp, PrintStream out) throws IOException {
        long start = System.nanoTime();
        DiskObjects plain = new DiskObjects(Files.createDirectory(directory.resolve("plain")), room);
        long plainHits = Arrays.stream(trace)
                .filter(path -> lookAndKeep(plain, path).isPresent())
                .count();
        long plainNanos = System.nanoTime() - start;

        start = System.nanoTime();
        DiskObjects disk = new DiskObjects(Files.createDirectory(directory.resolve("filtered")), room);
        long[] fetched = {0};
        try (EdgeCache cache = new EdgeCache(
                disk,
                path -> {
                    fetched[0]++;
                    return fetch(path);
                },
                room,
                trace.length,
                fpp,
                Instant::now)) {
            for (String path : trace) {
                if (!Arrays.equals(cache.get(path), fetch(path))) {
                    throw new IllegalStateException("the cache gave another object");
                }
            }
            long nanos = System.nanoTime() - start;
            Result result = new Result(
                    plain.reads(), plain.writes(), disk.reads(), disk.writes(), plainHits, trace.length - fetched[0]);
            Report report = new Report(out);
            report.text("%,d requests, room for %,d objects of %,d bytes%n", trace.length, room, OBJECT_BYTES);
            report.text("  %-44s %15s %15s", "", "plain", "with filters");
            report.sideBySide("disk asked for an object", result.plainReads, result.reads);
            report.sideBySide("objects written", result.plainWrites, result.writes);
            report.sideBySide("hits", result.plainHits, result.hits);
            report.sideBySide("milliseconds", plainNanos / 1_000_000, nanos / 1_000_000);
            report.sideBySide(
                    "memory of the filters, bytes",
                    0,
                    CuckooSizing.of(room, fpp).memoryBytes() + cache.windowBytes());
            GateStatistics seen = cache.statistics();
            report.fpp(seen.falsePositives(), seen.falsePositives() + seen.answeredByFilter(), seen.promisedFpp());
            return result;
        }
    }

    private static Optional<byte[]> lookAndKeep(DiskObjects disk, String path) {
        Optional<byte[]> cached = disk.load(path);
        if (cached.isEmpty()) {
            disk.surplus().forEach(disk::delete);
            disk.write(path, fetch(path));
        }
        return cached;
    }

    /** The origin: makes the object of its path. */
    static byte[] fetch(String path) {
        byte[] object = new byte[OBJECT_BYTES];
        new Random(Arrays.hashCode(path.getBytes(StandardCharsets.UTF_8))).nextBytes(object);
        return object;
    }

    static String[] trace(int requests, int popular) {
        Random random = new Random(20260301);
        String[] trace = new String[requests];
        for (int i = 0; i < requests; i++) {
            // the exponent makes the n-th object 1 / n times as popular as the first
            trace[i] = random.nextBoolean()
                    ? "/once/" + i + ".jpg"
                    : "/popular/" + (int) Math.pow(popular, random.nextDouble()) + ".jpg";
        }
        return trace;
    }
}
