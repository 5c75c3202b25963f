package dev.bloomery.samples.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.CurlLines;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The application as it is started by {@code samples/run crawler}, on a port of its own. */
class CrawlerApplicationTest {

    @Test
    void curlLines_ofTheReadme_printWhatItSays() throws Exception {
        // warm, so that the first answers come from the filter: who types the commands is slower than the scan of an
        // empty Redis
        try (ConfigurableApplicationContext application = SpringApplication.run(
                CrawlerApplication.class, "--server.port=0", "--bloomery.gates.seen-urls.start=warm")) {
            int port = Integer.parseInt(application.getEnvironment().getProperty("local.server.port"));
            List<CurlLines.Command> commands = CurlLines.of(Path.of("../README.md"), "crawler");
            assertThat(commands).hasSizeGreaterThan(5);
            for (CurlLines.Command command : commands) {
                assertThat(CurlLines.comparable(command.run(port)))
                        .as(command.text())
                        .isEqualTo(CurlLines.comparable(command.printed()));
            }
        }
    }
}
