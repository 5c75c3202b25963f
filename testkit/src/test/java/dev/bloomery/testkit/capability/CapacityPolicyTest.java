package dev.bloomery.testkit.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.ScalableBloomFilter;
import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What filters do when they are full, and whom they tell. */
class CapacityPolicyTest {
    private static final int CAPACITY = 10_000;

    @Test
    void add_rejectingSingleWriter_takesItsCapacityAndNoMore() {
        BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                .capacity(CAPACITY)
                .targetFpp(0.01)
                .singleWriter()
                .whenFull(CapacityPolicy.REJECT)
                .build();
        long next = fillUntilFull(filter);
        assertThat(next).as("distinct keys offered").isBetween((long) CAPACITY, CAPACITY + 60L);
        assertThat(filter.info().insertions())
                .as("of which nearly all were new")
                .isBetween(CAPACITY - 50L, (long) CAPACITY);
        long setBits = filter.info().setBits();
        assertThat(filter.tryAdd(next)).isEqualTo(AddResult.FULL);
        assertThat(filter.tryAdd(0L)).isEqualTo(AddResult.MAYBE_PRESENT); // present keys are still taken
        assertThat(filter.add(1L)).isFalse();
        long refused = next;
        assertThatThrownBy(() -> filter.addAll(List.of(0L, 1L, refused)))
                .isInstanceOf(FilterFullException.class)
                .hasMessageContaining("10,000 keys");
        assertThatThrownBy(() -> filter.claim(refused)).isInstanceOf(FilterFullException.class);
        assertThat(filter.claim(0L)).isFalse();
        assertThat(filter.info().setBits()).as("nothing was changed").isEqualTo(setBits);
        for (long i = 0; i < next; i++) {
            assertThat(filter.mightContain(i)).isTrue();
        }
        filter.clear();
        assertThat(filter.tryAdd(next)).isEqualTo(AddResult.ADDED);
    }

    /** At a high FPP many keys look present when they come and change nothing; how late the filter is full then is stated in ADR 30. */
    @ParameterizedTest
    @CsvSource({"0.5, 0.14", "0.3, 0.10", "0.2, 0.07", "0.1, 0.04", "0.01, 0.005", "0.001, 0.0005"})
    void add_rejectingAtAnyFpp_isFullSoonAfterItsCapacity(double fpp, double most) {
        for (Layout layout : Layout.values()) {
            if (layout == Layout.PAIRED && fpp > 0.1) {
                continue; // it has few blocks then, which say less
            }
            BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                    .capacity(CAPACITY)
                    .targetFpp(fpp)
                    .layout(layout)
                    .seed(Seed.of(Seeds.base()))
                    .whenFull(CapacityPolicy.REJECT)
                    .build();
            long offered = fillUntilFull(filter);
            assertThat((double) offered)
                    .as("%s at %s", layout, fpp)
                    .isBetween((double) CAPACITY, (1 + most) * CAPACITY + 3);
            assertThat(filter.expectedFpp())
                    .isBetween(
                            0.9 * filter.info().currentFpp(),
                            1.1 * filter.info().currentFpp());
        }
    }

    /** Up to a thousandth of the capacity, and one for each thread, may go over it. */
    @ParameterizedTest
    @ValueSource(ints = {100, 10_000, 1_000_000})
    void add_rejectingManyThreads_overshootsAtMostAsDocumented(int capacity) throws InterruptedException {
        int threads = 4;
        BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                .capacity(capacity)
                .targetFpp(0.01)
                .whenFull(CapacityPolicy.REJECT)
                .build();
        AtomicLong next = new AtomicLong();
        AtomicLong added = new AtomicLong();
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            Thread thread = new Thread(() -> {
                try {
                    while (true) {
                        if (filter.add(next.getAndIncrement())) {
                            added.incrementAndGet();
                        }
                    }
                } catch (FilterFullException full) {
                    // what the test waits for
                }
            });
            thread.start();
            running.add(thread);
        }
        for (Thread thread : running) {
            thread.join();
        }
        assertThat(filter.info().insertions()).isEqualTo(added.get());
        assertThat(added.get()).isBetween((long) (0.998 * capacity), capacity + capacity / 1_000L + threads);
        assertThat(next.get() - threads).as("keys that were taken").isGreaterThanOrEqualTo(capacity);
    }

    @Test
    void onCapacity_fixedSize_hearsLevelThenTargetOnceEach() {
        List<CapacityEvent> heard = new ArrayList<>();
        BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                .capacity(CAPACITY)
                .targetFpp(0.01)
                .onCapacity(heard::add)
                .build();
        for (int round = 0; round < 2; round++) {
            for (long i = 0; i < 2 * CAPACITY; i++) {
                filter.add(i);
            }
            assertThat(heard).hasSize(2);
            CapacityEvent.LevelReached level = (CapacityEvent.LevelReached) heard.get(0);
            assertThat(level.capacity()).isEqualTo(CAPACITY);
            assertThat(level.level()).isEqualTo(0.9);
            assertThat(level.insertions()).isBetween(9_000L, 9_020L);
            CapacityEvent.TargetPassed passed = (CapacityEvent.TargetPassed) heard.get(1);
            assertThat(passed.insertions()).isBetween((long) CAPACITY, CAPACITY + CAPACITY / 20L);
            assertThat(passed.expectedFpp()).isGreaterThan(passed.targetFpp());
            assertThat(passed.targetFpp()).isEqualTo(0.01);
            filter.clear(); // and all over again
            heard.clear();
        }
    }

    @Test
    void onCapacity_chosenLevelAndBatches_isHeardThere() {
        List<CapacityEvent> heard = new ArrayList<>();
        BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                .capacity(CAPACITY)
                .targetFpp(0.01)
                .onCapacity(0.5, heard::add)
                .build();
        filter.addAll(LongStream.range(0, 4_900).boxed().toList());
        assertThat(heard).isEmpty();
        filter.addAll(LongStream.range(4_900, 5_300).boxed().toList());
        assertThat(heard).hasSize(1).first().isInstanceOf(CapacityEvent.LevelReached.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filters.bloom(KeyEncoder.int64())
                        .capacity(1)
                        .targetFpp(0.5)
                        .onCapacity(90, heard::add));
    }

    @Test
    void onCapacity_listenerThatThrows_doesNotDisturbTheAdd() {
        BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                .capacity(100)
                .targetFpp(0.01)
                .onCapacity(event -> {
                    throw new IllegalStateException("a listener with a fault");
                })
                .build();
        List<String> logged = logged(() -> {
            for (long i = 0; i < 100; i++) {
                filter.add(i);
            }
        });
        assertThat(filter.info().insertions()).isGreaterThan(95);
        assertThat(logged).anyMatch(line -> line.startsWith("SEVERE a capacity listener failed"));
    }

    @Test
    void whenFull_warn_logsOnceAndTakesMore() {
        BloomFilter<Long> filter =
                Filters.bloom(KeyEncoder.int64()).capacity(777).targetFpp(0.01).build();
        List<String> logged = logged(() -> {
            for (long i = 0; i < 2_000; i++) {
                filter.add(i);
            }
        });
        List<String> ours = logged.stream().filter(line -> line.contains("777")).toList();
        assertThat(ours).hasSize(1);
        assertThat(ours.get(0)).startsWith("WARNING a filter for 777 keys has ").contains("build a larger one");
        assertThat(filter.expectedFpp()).isGreaterThan(0.01);
    }

    @Test
    void whenFull_countingFilterThatRejects_hasRoomAgainAfterRemoves() {
        CountingBloomFilter<Long> filter = Filters.countingBloom(KeyEncoder.int64())
                .capacity(CAPACITY)
                .targetFpp(0.001)
                .whenFull(CapacityPolicy.REJECT)
                .build();
        long next = fillUntilFull(filter);
        assertThat(filter.tryAdd(next)).isEqualTo(AddResult.FULL);
        assertThat(filter.mightContain(next)).isFalse();
        for (long i = 0; i < 100; i++) {
            assertThat(filter.remove(i)).isTrue();
        }
        assertThat(filter.tryAdd(next)).isEqualTo(AddResult.ADDED);
        assertThat(filter.mightContain(next)).isTrue();
    }

    @Test
    void build_capacityZeroThatRejects_takesNothing() {
        BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                .capacity(0)
                .targetFpp(0.01)
                .whenFull(CapacityPolicy.REJECT)
                .build();
        assertThat(filter.tryAdd(1L)).isEqualTo(AddResult.FULL);
        assertThat(filter.mightContain(1L)).isFalse();
    }

    @Test
    void add_scalableAtItsCeiling_isFullAndLosesNothing() {
        List<CapacityEvent> heard = new ArrayList<>();
        ScalableBloomFilter<Long> filter = Filters.scalableBloom(KeyEncoder.int64())
                .targetFpp(0.01)
                .memoryCeilingBytes(20_000)
                .onCapacity(heard::add)
                .build();
        long next = fillUntilFull(filter);
        assertThat(filter.info().sizeInBits()).isLessThanOrEqualTo(160_000);
        assertThat(filter.info().insertions())
                .isBetween(
                        (long) (0.98 * filter.spec().capacity()), filter.spec().capacity() + 10);
        assertThat(next)
                .as("distinct keys taken")
                .isGreaterThanOrEqualTo(filter.spec().capacity());
        assertThat(filter.tryAdd(next)).isEqualTo(AddResult.FULL);
        assertThat(filter.tryAdd(0L)).isEqualTo(AddResult.MAYBE_PRESENT);
        assertThatThrownBy(() -> filter.claim(next)).isInstanceOf(FilterFullException.class);
        assertThat(heard.get(heard.size() - 1)).isInstanceOf(CapacityEvent.CeilingReached.class);
        assertThat(heard.stream().filter(CapacityEvent.CeilingReached.class::isInstance))
                .hasSize(1);
        for (long i = 0; i < next; i++) {
            assertThat(filter.mightContain(i)).isTrue();
        }
        filter.clear();
        assertThat(filter.add(next)).isTrue();
    }

    @Test
    void add_scalableAtItsCeilingThatWarns_takesMoreAtARisingFpp() {
        ScalableBloomFilter<Long> filter = Filters.scalableBloom(KeyEncoder.int64())
                .targetFpp(0.01)
                .memoryCeilingBytes(20_000)
                .whenFull(CapacityPolicy.WARN)
                .build();
        List<String> logged = logged(() -> {
            for (long i = 0; i < 30_000; i++) {
                filter.add(i);
            }
        });
        assertThat(logged)
                .filteredOn(line -> line.contains("memory ceiling of 20,000 bytes"))
                .hasSize(1);
        assertThat(filter.expectedFpp()).isGreaterThan(0.01);
        assertThat(filter.info().sizeInBits()).isLessThanOrEqualTo(160_000);
        for (long i = 0; i < 30_000; i++) {
            assertThat(filter.mightContain(i)).isTrue();
        }
    }

    @Test
    void build_scalableWhoseFirstSliceIsAboveTheCeiling_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filters.scalableBloom(KeyEncoder.int64())
                        .targetFpp(0.01)
                        .memoryCeilingBytes(1_000)
                        .build())
                .withMessageContaining("raise the memory ceiling");
    }

    @Test
    void growing_bloomBuilder_givesAFilterThatGrowsFromThere() {
        ScalableBloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                .capacity(500)
                .targetFpp(0.02)
                .hardened()
                .growing()
                .build();
        assertThat(filter.spec().firstCapacity()).isEqualTo(500);
        assertThat(filter.spec().targetFpp()).isEqualTo(0.02);
        assertThat(filter.spec().hash()).isEqualTo(KeyHash.SIPHASH_2_4);
        for (long i = 0; i < 5_000; i++) {
            filter.add(i);
        }
        assertThat(filter.info().slices().size()).isGreaterThan(3);
        assertThat(filter.expectedFpp()).isLessThanOrEqualTo(0.02);
    }

    /** Adds 0, 1, 2 ... until the filter is full; the first key that was refused. */
    private static long fillUntilFull(AddableFilter<Long> filter) {
        for (long i = 0; ; i++) {
            if (filter.tryAdd(i) == AddResult.FULL) {
                return i;
            }
        }
    }

    private static List<String> logged(Runnable action) {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord logRecord) {
                lines.add(logRecord.getLevel() + " " + logRecord.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.bloomery");
        handler.setLevel(Level.ALL);
        logger.addHandler(handler);
        try {
            action.run();
        } finally {
            logger.removeHandler(handler);
        }
        return lines;
    }
}
