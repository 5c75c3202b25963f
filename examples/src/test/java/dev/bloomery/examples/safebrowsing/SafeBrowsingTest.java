package dev.bloomery.examples.safebrowsing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.FuseFilter;
import dev.bloomery.examples.Lists;
import dev.bloomery.examples.Report;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SafeBrowsingTest {

    @Test
    void run_tenThousandUrls_warnsOfAllAndKeepsTheFpp() throws Exception {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        SafeBrowsing.Result result = SafeBrowsing.run(
                MaliciousUrls.madeUp(10_000), 20_000, new Report(new PrintStream(text, true, StandardCharsets.UTF_8)));
        assertThat(result.visits().warnings()).isEqualTo(200);
        assertThat(result.visits().serverCalls()).isBetween(200L, 200L + 400); // 193 in vain expected: 15 sigmas
        assertThat(result.fuseFpp()).isBetween(0.0006, 0.0014); // 256 hits expected: six sigmas
        assertThat(result.bloomFpp()).isBetween(0.0006, 0.0014);
        assertThat(result.duringUpdates().missed()).isZero();
        assertThat(text.toString(StandardCharsets.UTF_8)).contains("new URLs known and old ones forgotten: true");
    }

    @Test
    @Tag("lists")
    void run_repositories_warnsOfAllAndKeepsTheFpp() throws Exception {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        SafeBrowsing.Result result = SafeBrowsing.run(
                MaliciousUrls.read(Lists.file("package-urls.txt"), 1_000_000),
                20_000,
                new Report(new PrintStream(text, true, StandardCharsets.UTF_8)));
        assertThat(result.visits().warnings()).isEqualTo(200);
        assertThat(result.fuseFpp()).isBetween(0.0006, 0.0014); // 256 hits expected: six sigmas
        assertThat(result.bloomFpp()).isBetween(0.0006, 0.0014);
        assertThat(result.duringUpdates().missed()).isZero();
        assertThat(text.toString(StandardCharsets.UTF_8)).contains("new URLs known and old ones forgotten: true");
    }

    @Test
    void isMalicious_afterUpdate_knowsTheNewGenerationOnly() throws Exception {
        try (ListServer server = new ListServer(0.001)) {
            FuseFilter<String> unused = server.publish(List.of("old.example/", "b.example/bad/"), List.of());
            Browser browser = new Browser(server.address());
            assertThat(browser.isMalicious("https://www.old.example/any/page?x=1"))
                    .isTrue();
            assertThat(browser.isMalicious("https://b.example/bad/page")).isTrue();
            assertThat(browser.isMalicious("https://b.example/good/page")).isFalse();

            unused = server.publish(List.of("new.example/"), List.of("old.example/"));
            assertThat(browser.isMalicious("https://www.old.example/"))
                    .as("the server decides, also with the filter of before")
                    .isFalse();
            browser.update();
            assertThat(browser.isMalicious("https://new.example/")).isTrue();
        }
    }
}
