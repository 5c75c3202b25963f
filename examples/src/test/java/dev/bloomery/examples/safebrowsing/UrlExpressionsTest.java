package dev.bloomery.examples.safebrowsing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UrlExpressionsTest {

    @Test
    void of_pageWithQuery_isEveryHostWithEveryPath() {
        assertThat(UrlExpressions.of("http://a.b.c/1/2.html?param=1"))
                .containsExactly(
                        "a.b.c/1/2.html?param=1",
                        "a.b.c/1/2.html",
                        "a.b.c/",
                        "a.b.c/1/",
                        "b.c/1/2.html?param=1",
                        "b.c/1/2.html",
                        "b.c/",
                        "b.c/1/");
    }

    @Test
    void of_longHost_keepsItAndTheLastFiveLabels() {
        assertThat(UrlExpressions.of("HTTPS://user@a.b.c.d.e.f.g:8443#top"))
                .containsExactly("a.b.c.d.e.f.g/", "c.d.e.f.g/", "d.e.f.g/", "e.f.g/", "f.g/");
    }

    @Test
    void of_address_isNotCut() {
        assertThat(UrlExpressions.of("http://1.2.3.4/1/")).containsExactly("1.2.3.4/1/", "1.2.3.4/");
    }

    @Test
    void of_longHostAndPath_isThirty() {
        assertThat(UrlExpressions.of("http://a.b.c.d.e.f.g/1/2/3/4/5.html?x")).hasSize(30);
    }

    @Test
    void of_questionMarkBeforeTheSlash_endsTheHost() {
        assertThat(UrlExpressions.of("http://b.c?next=http://d.e/")).containsExactly("b.c/?next=http://d.e/", "b.c/");
    }
}
