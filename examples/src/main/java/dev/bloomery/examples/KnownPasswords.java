package dev.bloomery.examples;

import dev.bloomery.Filters;
import dev.bloomery.FuseFilter;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A list that is published as a whole and does not change until the next one, such as that of passwords that were leaked: a fuse
 * filter in front of it, in nine bits each.
 */
public final class KnownPasswords {
    private static final double TARGET_FPP = 0.004;

    private final FuseFilter<String> leaked;

    KnownPasswords(Collection<String> list) {
        leaked = Filters.fuse(KeyEncoder.utf8()).targetFpp(TARGET_FPP).build(list);
    }

    /**
     * Builds the filter of a list, and asks it for words that may be on it or not.
     *
     * @param args {@code count=1000000}, or another number of passwords and words that are made up; or {@code passwords=FILE words=FILE} with one in
     *     each line
     * @throws IOException if a file cannot be read
     */
    public static void main(String[] args) throws IOException {
        Options options = Options.orExit(args, "count=1000000", "passwords=", "words=");
        int count = options.number("count");
        run(
                lines(options.fileOrExit("passwords"), "secret", count),
                lines(options.fileOrExit("words"), "word", count),
                new Report(System.out));
    }

    private static Collection<String> lines(Optional<Path> file, String madeUp, int count) throws IOException {
        return file.isEmpty()
                ? IntStream.range(0, count).mapToObj(i -> madeUp + i).toList()
                : read(file.get());
    }

    static List<String> read(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> !line.isEmpty()).distinct().toList();
        }
    }

    /** What the run found. */
    record Result(long missed, double measuredFpp, double promisedFpp) {}

    static Result run(Collection<String> passwords, Collection<String> words, Report report) {
        Set<String> exact = new HashSet<>(passwords);
        long start = System.nanoTime();
        KnownPasswords known = new KnownPasswords(exact);
        long built = System.nanoTime() - start;
        long missed = passwords.stream()
                .filter(password -> !known.mayBeLeaked(password))
                .count();
        start = System.nanoTime();
        List<String> maybe = words.stream().filter(known::mayBeLeaked).toList();
        long asked = System.nanoTime() - start;
        long leaked = words.stream().filter(exact::contains).count();
        report.text("%,d passwords that were leaked, %,d words of users", exact.size(), words.size());
        report.count("passwords that the filter missed", missed);
        report.sideBySide("list asked, without the filter and with it", words.size(), maybe.size());
        report.count("words that were leaked", leaked);
        report.sideBySide(
                "bytes of the list, and of the filter",
                exact.stream().mapToLong(password -> password.length() + 1).sum(),
                known.leaked.info().memoryBytes());
        report.millis("time to build the filter", built);
        report.count("ns a lookup", asked / words.size());
        double promised = known.leaked.info().expectedFpp();
        long falsePositives = maybe.size() - leaked;
        report.fpp(falsePositives, words.size() - leaked, promised);
        return new Result(missed, (double) falsePositives / (words.size() - leaked), promised);
    }

    /** False: certainly not on the list; true: look it up. */
    boolean mayBeLeaked(String password) {
        return leaked.mightContain(password);
    }
}
