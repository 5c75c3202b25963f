package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.durable.PeriodicSync;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeriodicSyncTest {

    @Test
    void run_taskThrowsAnError_isRunAgain() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(3);
        try (PeriodicSync sync = new PeriodicSync(Duration.ofMillis(1), () -> {
            runs.countDown();
            throw new StackOverflowError("on purpose");
        })) {
            sync.start();
            assertThat(runs.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
