package dev.bloomery.benchmarks.keys;

/** The longs that a filter is asked for: made once a process, a power of two of each. */
public record LongQuestions(long[] hits, long[] misses, long[] mixed) {
    private static LongQuestions made;

    public static synchronized LongQuestions of(long keys) {
        if (made == null) {
            long[] hits = Keys.randomHits(keys, Queries.LONGS);
            long[] misses = Keys.misses(Queries.LONGS);
            made = new LongQuestions(hits, misses, Keys.mix(hits, misses));
        }
        return made;
    }

    public int count() {
        return hits.length;
    }
}
