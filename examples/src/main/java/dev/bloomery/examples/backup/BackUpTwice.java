package dev.bloomery.examples.backup;

import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.examples.Scratch;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.Layout;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Backs up a directory, again without a change, and again after some bytes were put into the middle of its largest file; restores the last and compares
 * every byte.
 */
public final class BackUpTwice {

    private BackUpTwice() {}

    /**
     * Runs on a copy of real files, in a temporary directory.
     *
     * @param args {@code from}: a directory, that of this Java if none is given; {@code megabytes} of it at most; {@code fpp}
     */
    public static void main(String[] args) throws IOException {
        Options options = Options.orExit(args, "from=", "megabytes=32", "fpp=0.01");
        Path from = Path.of(options.text("from").isEmpty() ? System.getProperty("java.home") : options.text("from"));
        try (Scratch scratch = new Scratch("backup")) {
            Path source = Files.createDirectory(scratch.directory().resolve("source"));
            copy(from, source, options.number("megabytes") * 1_000_000L);
            run(source, scratch.directory(), options.probability("fpp"), System.out);
        }
    }

    /** What the run found. */
    record Result(Backup.Saved first, Backup.Saved again, Backup.Saved edited) {}

    static Result run(Path source, Path work, double fpp, PrintStream out) throws IOException {
        List<Path> files = Backup.filesIn(source);
        long bytes = files.stream().mapToLong(file -> file.toFile().length()).sum();
        long mostChunks =
                bytes / 8_192 + files.size() + 100; // chunks have 10 KB in the mean, and every file has a last one
        Path store = Files.createDirectory(work.resolve("chunks"));
        Report report = new Report(out);
        Backup.Saved first;
        try (Backup backup = new Backup(store, mostChunks, fpp)) {
            first = backup.save(source);
            GateStatistics seen = backup.statistics();
            report.text("%,d files of %,d bytes%n", files.size(), bytes);
            report.count("chunks asked for in the first run", seen.lookups());
            report.count("accesses to the store avoided", seen.answeredByFilter());
            report.millis("time saved, by the median of an access", seen.savedNanos());
            print(report, "first run", first);
        }
        try (Backup backup = new Backup(store, mostChunks, fpp)) {
            Backup.Saved again = backup.save(source);
            print(report, "second run, nothing changed", again);
            insertIntoLargest(source);
            Backup.Saved edited = backup.save(source);
            print(report, "third run, ten bytes put into a file", edited);

            Path restored = Files.createDirectory(work.resolve("restored"));
            backup.restore(edited, restored);
            compare(source, restored);
            report.text("  restored, byte for byte the same");
            report.count(
                    "memory of the filter, bytes",
                    BloomSizing.of(Layout.AUTO, mostChunks, fpp).memoryBytes());
            printFpp(report, backup);
            return new Result(first, again, edited);
        }
    }

    private static void print(Report report, String run, Backup.Saved saved) {
        report.text(
                "  %-44s %,15d chunks, stored %,d with %,d bytes",
                run, saved.chunks(), saved.newChunks(), saved.newBytes());
    }

    /** Asks for chunks that nobody stored. */
    private static void printFpp(Report report, Backup backup) {
        GateStatistics before = backup.statistics();
        for (int i = 0; i < 20_000; i++) {
            if (backup.isStored(Backup.sha256(("never stored " + i).getBytes(StandardCharsets.UTF_8)))) {
                throw new IllegalStateException("a chunk is there that nobody stored");
            }
        }
        GateStatistics after = backup.statistics();
        report.fpp(after.falsePositives() - before.falsePositives(), 20_000, after.promisedFpp());
    }

    private static void insertIntoLargest(Path source) throws IOException {
        Path largest = Backup.filesIn(source).stream()
                .max(Comparator.comparing(file -> file.toFile().length()))
                .orElseThrow();
        byte[] old = Files.readAllBytes(largest);
        int middle = old.length / 2;
        byte[] edited = Arrays.copyOf(old, old.length + 10);
        Arrays.fill(edited, middle, middle + 10, (byte) '!');
        System.arraycopy(old, middle, edited, middle + 10, old.length - middle);
        Files.write(largest, edited);
    }

    private static void compare(Path expected, Path actual) throws IOException {
        for (Path file : Backup.filesIn(expected)) {
            if (Files.mismatch(file, actual.resolve(expected.relativize(file))) != -1) {
                throw new IllegalStateException(file + " was not restored as it was");
            }
        }
    }

    /** Copies files that can be read until so many bytes are full. */
    private static void copy(Path from, Path to, long most) throws IOException {
        long room = most;
        for (Path file : Backup.filesIn(from)) {
            if (Files.size(file) <= room && Files.isReadable(file)) {
                room -= Files.size(file);
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.write(copy, Files.readAllBytes(file));
            }
        }
    }
}
