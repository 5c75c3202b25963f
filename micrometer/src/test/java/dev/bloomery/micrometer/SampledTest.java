package dev.bloomery.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SampledTest {
    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger looks = new AtomicInteger();

    private Sampled<String, Integer> sampled() {
        return new Sampled<>(subject -> looks.incrementAndGet(), found -> found != 2, Duration.ofNanos(100), now::get);
    }

    @Test
    void of_withinTheTime_looksOnce() {
        Sampled<String, Integer> sampled = sampled();
        assertThat(sampled.of("x")).isEqualTo(1);
        now.set(99);
        assertThat(sampled.of("x")).isEqualTo(1);
        assertThat(looks).hasValue(1);
    }

    @Test
    void of_afterTheTime_looksAgain() {
        Sampled<String, Integer> sampled = sampled();
        assertThat(sampled.of("x")).isEqualTo(1);
        now.set(100);
        assertThat(sampled.of("x")).isEqualTo(2);
        assertThat(sampled.of("x")).as("2 is not worth keeping").isEqualTo(3);
        now.set(199);
        assertThat(sampled.of("x")).isEqualTo(3);
    }

    /** A clock of the JVM may begin anywhere, and pass the largest number. */
    @Test
    void of_clockThatPassesTheLargestNumber_keepsTheTime() {
        Sampled<String, Integer> sampled = sampled();
        now.set(Long.MAX_VALUE);
        assertThat(sampled.of("x")).isEqualTo(1);
        now.set(Long.MIN_VALUE + 10);
        assertThat(sampled.of("x")).isEqualTo(1);
    }

    @Test
    void of_whileAnotherThreadLooks_takesWhatIsThere() throws Exception {
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        Sampled<String, Integer> sampled = new Sampled<>(
                subject -> {
                    int look = looks.incrementAndGet();
                    if (look == 2) {
                        looking.countDown();
                        await(mayGoOn);
                    }
                    return look;
                },
                found -> true,
                Duration.ofNanos(100),
                now::get);
        assertThat(sampled.of("x")).isEqualTo(1);
        now.set(100);
        FutureTask<Integer> slow = new FutureTask<>(() -> sampled.of("x"));
        new Thread(slow).start();
        looking.await();
        assertThat(sampled.of("x")).as("the old one").isEqualTo(1);
        mayGoOn.countDown();
        assertThat(slow.get()).isEqualTo(2);
        assertThat(sampled.of("x")).isEqualTo(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
