package dev.bloomery.examples.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.examples.Lists;
import dev.bloomery.examples.Report;
import dev.bloomery.examples.redis.Redis;
import dev.bloomery.gate.store.StoreException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlOnceTest {
    private static Redis redis;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() throws IOException {
        redis = Redis.started();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @BeforeEach
    void empty() {
        redis.client().flushAll();
    }

    @Test
    void run_fiveThousandSeeds_fetchesEachPageOnceAndWarns() throws Exception {
        CrawlOnce.Result result = CrawlOnce.run(
                redis.client(), CrawlOnce.madeUp(5_000), new Report(new PrintStream(PrintStream.nullOutputStream())));
        assertThat(result.fetched()).isEqualTo(10_000);
        assertThat(result.fetchedAgain()).isZero();
        assertThat(redis.client().dbSize())
                .as("the pages, and a hash for the locks of the gate")
                .isEqualTo(10_001);
        assertThat(result.measuredFpp()).isBetween(0.001, 0.012); // 1,000 hits at most: six sigmas
        assertThat(result.statistics().askedOfStore())
                .isLessThan(result.statistics().lookups() * 2 / 3);
        assertThat(result.json()).contains("\"capacity\": 11000,", "\"warning\": \"9");
    }

    @Test
    @Tag("lists")
    void run_repositories_fetchesEachPageOnce() throws Exception {
        List<String> seeds = CrawlOnce.read(Lists.file("package-urls.txt"), 200_000);
        Set<String> pages = new HashSet<>(seeds);
        seeds.stream()
                .filter(url -> !url.endsWith("/about"))
                .map(MadeUpWeb::below)
                .forEach(pages::add);
        CrawlOnce.Result result = CrawlOnce.run(redis.client(), seeds, new Report(System.out));
        assertThat(result.fetched()).isEqualTo(pages.size());
        assertThat(result.fetchedAgain()).isZero();
        assertThat(result.measuredFpp()).isBetween(0.004, 0.0105);
    }

    @Test
    void crawl_pagesInManySpellings_areFetchedOnce() {
        List<String> fetched = new ArrayList<>();
        try (SeenUrls seen = new SeenUrls(redis.client(), 1_000, 0.01)) {
            Crawler crawler = new Crawler(seen, url -> {
                fetched.add(url);
                return List.of("HTTPS://A.example:443/x/../b", "https://a.example/%62#c", "mailto:a@a.example");
            });
            crawler.crawl(List.of("https://a.example", "https://A.EXAMPLE/"));
            assertThat(fetched).containsExactly("https://a.example/", "https://a.example/b");
            assertThat(crawler.offered()).isEqualTo(8);
            assertThat(crawler.refused()).isEqualTo(2);
        }
    }

    @Test
    void claim_aPage_isKeptFor30Days() {
        try (SeenUrls seen = new SeenUrls(redis.client(), 1_000, 0.01)) {
            assertThat(seen.claim("https://a.example/")).isTrue();
            assertThat(seen.claim("https://a.example/")).isFalse();
            Duration left = Duration.ofMillis(redis.client().pttl("seen:https://a.example/"));
            assertThat(left).isBetween(Duration.ofDays(30).minusMinutes(10), Duration.ofDays(30));
        }
    }

    /** A name that never expires makes the scan of a rebuild fail. */
    @Test
    void fullness_afterAFailedRebuild_isThatOfTheFilterThatAnswers() {
        try (SeenUrls seen = new SeenUrls(redis.client(), 1_000, 0.01)) {
            for (int i = 0; i < 100; i++) {
                assertThat(seen.claim("https://a.example/" + i)).isTrue();
            }
            Fullness before = seen.fullness();
            assertThat(before.approximateCount()).isBetween(90L, 110L);
            redis.client().set("seen:https://a.example/stays", "");
            assertThatThrownBy(seen::rebuild).isInstanceOf(StoreException.class);
            assertThat(seen.fullness()).isEqualTo(before);
        }
    }

    @Test
    void toJson_belowNinetyPercent_hasNoWarning() {
        assertThat(new Fullness(899, 1_000, 0.004, 0.01, 1_200).toJson()).isEqualTo("""
                        {
                          "approximateCount": 899,
                          "capacity": 1000,
                          "fullness": 0.8990,
                          "currentFpp": 0.004000,
                          "targetFpp": 0.010000,
                          "memoryBytes": 1200
                        }
                        """);
        assertThat(new Fullness(900, 1_000, 0.004, 0.01, 1_200).toJson())
                .contains("\"memoryBytes\": 1200,", "\"warning\": \"90 % full");
    }

    @Test
    void read_repositories_areUrlsOfTheWeb() throws IOException {
        Path file = Files.write(
                directory.resolve("seeds"),
                List.of(
                        "git+https://Host.example/a.git",
                        "git@host.example:a",
                        "https://host.example/?q",
                        "http://b/c"));
        assertThat(CrawlOnce.read(file, 10)).containsExactly("https://host.example/a.git", "http://b/c");
        assertThat(CrawlOnce.read(file, 1)).hasSize(1);
    }
}
