package dev.bloomery.examples.sstables;

import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.examples.Scratch;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Random;

/** Fills a {@link SortedStore}, opens it again, and looks for keys of which half are there. */
public final class FindInTables {

    private FindInTables() {}

    /**
     * Runs in a temporary directory.
     *
     * @param args {@code tables}, {@code keys} of each, {@code lookups}, {@code fpp}
     */
    public static void main(String[] args) throws IOException {
        Options options = Options.orExit(args, "tables=20", "keys=50000", "lookups=100000", "fpp=0.01");
        try (Scratch scratch = new Scratch("sstables")) {
            run(
                    scratch.directory(),
                    options.number("tables"),
                    options.number("keys"),
                    options.number("lookups"),
                    options.probability("fpp"),
                    System.out);
        }
    }

    /** What the run found. */
    record Result(long wrong, long asked, long reads, long readsInVain) {}

    static Result run(Path directory, int tables, int keys, int lookups, double fpp, PrintStream out)
            throws IOException {
        long count = (long) tables * keys;
        try (SortedStore store = new SortedStore(directory, fpp)) {
            for (long i = 1; i <= count; i++) {
                store.put(key(i), i);
                if (i % keys == 0) {
                    store.flush();
                }
            }
        }
        long opening = System.nanoTime();
        try (SortedStore store = new SortedStore(directory, fpp)) {
            opening = System.nanoTime() - opening;
            Random random = new Random(7);
            long wrong = 0;
            long looking = System.nanoTime();
            for (int i = 0; i < lookups; i++) {
                long number = 1 + random.nextLong(2 * count); // the upper half was never put
                wrong += store.get(key(number)).orElse(0) == (number <= count ? number : 0) ? 0 : 1;
            }
            looking = System.nanoTime() - looking;
            Report report = new Report(out);
            report.text(
                    "%,d keys in %d sorted files, %,d lookups, half of them for absent keys%n", count, tables, lookups);
            report.count("wrong answers", wrong);
            report.count("file reads without filters", store.asked());
            report.count("file reads", store.reads());
            report.count("file reads avoided", store.asked() - store.reads());
            report.millis("time to open, filters mapped", opening);
            report.millis("time of all lookups", looking);
            report.millis(
                    "time saved, by the mean of a read",
                    store.readNanos() / store.reads() * (store.asked() - store.reads()));
            report.count("filters, bytes of their files", store.filterBytes());
            report.fpp(store.readsInVain(), store.asked() - store.reads() + store.readsInVain(), fpp);
            return new Result(wrong, store.asked(), store.reads(), store.readsInVain());
        }
    }

    /** Another one for each number, and in no order. */
    private static long key(long number) {
        return number * 0x9E3779B97F4A7C15L;
    }
}
