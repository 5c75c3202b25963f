package dev.bloomery.benchmarks.keys;

/** The addresses that a filter is asked for: made once a process, a power of two of each. */
public record UrlQuestions(String[] hits, String[] misses, String[] mixed) {
    private static UrlQuestions made;

    public static synchronized UrlQuestions of(long keys) {
        if (made == null) {
            long[] hits = Keys.randomHits(keys, Queries.URLS);
            long[] misses = Keys.misses(Queries.URLS);
            made = new UrlQuestions(Keys.urls(hits), Keys.urls(misses), Keys.urls(Keys.mix(hits, misses)));
        }
        return made;
    }

    public int count() {
        return hits.length;
    }
}
