package dev.bloomery.examples.cdn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CdnTest {
    @TempDir
    private Path directory;

    @Test
    void run_halfAskedOnce_sparesTheDiskAndHitsMore() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Cdn.Result result = Cdn.run(
                directory, Cdn.trace(5_000, 1_000), 300, 0.01, new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(result.plainReads()).isEqualTo(5_000);
        assertThat(result.reads()).as("hits, and some false positives").isBetween(result.hits(), result.hits() + 150);
        assertThat(result.writes()).isLessThan(result.plainWrites() / 2);
        assertThat(result.hits()).isGreaterThan(result.plainHits());
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("FPP measured");
    }

    @Test
    void get_secondRequest_isAdmittedWithinADayOnly() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
        DiskObjects disk = new DiskObjects(directory, 10);
        try (EdgeCache cache = new EdgeCache(disk, Cdn::fetch, 10, 1_000, 0.001, now::get)) {
            cache.get("/a");
            now.updateAndGet(instant -> instant.plus(Duration.ofDays(2)));
            cache.get("/a");
            assertThat(disk.writes()).as("the first request is forgotten").isZero();
            cache.get("/a");
            assertThat(disk.writes()).isEqualTo(1);
            long reads = disk.reads();
            assertThat(cache.get("/a")).isEqualTo(Cdn.fetch("/a"));
            assertThat(disk.reads()).isEqualTo(reads + 1);
        }
    }

    @Test
    void open_objectsOfAnEarlierRun_areFound() {
        DiskObjects disk = new DiskObjects(directory, 10);
        disk.write("/a", Cdn.fetch("/a"));
        try (EdgeCache cache = new EdgeCache(
                new DiskObjects(directory, 10),
                path -> {
                    throw new AssertionError("the origin is asked for what is on the disk");
                },
                10,
                1_000,
                0.001,
                Instant::now)) {
            assertThat(cache.get("/a")).isEqualTo(Cdn.fetch("/a"));
        }
    }
}
