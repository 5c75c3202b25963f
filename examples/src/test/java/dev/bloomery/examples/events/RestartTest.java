package dev.bloomery.examples.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {
    private static final Duration WINDOW = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    @Test
    void run_processDiesInTheMiddle_handlesOneEventTwiceAndLateOnes() throws IOException, InterruptedException {
        // at this FPP no event is lost
        Restart.Result result =
                Restart.run(directory, 1_800, WINDOW, 1e-9, new PrintStream(OutputStream.nullOutputStream()));
        assertThat(result.exit()).isEqualTo(137);
        assertThat(result.lines()).isGreaterThan(1_900);
        assertThat(result.readAgain())
                .as("events that are handled twice if the filter does not survive")
                .isGreaterThan(10);
        assertThat(result.never()).isZero();
        assertThat(lateDuplicates()).isPositive();
        assertThat(result.twice()).isEqualTo(lateDuplicates() + 1);
    }

    private long lateDuplicates() throws IOException {
        Map<String, Instant> first = new HashMap<>();
        long late = 0;
        for (String line : Files.readAllLines(directory.resolve("events.log"))) {
            EventLog.Event event = EventLog.Event.parse(line);
            Instant before = first.putIfAbsent(event.id(), event.time());
            late += before != null && before.plus(WINDOW).isBefore(event.time()) ? 1 : 0;
        }
        return late;
    }
}
