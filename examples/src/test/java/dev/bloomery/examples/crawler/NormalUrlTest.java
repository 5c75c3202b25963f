package dev.bloomery.examples.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormalUrlTest {

    @ParameterizedTest
    @CsvSource({
        "HTTP://www.Example.COM/, http://www.example.com/", // case of scheme and host
        "http://www.example.com, http://www.example.com/", // empty path
        "http://www.example.com?q, http://www.example.com/?q",
        "http://www.example.com:80/, http://www.example.com/", // default port
        "https://www.example.com:443/a, https://www.example.com/a",
        "https://www.example.com:/a, https://www.example.com/a",
        "https://www.example.com:80/a, https://www.example.com:80/a",
        "http://a/b/c/./../../g, http://a/g", // dot segments: RFC 3986, sections 5.4 and 6.2.2
        "http://a/b/../../../g, http://a/g",
        "http://a/b/c/.., http://a/b/",
        "http://a/b/c/., http://a/b/c/",
        "http://a/b/.c/..d/e, http://a/b/.c/..d/e",
        "http://a//b/, http://a//b/",
        "http://a/%7euser/%41, http://a/~user/A", // escapes
        "http://a/%2e%2E/b, http://a/b",
        "http://a/x%2fy%c3%a9?q=%2f, http://a/x%2Fy%C3%A9?q=%2F",
        "http://a/é b, http://a/%C3%A9%20b",
        "http://a/100%, http://a/100%25",
        "http://%41.Com/, http://a.com/",
        "http://a/b#part, http://a/b", // fragment
        "http://a/b?x=1#part?y, http://a/b?x=1",
        "http://User:Pass@Host:8080/, http://User:Pass@host:8080/",
        "http://[2001:DB8::1]:80/a, http://[2001:db8::1]/a",
    })
    void of_anySpelling_isTheNormalOne(String url, String normal) {
        assertThat(NormalUrl.of(url)).contains(normal);
        assertThat(NormalUrl.of(normal)).contains(normal);
    }

    @Test
    void of_caseOfPathAndQuery_matters() {
        assertThat(NormalUrl.of("http://a/B?C")).contains("http://a/B?C");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "page.html", "/a/b", "mailto:a@b.c", "http:/a", "http:///a", "http://:80/", "http://a:b/"})
    void of_noUrlWithAHost_isNothing(String text) {
        assertThat(NormalUrl.of(text)).isEmpty();
    }
}
