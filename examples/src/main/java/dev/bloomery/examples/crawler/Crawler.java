package dev.bloomery.examples.crawler;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;

/**
 * Fetches every page that it finds once. A page is claimed before it waits to be fetched, so that it waits once; if the process dies meanwhile, those
 * that wait are not fetched for 30 days. Where that matters, keep the queue in Redis, too. For one thread.
 */
final class Crawler {
    private final SeenUrls seen;
    private final Web web;
    private final Queue<String> waiting = new ArrayDeque<>();
    private long offered;
    private long refused;
    private long fetched;

    Crawler(SeenUrls seen, Web web) {
        this.seen = seen;
        this.web = web;
    }

    /** Fetches these and all that is found from there on. */
    void crawl(Collection<String> seeds) {
        offer(seeds);
        for (String url = waiting.poll(); url != null; url = waiting.poll()) {
            fetched++;
            offer(web.linksOf(url));
        }
    }

    private void offer(Collection<String> links) {
        Set<String> normal = new LinkedHashSet<>();
        for (String link : links) {
            offered++;
            NormalUrl.of(link).ifPresentOrElse(normal::add, () -> refused++);
        }
        for (String url : seen.unseen(normal)) {
            if (seen.claim(url)) {
                waiting.add(url);
            }
        }
    }

    /** URLs that were found, in any spelling. */
    long offered() {
        return offered;
    }

    /** Of these, those that are no URLs. */
    long refused() {
        return refused;
    }

    /** Pages that were fetched. */
    long fetched() {
        return fetched;
    }
}
