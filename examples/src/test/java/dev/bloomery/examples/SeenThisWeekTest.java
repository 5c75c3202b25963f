package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SeenThisWeekTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));

    @Test
    void show_twiceInAWeek_isTrueOnceAndAgainLater() {
        SeenThisWeek feed = new SeenThisWeek(10_000, now::get);
        assertThat(feed.show("story 1")).isTrue();
        assertThat(feed.show("story 1")).isFalse();
        pass(Duration.ofDays(6));
        assertThat(feed.show("story 1")).as("shown again, its week begins anew").isFalse();
        pass(Duration.ofDays(8));
        assertThat(feed.show("story 1")).isTrue();
        assertThat(feed.describe()).contains("PT168H");
    }

    private void pass(Duration time) {
        now.updateAndGet(instant -> instant.plus(time));
    }
}
