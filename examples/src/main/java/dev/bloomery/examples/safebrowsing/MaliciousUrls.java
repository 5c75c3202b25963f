package dev.bloomery.examples.safebrowsing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The entries of a list, made up or read from a file: the first ones are listed at first, those behind them come later. */
final class MaliciousUrls {
    private static final int FEWEST = 200;

    private final int listed;
    private final IntFunction<String> entry;
    private final IntFunction<String> page;

    private MaliciousUrls(int listed, IntFunction<String> entry, IntFunction<String> page) {
        this.listed = listed;
        this.entry = entry;
        this.page = page;
    }

    /** Every other entry is a whole host, the rest are single pages. */
    static MaliciousUrls madeUp(int listed) {
        return new MaliciousUrls(
                listed,
                i -> i % 2 == 0 ? "malicious" + i + ".example/" : page("malicious", i),
                i -> "cdn." + page("malicious", i));
    }

    /** A URL in each line; lines with something else, or with a query, are left out, and {@code git+} in front is. Of a hundred and three, three come later. */
    static MaliciousUrls read(Path file, int most) throws IOException {
        List<String> entries;
        try (Stream<String> lines = Files.lines(file)) {
            entries = lines.map(line -> line.startsWith("git+http") ? line.substring(4) : line)
                    .filter(line -> line.matches("https?://[^?]+"))
                    .map(line -> UrlExpressions.of(line).iterator().next())
                    .distinct()
                    .limit(most)
                    .toList();
        }
        if (entries.size() < FEWEST) {
            throw new IOException(
                    file.getFileName() + " has " + entries.size() + " URLs; use one with at least " + FEWEST);
        }
        return new MaliciousUrls((int) (entries.size() * 100L / 103), entries::get, entries::get);
    }

    static String page(String host, int i) {
        return host + i + ".example/downloads/" + i % 100 + "/page" + i + ".html";
    }

    /** Entries at first. */
    int listed() {
        return listed;
    }

    /** Entries that an update brings, for as many that go: one in a hundred. */
    int changes() {
        return Math.max(1, listed / 100);
    }

    String entry(int i) {
        return entry.apply(i);
    }

    List<String> entries(int from, int count) {
        return IntStream.range(from, from + count).mapToObj(entry).toList();
    }

    /** A page that the entry is about, without its scheme. */
    String page(int i) {
        return page.apply(i);
    }
}
