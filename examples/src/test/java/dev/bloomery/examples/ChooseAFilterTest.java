package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.plan.Kind;
import dev.bloomery.plan.Plan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ChooseAFilterTest {

    @Test
    void run_printsWhatThePageShows() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        Plan plan = ChooseAFilter.run(new PrintStream(text, true, StandardCharsets.UTF_8));
        assertThat(plan.recommended().kind()).isEqualTo(Kind.BLOOM_BLOCKED);
        assertThat(Files.readString(Path.of("..", "docs", "planner.md")))
                .contains("```\n" + text.toString(StandardCharsets.UTF_8).replace("\r\n", "\n") + "```\n");
    }
}
