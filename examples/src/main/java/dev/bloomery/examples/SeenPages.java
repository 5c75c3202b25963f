package dev.bloomery.examples;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Seed;
import java.util.List;
import java.util.function.Consumer;

/** The first steps: addresses that are fetched once, a key of two fields, a plan as text, the reason of an answer. */
public final class SeenPages {
    private final BloomFilter<String> seen = Filters.bloom(KeyEncoder.utf8())
            .capacity(10_000_000)
            .targetFpp(0.01)
            .build();

    /** A page that a user has read. */
    record Visit(long userId, String page) {}

    /**
     * Shows all of it on a few keys.
     *
     * @param args none
     */
    public static void main(String[] args) {
        SeenPages pages = new SeenPages();
        for (String url : List.of("https://example.com/", "https://example.com/a", "https://example.com/")) {
            pages.fetchOnce(url, fetched -> System.out.println("fetch " + fetched));
        }
        System.out.println(pages.seen.info());
        System.out.println(pages.seen.explain("https://example.com/b"));

        BloomFilter<Visit> read = visits(1_000);
        read.add(new Visit(7, "/news"));
        System.out.println("read before: " + read.mightContain(new Visit(7, "/news")));

        FilterSpec plan = read.spec();
        System.out.println("the plan, to be stored or shipped: " + plan);
        System.out.println("read back: " + FilterSpec.parse(plan.toString()).equals(plan));
    }

    void fetchOnce(String url, Consumer<String> fetch) {
        if (seen.add(url)) { // true: certainly not added before
            fetch.accept(url);
        }
    }

    /**
     * Visits are keys of two fields. Their encoder has a name, so that a file of the filter cannot be opened with another one. The seed is fixed, so
     * that another machine can build the same filter.
     */
    static BloomFilter<Visit> visits(long capacity) {
        KeyEncoder<Visit> encoder = KeyEncoder.named(
                "visit/1",
                (visit, sink) -> sink.putLong(visit.userId()).putString(visit.page()),
                new Visit(1, "/home"),
                new Visit(2, "/cart"));
        return Filters.bloom(encoder)
                .capacity(capacity)
                .targetFpp(0.001)
                .seed(Seed.of(2026))
                .build();
    }
}
