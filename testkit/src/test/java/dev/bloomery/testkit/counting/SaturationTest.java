package dev.bloomery.testkit.counting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.CountingBloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.info.CountingInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counters that reach their largest value stick there, and the filter says so. */
class SaturationTest {
    private static final int PROBES = 5;
    private static final long KEY = 1;

    @ParameterizedTest
    @CsvSource({"4, 15, true", "4, 15, false", "8, 255, true", "8, 255, false"})
    void add_moreOftenThanACounterCounts_sticksForEver(int bits, int largest, boolean singleWriter) {
        CountingBloomFilter<Long> filter = filter(bits, singleWriter);
        long counters = counters(filter);
        for (int copies = 1; copies < largest; copies++) {
            filter.add(KEY);
            assertThat(filter.count(KEY)).isEqualTo(copies);
            assertThat(filter.info().stuckCounters()).isZero();
        }
        for (int more = 0; more < 10; more++) {
            filter.add(KEY);
            assertThat(filter.count(KEY)).isEqualTo(largest);
            assertThat(filter.info().stuckCounters()).isEqualTo(counters);
        }
        for (int removed = 0; removed < 2 * largest; removed++) {
            assertThat(filter.remove(KEY)).isTrue();
            assertThat(filter.mightContain(KEY)).isTrue();
            assertThat(filter.count(KEY)).isEqualTo(largest);
        }
        CountingInfo info = filter.info();
        assertThat(info.stuckCounters()).isEqualTo(counters);
        assertThat(info.usedCounters()).isEqualTo(counters);
        assertThat(info.toString()).contains(counters + " stuck");
        assertThat(filter.copy().info().stuckCounters()).isEqualTo(counters);
        filter.clear();
        assertThat(filter.info().stuckCounters()).isZero();
        assertThat(filter.mightContain(KEY)).isFalse();
        assertThat(filter.add(KEY)).isTrue();
        assertThat(filter.count(KEY)).isEqualTo(1);
    }

    /** One below the largest value nothing is lost. */
    @ParameterizedTest
    @CsvSource({"4, 14", "8, 254"})
    void remove_justBelowTheLargestValue_takesEverythingBack(int bits, int copies) {
        CountingBloomFilter<Long> filter = filter(bits, false);
        for (int n = 0; n < copies; n++) {
            filter.add(KEY);
        }
        for (int left = copies; left > 0; left--) {
            assertThat(filter.count(KEY)).isEqualTo(left);
            assertThat(filter.remove(KEY)).isTrue();
        }
        assertThat(filter.info()).isEqualTo(filter(bits, false).info());
    }

    @ParameterizedTest
    @CsvSource({"4, 15", "8, 255"})
    void mergeFrom_sumsBeyondTheLargestValue_stick(int bits, int largest) {
        for (int left : new int[] {0, 1, largest / 2, largest - 1, largest}) {
            for (int right : new int[] {0, 1, largest / 2, largest / 2 + 1, largest - 1, largest}) {
                CountingBloomFilter<Long> merged = filter(bits, false);
                CountingBloomFilter<Long> other = filter(bits, true);
                for (int n = 0; n < left; n++) {
                    merged.add(KEY);
                }
                for (int n = 0; n < right; n++) {
                    other.add(KEY);
                }
                merged.mergeFrom(other);
                int sum = Math.min(left + right, largest);
                assertThat(merged.count(KEY)).as("%d and %d", left, right).isEqualTo(sum);
                assertThat(merged.info().stuckCounters()).isEqualTo(sum == largest ? counters(merged) : 0);
                for (int n = 0; n < left + right; n++) {
                    assertThat(merged.mightContain(KEY)).isTrue();
                    merged.remove(KEY);
                }
                assertThat(merged.mightContain(KEY))
                        .as("%d and %d, all removed", left, right)
                        .isEqualTo(sum == largest);
            }
        }
    }

    /** A key on stuck counters goes on to look present; a key beside it does not. */
    @ParameterizedTest
    @CsvSource({"4, 15", "8, 255"})
    void remove_keyBesideStuckCounters_isGone(int bits, int largest) {
        CountingBloomFilter<Long> filter = filter(bits, false);
        for (int n = 0; n < 3 * largest; n++) {
            filter.add(KEY);
        }
        for (long key = 2; key < 50; key++) {
            filter.add(key);
        }
        for (long key = 2; key < 50; key++) {
            assertThat(filter.remove(key)).isTrue();
        }
        for (long key = 2; key < 50; key++) {
            assertThat(filter.mightContain(key))
                    .as("key %d, %s", key, Seeds.describe())
                    .isFalse();
        }
        assertThat(filter.info().usedCounters()).isEqualTo(filter.info().stuckCounters());
    }

    /** The first counter that sticks is told, once, by add, by merge and by load. */
    @ParameterizedTest
    @CsvSource({"4, 15, true", "4, 15, false", "8, 255, true", "8, 255, false"})
    void onCapacity_countersThatStick_hearsOfTheFirst(int bits, int largest, boolean singleWriter) throws IOException {
        for (Layout layout : new Layout[] {Layout.CLASSIC, Layout.PARTITIONED, Layout.BLOCKED}) {
            List<CapacityEvent> heard = new ArrayList<>();
            CountingSpec spec = new CountingSpec(BloomSpec.of(1_000, 0.01).withLayout(layout), bits);
            CountingBloomFilter<Long> filter = listened(spec, singleWriter, heard);
            for (int copies = 1; copies < largest; copies++) {
                filter.add(KEY);
            }
            assertThat(heard).isEmpty();
            boolean isNew = filter.add(KEY);
            assertThat(isNew).isFalse();
            CapacityEvent.CounterStuck event = new CapacityEvent.CounterStuck(1, counters(filter));
            assertThat(heard).containsExactly(event);
            filter.add(KEY);
            for (int copies = 0; copies < largest; copies++) {
                filter.add(KEY + 1);
            }
            assertThat(heard).as("told once").hasSize(1);
            assertThat(filter.info().usedCounters())
                    .as("the flag is not counted")
                    .isLessThanOrEqualTo(2L * 24);

            List<CapacityEvent> ofMerge = new ArrayList<>();
            listened(spec, singleWriter, ofMerge).mergeFrom(filter);
            assertThat(ofMerge).singleElement().isInstanceOf(CapacityEvent.CounterStuck.class);

            List<CapacityEvent> ofLoad = new ArrayList<>();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            filter.snapshot().to(out);
            Filters.load(KeyEncoder.int64())
                    .onCapacity(0.9, ofLoad::add)
                    .from(out.toByteArray())
                    .countingBloom();
            assertThat(ofLoad).singleElement().isInstanceOf(CapacityEvent.CounterStuck.class);

            filter.clear();
            for (int copies = 0; copies < largest; copies++) {
                filter.add(KEY);
            }
            assertThat(heard).as("told again after a clear").hasSize(2);
        }
    }

    private static CountingBloomFilter<Long> listened(
            CountingSpec spec, boolean singleWriter, List<CapacityEvent> heard) {
        var builder = Filters.countingBloom(KeyEncoder.int64(), spec)
                .seed(Seed.of(Seeds.base(), 23))
                .onCapacity(heard::add);
        return (singleWriter ? builder.singleWriter() : builder).build();
    }

    /** Counters of the key: its probes, less those that fall on the same one. */
    private static long counters(CountingBloomFilter<Long> filter) {
        return filter.toBloomFilter().explain(KEY).probes().stream()
                .map(probe -> probe.position())
                .distinct()
                .count();
    }

    private static CountingBloomFilter<Long> filter(int bits, boolean singleWriter) {
        var builder = Filters.countingBloom(KeyEncoder.int64())
                .size(100_000, PROBES)
                .counterBits(bits)
                .seed(Seed.of(Seeds.base(), 23));
        return (singleWriter ? builder.singleWriter() : builder).build();
    }
}
