package dev.bloomery.examples.safebrowsing;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.FuseFilter;
import dev.bloomery.MembershipFilter;
import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/**
 * Visits pages with a {@link Browser} in front of a {@link ListServer}, and changes the list meanwhile. Prints what the filter takes as fuse
 * and as Bloom filter, what the server was spared, and what became of lookups during updates.
 */
public final class SafeBrowsing {
    private static final double TARGET_FPP = 0.001;
    private static final int PROBES = 1 << 18;

    private SafeBrowsing() {}

    /**
     * Runs.
     *
     * @param args {@code urls=1000000 visits=100000}, or other numbers; {@code list=FILE} with a URL in each line, of which at most that many
     *     are used
     * @throws IOException if the server cannot be reached
     * @throws InterruptedException if the program is ended
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Options options = Options.orExit(args, "urls=1000000", "visits=100000", "list=");
        int urls = options.number("urls");
        Optional<Path> file = options.fileOrExit("list");
        MaliciousUrls malicious = file.isEmpty() ? MaliciousUrls.madeUp(urls) : MaliciousUrls.read(file.get(), urls);
        run(malicious, options.number("visits"), new Report(System.out));
    }

    /** What the run found. */
    record Result(double fuseFpp, double bloomFpp, Visits visits, Lookups duringUpdates) {}

    /** Pages that were warned of, and how often the server was asked. */
    record Visits(long warnings, long serverCalls) {}

    /** Listed URLs that were looked up, and those that the filter did not have: there must be none. */
    record Lookups(long asked, long missed) {}

    static Result run(MaliciousUrls malicious, int visits, Report report) throws IOException, InterruptedException {
        try (ListServer server = new ListServer(TARGET_FPP)) {
            int urls = malicious.listed();
            report.text("%,d URLs listed, at an FPP of %s", urls, TARGET_FPP);
            FuseFilter<String> fuse = server.publish(malicious.entries(0, urls), List.of());
            BloomFilter<String> bloom = Filters.bloom(KeyEncoder.utf8())
                    .capacity(urls)
                    .targetFpp(TARGET_FPP)
                    .build();
            server.listed().forEach(bloom::add);
            report.text(
                    "%-7s %13s %11s %13s %13s %12s",
                    "", "bytes", "bits a key", "FPP promised", "FPP measured", "ns a lookup");
            double fuseFpp = compare("fuse", fuse, fuse.info(), report);
            double bloomFpp = compare("Bloom", bloom, bloom.info(), report);

            Browser browser = new Browser(server.address());
            return new Result(
                    fuseFpp,
                    bloomFpp,
                    visit(browser, server, malicious, visits, report),
                    update(browser, server, malicious, report));
        }
    }

    private static double compare(String name, MembershipFilter<String> filter, FilterInfo info, Report report) {
        String[] absent = IntStream.range(0, PROBES)
                .mapToObj(i -> MaliciousUrls.page("harmless", i))
                .toArray(String[]::new);
        long fewestNanos = Long.MAX_VALUE;
        long maybe = 0;
        for (int round = 0; round < 5; round++) {
            maybe = 0;
            long start = System.nanoTime();
            for (String url : absent) {
                maybe += filter.mightContain(url) ? 1 : 0;
            }
            fewestNanos = Math.min(fewestNanos, System.nanoTime() - start);
        }
        double measured = (double) maybe / PROBES;
        report.text(
                "%-7s %,13d %11.2f %13.6f %13.6f %12.0f",
                name,
                info.memoryBytes(),
                8.0 * info.memoryBytes() / info.insertions(),
                info.expectedFpp(),
                measured,
                (double) fewestNanos / PROBES);
        return measured;
    }

    /** Every hundredth page is listed, alone or with its host; none of the others is. */
    private static Visits visit(Browser browser, ListServer server, MaliciousUrls malicious, int visits, Report report)
            throws IOException, InterruptedException {
        long warnings = 0;
        long harmless = 0;
        long start = System.nanoTime();
        for (int i = 0; i < visits; i++) {
            boolean bad = i % 100 == 0;
            harmless += bad ? 0 : 1;
            String page =
                    bad ? malicious.page(i / 100 % malicious.listed()) : "cdn." + MaliciousUrls.page("harmless", i);
            warnings += browser.isMalicious("https://" + page + "?visit=" + i) ? 1 : 0;
        }
        double micros = (System.nanoTime() - start) / 1e3 / visits;
        long calls = server.checks();
        double expressions = (double) browser.lookups() / visits;
        report.text("%n%,d pages visited, %.1f lookups each", visits, expressions);
        report.count("warnings", warnings);
        report.sideBySide("server asked, without a filter and with it", visits, calls);
        report.text(
                "  us a visit, without a filter and with it     %,15.0f %,15.0f", microsWithoutFilter(browser), micros);
        report.fpp(
                calls - warnings,
                harmless,
                1 - Math.pow(1 - browser.generation().info().expectedFpp(), expressions));
        return new Visits(warnings, calls);
    }

    private static double microsWithoutFilter(Browser browser) throws IOException, InterruptedException {
        int sample = 300;
        long start = System.nanoTime();
        for (int i = 0; i < sample; i++) {
            boolean unused =
                    browser.serverHasOneOf(UrlExpressions.of("https://cdn." + MaliciousUrls.page("harmless", i)));
        }
        return (System.nanoTime() - start) / 1e3 / sample;
    }

    /** Three new generations, each with 1 % of new URLs for old ones; a thread meanwhile looks up URLs that stay listed. */
    private static Lookups update(Browser browser, ListServer server, MaliciousUrls malicious, Report report)
            throws IOException, InterruptedException {
        int urls = malicious.listed();
        int changes = malicious.changes();
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Lookups> lookups = CompletableFuture.supplyAsync(() -> lookUpUntil(done, browser, malicious));
        boolean upToDate = true;
        long start = System.nanoTime();
        for (int update = 0; update < 3; update++) {
            int oldest = update * changes;
            FuseFilter<String> unused =
                    server.publish(malicious.entries(urls + oldest, changes), malicious.entries(oldest, changes));
            browser.update();
            upToDate &= browser.isMalicious(malicious.entry(urls + oldest))
                    && !browser.serverHasOneOf(List.of(malicious.entry(oldest)));
        }
        done.set(true);
        report.text("%n3 updates, each a new filter; new URLs known and old ones forgotten: %s", upToDate);
        report.millis("time", System.nanoTime() - start);
        report.count("lookups of listed URLs meanwhile", lookups.join().asked());
        report.count("listed URLs missed", lookups.join().missed());
        return lookups.join();
    }

    private static Lookups lookUpUntil(AtomicBoolean done, Browser browser, MaliciousUrls malicious) {
        int from = malicious.listed() / 2; // the older half goes
        int to = malicious.listed();
        long asked = 0;
        long missed = 0;
        for (int i = from; !done.get(); i = i + 1 < to ? i + 1 : from) {
            asked++;
            missed += browser.generation().mightContain(malicious.entry(i)) ? 0 : 1;
        }
        return new Lookups(asked, missed);
    }
}
