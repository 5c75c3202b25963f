package dev.bloomery.internal.count;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InsertionCountTest {
    private static final long NEVER = Long.MAX_VALUE;

    @Test
    void add_sharedOrAlone_countsOnFromWhatWasSet() {
        for (boolean shared : new boolean[] {true, false}) {
            InsertionCount count = new InsertionCount(shared, 1_000_000);
            assertThat(count.get()).isZero();
            count.set(5);
            count.add(1, NEVER);
            count.add(1L << 40, NEVER);
            count.add(-2, NEVER);
            assertThat(count.get()).isEqualTo((1L << 40) + 4);
            count.set(0);
            assertThat(count.get()).isZero();
            count.add(2, NEVER);
            assertThat(count.get()).isEqualTo(2);
        }
    }

    @Test
    void add_alone_asksToLookFromTheLimitOn() {
        InsertionCount count = new InsertionCount(false, 1_000_000);
        assertThat(count.maxLag()).isZero();
        for (int i = 1; i < 20; i++) {
            assertThat(count.add(1, 10)).as("count %d", i).isEqualTo(i >= 10);
        }
        assertThat(count.add(-15, 10)).as("down to 4").isFalse();
        assertThat(count.add(6, 10)).as("up to 10").isTrue();
        count.set(9);
        assertThat(count.add(0, 10)).isFalse();
        assertThat(count.add(1, 10)).isTrue();
    }

    /** A limit is noticed at most maxLag late, wherever it is, and that is at most a thousandth of the capacity. */
    @Test
    void add_shared_asksToLookWithinItsLag() {
        for (long capacity : new long[] {0, 1, 1_000, 20_000, 10_000_000}) {
            InsertionCount count = new InsertionCount(true, capacity);
            assertThat(count.maxLag()).isLessThanOrEqualTo(capacity / 1_000);
            long sinceLook = 0;
            for (int i = 0; i < 100_000; i++) {
                sinceLook = count.add(1, i % 7) ? 0 : sinceLook + 1;
                assertThat(sinceLook).isLessThanOrEqualTo(count.maxLag());
            }
        }
    }

    @Test
    void add_sharedByThreads_losesNone() throws InterruptedException {
        InsertionCount count = new InsertionCount(true, 1_000_000);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 100_000; i++) {
                    count.add(1, NEVER);
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

    /** Two threads that share a stripe hand its cache line to and fro, which takes several times as long as an add. */
    @Test
    void stripe_threadsStartedOneAfterTheOther_areDifferent() {
        for (int stripes = 4; stripes <= 64; stripes *= 2) {
            for (long first = 1; first < 5_000; first++) {
                Set<Integer> taken = new HashSet<>();
                for (long id = first; id < first + stripes / 4; id++) {
                    taken.add(InsertionCount.stripe(id, stripes));
                }
                assertThat(taken)
                        .as("%d stripes from thread %d", stripes, first)
                        .hasSize(stripes / 4);
                assertThat(taken).allMatch(stripe -> stripe >= 0);
            }
            assertThat(InsertionCount.stripe(stripes, 1)).isZero();
        }
    }
}
