package dev.bloomery.examples.crawler;

import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.examples.http.LoopbackServer;
import dev.bloomery.examples.redis.Redis;
import dev.bloomery.gate.report.GateStatistics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import redis.clients.jedis.UnifiedJedis;

/** Crawls a made-up web from a list of pages on, ends, and comes a second time, when there is nothing new. */
public final class CrawlOnce {
    private static final double TARGET_FPP = 0.01;
    private static final int PROBES = 100_000;
    private static final int SEEDS_AT_ONCE = 1_000;

    private CrawlOnce() {}

    /**
     * Runs.
     *
     * @param args {@code pages=100000}, or another number; {@code seeds=FILE} with a URL in each line, of which at most that many are used;
     *     {@code redis=host:port} for a Redis that runs
     * @throws IOException if there is no Redis
     * @throws InterruptedException if the program is ended
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Options options = Options.orExit(args, "pages=100000", "seeds=", "redis=");
        int pages = options.number("pages");
        Optional<Path> file = options.fileOrExit("seeds");
        String address = options.text("redis");
        List<String> seeds = file.isEmpty() ? madeUp(pages) : read(file.get(), pages);
        try (Redis redis = address.isEmpty() ? Redis.started() : Redis.at(address)) {
            run(redis.client(), seeds, new Report(System.out));
        }
    }

    static List<String> madeUp(int pages) {
        return IntStream.range(0, pages)
                .mapToObj(i -> "https://site" + i % 1_000 + ".example/articles/" + i)
                .toList();
    }

    /** Lines that are URLs of the web; a prefix {@code git+}, as repositories have it, is cut off. */
    static List<String> read(Path file, int most) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(line -> line.startsWith("git+http") ? line.substring(4) : line)
                    .filter(line -> line.matches("https?://[^?]+"))
                    .flatMap(line -> NormalUrl.of(line).stream())
                    .limit(most)
                    .toList();
        }
    }

    /** What the run found. */
    record Result(long fetched, long fetchedAgain, double measuredFpp, GateStatistics statistics, String json) {}

    static Result run(UnifiedJedis redis, List<String> seeds, Report report) throws IOException, InterruptedException {
        // two pages for each seed, and a tenth to spare: so it warns in the end
        long capacity = Math.max(1_000, seeds.size() * 22L / 10);
        long fetched;
        long falsePositives;
        GateStatistics statistics;
        String json;
        try (SeenUrls seen = new SeenUrls(redis, capacity, TARGET_FPP);
                LoopbackServer server = new LoopbackServer()) {
            server.serve(
                    "/statistics",
                    (query, body) -> Optional.of(seen.fullness().toJson().getBytes(StandardCharsets.UTF_8)));
            Crawler crawler = new Crawler(seen, new MadeUpWeb(seeds));
            report.text("%,d seeds", seeds.size());
            long start = System.nanoTime();
            crawl(crawler, seeds);
            report.millis("time", System.nanoTime() - start);
            fetched = crawler.fetched();
            report.count("URLs found, in any spelling", crawler.offered());
            report.count("pages fetched, each once", fetched);
            statistics = seen.statistics();
            report.sideBySide(
                    "URLs asked of Redis, without filter and with", statistics.lookups(), statistics.askedOfStore());
            report.millis("time saved, by the median of a question", statistics.savedNanos());
            report.sideBySide(
                    "bytes in Redis, and of the filter",
                    usedMemory(redis),
                    seen.fullness().memoryBytes());
            falsePositives = probe(seen);
            report.fpp(falsePositives, PROBES, TARGET_FPP);
            json = get(server.address().resolve("/statistics"));
            report.text("%nGET /statistics%n%s", json.strip());
        }
        return new Result(
                fetched,
                crawlAgain(redis, seeds, capacity, report),
                (double) falsePositives / PROBES,
                statistics,
                json);
    }

    private static void crawl(Crawler crawler, List<String> seeds) {
        for (int from = 0; from < seeds.size(); from += SEEDS_AT_ONCE) {
            crawler.crawl(seeds.subList(from, Math.min(seeds.size(), from + SEEDS_AT_ONCE)));
        }
    }

    /** As another process would, later: all is in Redis, and the filter is filled from there. */
    private static long crawlAgain(UnifiedJedis redis, List<String> seeds, long capacity, Report report) {
        long start = System.nanoTime();
        try (SeenUrls seen = new SeenUrls(redis, capacity, TARGET_FPP)) {
            report.text("%nthe same seeds again, within 30 days");
            report.millis("start, which reads the names in Redis", System.nanoTime() - start);
            Crawler crawler = new Crawler(seen, new MadeUpWeb(seeds));
            crawl(crawler, seeds);
            report.count("pages fetched", crawler.fetched());
            return crawler.fetched();
        }
    }

    /** How many of so many new URLs the filter takes for seen; Redis is asked for those, and knows better. */
    private static long probe(SeenUrls seen) {
        long before = seen.statistics().falsePositives();
        for (int i = 0; i < PROBES; i++) {
            List<String> unseen = seen.unseen(List.of("https://new.example/" + i));
            if (unseen.isEmpty()) {
                throw new IllegalStateException("a URL that nobody has seen was taken for seen");
            }
        }
        return seen.statistics().falsePositives() - before;
    }

    private static long usedMemory(UnifiedJedis redis) {
        return redis.info("memory")
                .lines()
                .filter(line -> line.startsWith("used_memory:"))
                .mapToLong(line -> Long.parseLong(line.substring("used_memory:".length())))
                .findFirst()
                .orElseThrow();
    }

    private static String get(URI address) throws IOException, InterruptedException {
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("the server said " + response.statusCode());
        }
        return response.body();
    }
}
