package dev.bloomery.internal.bits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InsertionCountTest {

    @Test
    void add_sharedOrAlone_countsFromTheStart() {
        for (boolean shared : new boolean[] {true, false}) {
            InsertionCount count = new InsertionCount(shared, 5);
            assertThat(count.get()).isEqualTo(5);
            count.add(1);
            count.add(1L << 40);
            assertThat(count.get()).isEqualTo((1L << 40) + 6);
            count.reset();
            assertThat(count.get()).isZero();
            count.add(2);
            assertThat(count.get()).isEqualTo(2);
        }
    }

    @Test
    void add_sharedByThreads_losesNone() throws InterruptedException {
        InsertionCount count = new InsertionCount(true, 0);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 100_000; i++) {
                    count.add(1);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(count.get()).isEqualTo(400_000);
    }
}
