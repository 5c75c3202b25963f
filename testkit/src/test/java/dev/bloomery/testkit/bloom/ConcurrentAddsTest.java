package dev.bloomery.testkit.bloom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.AddableFilter;
import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.testkit.ConcurrentAdds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The check on concurrent adds catches what it must, and our filters pass it where writers meet most often. */
class ConcurrentAddsTest {
    private static final int ROUNDS = 3_000;
    private static final int KEYS = 2_000;

    /** Filters of few words, so that writers meet in the same ones all the time. */
    static Stream<BloomSizing> crowded() {
        return Stream.of(
                new BloomSizing(Layout.CLASSIC, 1 << 14, 3),
                new BloomSizing(Layout.BLOCKED, 1 << 13, 2),
                new BloomSizing(Layout.BLOCKED, 1 << 14, 4),
                new BloomSizing(Layout.BLOCKED, 1 << 14, 6),
                new BloomSizing(Layout.BLOCKED, 1 << 15, 8),
                new BloomSizing(Layout.BLOCKED, 1 << 16, 12),
                new BloomSizing(Layout.PAIRED, 1 << 15, 12));
    }

    @ParameterizedTest
    @MethodSource("crowded")
    void check_sharedFilter_passes(BloomSizing size) throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            ConcurrentAdds.check(filter(size, round, false), Long::valueOf, 4, KEYS / 4);
        }
    }

    /** Control: a filter for a single writer, used by four, loses keys, and the check sees it. */
    @ParameterizedTest
    @MethodSource("crowded")
    void check_writersThatOverwriteEachOther_isCaught(BloomSizing size) throws InterruptedException {
        boolean caught = false;
        for (int round = 0; round < ROUNDS && !caught; round++) {
            try {
                ConcurrentAdds.check(filter(size, round, true), Long::valueOf, 4, KEYS / 4);
            } catch (AssertionError lost) {
                assertThat(lost).hasMessageContaining("missing");
                caught = true;
            }
        }
        assertThat(caught)
                .as("four writers of a single-writer filter lost no key in %d rounds", ROUNDS)
                .isTrue();
    }

    @Test
    void add_sameKeyFromManyThreads_isPresentAndCountedAtLeastOnce() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            AddableFilter<Long> filter = filter(new BloomSizing(Layout.BLOCKED, 512, 8), round, false);
            ConcurrentAdds.check(filter, i -> 42L, 4, 1);
            assertThat(filter.info().insertions()).isBetween(1L, 4L);
        }
    }

    /** An empty filter brings no key, so every add that returned true is counted, and nothing else. */
    @Test
    void mergeFrom_emptyFilterBesideAdds_losesNoCount() throws InterruptedException {
        BloomSizing size = BloomSizing.of(Layout.BLOCKED, 400_000, 0.01);
        BloomFilter<Long> filter = filter(size, 1, false);
        BloomFilter<Long> nothing = filter(size, 1, false);
        AtomicLong added = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            long from = t * 200_000L;
            Thread thread = new Thread(() -> {
                for (long i = from; i < from + 200_000; i++) {
                    if (filter.add(i)) {
                        added.incrementAndGet();
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        do {
            filter.mergeFrom(nothing);
        } while (threads.stream().anyMatch(Thread::isAlive));
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(filter.info().insertions()).isEqualTo(added.get());
    }

    /** 10^8 checks across threads: every writer's keys, asked for by the others as they come and all at the end. */
    @Test
    @Tag("long")
    void check_manyKeys_findsNoFalseNegativeInAHundredMillionChecks() throws InterruptedException {
        int perWriter = 3_200_000;
        for (Layout layout : new Layout[] {Layout.CLASSIC, Layout.BLOCKED, Layout.PAIRED}) {
            for (double fpp : new double[] {0.1, 0.01}) {
                BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                        .capacity(4L * perWriter)
                        .targetFpp(fpp)
                        .layout(layout)
                        .build();
                ConcurrentAdds.check(filter, Long::valueOf, 4, perWriter); // 2 x 12.8 million checks
            }
        }
    }

    private static BloomFilter<Long> filter(BloomSizing size, int seed, boolean singleWriter) {
        var builder = Filters.bloom(KeyEncoder.int64(), BloomSpec.ofSize(size)).seed(Seed.of(seed));
        return (singleWriter ? builder.singleWriter() : builder).build();
    }
}
