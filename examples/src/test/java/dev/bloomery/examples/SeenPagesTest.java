package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeenPagesTest {

    @Test
    void fetchOnce_sameAddressAgain_fetchesItOnce() {
        SeenPages pages = new SeenPages();
        List<String> fetched = new ArrayList<>();
        for (String url : List.of("https://example.com/", "https://example.com/a", "https://example.com/")) {
            pages.fetchOnce(url, fetched::add);
        }
        assertThat(fetched).containsExactly("https://example.com/", "https://example.com/a");
    }

    @Test
    void visits_sameSeed_buildTheSameFilter() {
        BloomFilter<SeenPages.Visit> here = SeenPages.visits(100);
        BloomFilter<SeenPages.Visit> there = SeenPages.visits(100);
        SeenPages.Visit visit = new SeenPages.Visit(7, "/news");
        assertThat(here.hash(visit)).isEqualTo(there.hash(visit));
        assertThat(here.spec()).isEqualTo(there.spec());
        here.add(visit);
        assertThat(here.mightContain(visit)).isTrue();
        assertThat(here.mightContain(new SeenPages.Visit(8, "/news"))).isFalse();
    }
}
