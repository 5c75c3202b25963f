package dev.bloomery.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BloomSizingTest {
    private static final long LARGEST = 1L << 40;

    @Test
    void capacity_anyBudget_fitsAndTheNextDoesNot() {
        for (Layout layout : Layout.values()) {
            for (double target : new double[] {0.5, 0.1, 0.01, 0.001, 8e-4, 1e-5}) {
                for (long budget : new long[] {512, 1000, 8064, 100_000, 80_000_000, 1L << 37, 1L << 43}) {
                    long capacity = BloomSizing.capacity(layout, budget, target);
                    String what = layout + ", " + budget + " bits at " + target + ": " + capacity;
                    if (capacity > 0) {
                        assertThat(BloomSizing.of(layout, capacity, target).sizeInBits())
                                .as(what)
                                .isLessThanOrEqualTo(budget);
                    }
                    if (capacity < LARGEST) {
                        assertThat(BloomSizing.of(layout, capacity + 1, target).sizeInBits())
                                .as(what)
                                .isGreaterThan(budget);
                    }
                }
            }
        }
    }

    @Test
    void capacity_classicOrBlocked_isTheLargest() {
        for (Layout layout : new Layout[] {Layout.CLASSIC, Layout.BLOCKED}) {
            for (long budget : new long[] {512, 2048, 8064}) {
                long capacity = BloomSizing.capacity(layout, budget, 0.01);
                for (long more = capacity + 1; more < capacity + 60; more++) {
                    assertThat(BloomSizing.of(layout, more, 0.01).sizeInBits())
                            .as("%s, %d bits, %d keys", layout, budget, more)
                            .isGreaterThan(budget);
                }
            }
        }
    }

    @Test
    void capacity_sizeOfAnyCapacity_isAtLeastThat() {
        for (Layout layout : new Layout[] {Layout.CLASSIC, Layout.BLOCKED}) {
            for (long keys : new long[] {1, 2, 10, 1000, 1_000_000, 1L << 33, LARGEST}) {
                long bits = BloomSizing.of(layout, keys, 0.01).sizeInBits();
                assertThat(BloomSizing.capacity(layout, bits, 0.01))
                        .as("%s, %d keys", layout, keys)
                        .isGreaterThanOrEqualTo(keys);
            }
        }
    }

    @Test
    void capacity_edges_areZeroAndTheLargest() {
        assertThat(BloomSizing.capacity(Layout.CLASSIC, 1, 0.01)).isZero();
        assertThat(BloomSizing.capacity(Layout.BLOCKED, 511, 0.01)).isZero();
        assertThat(BloomSizing.capacity(Layout.CLASSIC, Long.MAX_VALUE, 0.01)).isEqualTo(LARGEST);
        assertThat(BloomSizing.capacity(Layout.AUTO, Long.MAX_VALUE, 0.999)).isEqualTo(LARGEST);
        // where the collisions of the hashes end it: n * 2^-64 is half of the target
        assertThat(BloomSizing.capacity(Layout.CLASSIC, 1L << 40, 1e-15)).isEqualTo((long) (1e-15 * 0x1p63));
    }

    @Test
    void capacity_noBudget_isRefused() {
        assertRefused(() -> BloomSizing.capacity(Layout.AUTO, 0, 0.01), "memoryBits is 0; use 1 or more");
        assertRefused(() -> BloomSizing.capacity(Layout.AUTO, -5, 0.01), "memoryBits is -5; use 1 or more");
        assertThatThrownBy(() -> BloomSizing.capacity(Layout.BLOCKED, 1000, 1e-6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use layout classic");
    }

    @Test
    void fpp_atCapacity_isAtMostTheTarget() {
        for (Layout layout : Layout.values()) {
            BloomSizing size = BloomSizing.of(layout, 1000, 0.01);
            assertThat(size.fpp(0)).isZero();
            assertThat(size.fpp(1000)).isLessThanOrEqualTo(0.01).isGreaterThan(0.0075); // few blocks
            assertThat(size.fpp(2000)).isGreaterThan(0.05);
            assertThat(size.fpp(LARGEST)).isEqualTo(1);
        }
    }

    @Test
    void fpp_oneBit_isCertainAfterTheFirstKey() {
        for (int probes : new int[] {1, 40, 41, 64}) {
            BloomSizing size = new BloomSizing(Layout.CLASSIC, 1, probes);
            assertThat(size.fpp(0)).isZero();
            assertThat(size.fpp(1)).isEqualTo(1);
            assertThat(size.fpp(1000)).isEqualTo(1);
        }
    }

    @Test
    void bestProbesPerKey_wellKnown_isTheTextbook() {
        assertThat(BloomSizing.bestProbesPerKey(1_000_000, 10_000_000)).isEqualTo(7);
        assertThat(BloomSizing.bestProbesPerKey(1_000_000, 16_000_000)).isEqualTo(11);
        assertThat(BloomSizing.bestProbesPerKey(1_000_000, 1000)).isEqualTo(1);
        assertThat(BloomSizing.bestProbesPerKey(10, 2000)).isGreaterThan(50);
        // more would gain nothing beside the collisions of the hashes
        assertThat(BloomSizing.bestProbesPerKey(1000, 1L << 40)).isEqualTo(4);
        assertThat(BloomSizing.bestProbesPerKey(0, 1000)).isEqualTo(1);
        assertThat(BloomSizing.bestProbesPerKey(1, 64)).isEqualTo(34);
        assertThatThrownBy(() -> BloomSizing.bestProbesPerKey(-1, 1000)).hasMessageStartingWith("capacity is -1;");
        assertRefused(() -> BloomSizing.bestProbesPerKey(1, 0), "sizeInBits is 0; use 1 to 2^47");
    }

    @Test
    void bitsPerKey_wellKnown_isThatOfTheTables() {
        assertThat(BloomSizing.bitsPerKey(Layout.CLASSIC, 0.01)).isCloseTo(9.59, within(0.005));
        assertThat(BloomSizing.bitsPerKey(Layout.BLOCKED, 0.01)).isCloseTo(10.18, within(0.01));
        assertThat(BloomSizing.bitsPerKey(Layout.PAIRED, 1e-6)).isCloseTo(31.46, within(0.01));
        assertThat(BloomSizing.bitsPerKey(Layout.AUTO, 0.01)).isCloseTo(10.18, within(0.01));
        assertThat(BloomSizing.bitsPerKey(Layout.AUTO, 1e-12)).isCloseTo(57.5, within(0.1));
        assertThat(BloomSizing.bitsPerKey(Layout.AUTO, 1e-12)).isEqualTo(BloomSizing.bitsPerKey(Layout.CLASSIC, 1e-12));
    }

    @Test
    void new_wrongSizes_areRefused() {
        assertRefused(
                () -> new BloomSizing(Layout.AUTO, 64, 1),
                "layout auto has no size of its own; use classic, partitioned, blocked or paired");
        assertRefused(() -> new BloomSizing(Layout.CLASSIC, -64, 1), "sizeInBits is -64; use 1 to 2^47");
        assertRefused(
                () -> new BloomSizing(Layout.BLOCKED, 256, 4),
                "sizeInBits is 256; layout blocked takes a multiple of 512");
        for (int probes = 1; probes <= 64; probes++) {
            int k = probes;
            if (List.of(2, 4, 6, 8, 12).contains(k)) {
                assertThat(new BloomSizing(Layout.BLOCKED, 512, k).fpp(0)).isZero();
            } else {
                assertRefused(
                        () -> new BloomSizing(Layout.BLOCKED, 512, k),
                        "probesPerKey is " + k + "; layout blocked takes 2, 4, 6, 8 or 12, layout classic any number");
            }
        }
    }

    @Test
    void new_wrongSizesOfPaired_areRefused() {
        assertRefused(
                () -> new BloomSizing(Layout.PAIRED, 512, 8),
                "sizeInBits is 512; layout paired takes a multiple of 1024");
        for (int probes = 1; probes <= 64; probes++) {
            int k = probes;
            if (List.of(4, 8, 12, 16, 24).contains(k)) {
                assertThat(new BloomSizing(Layout.PAIRED, 1024, k).fpp(0)).isZero();
            } else {
                assertRefused(
                        () -> new BloomSizing(Layout.PAIRED, 1024, k),
                        "probesPerKey is " + k + "; layout paired takes 4, 8, 12, 16 or 24, layout classic any number");
            }
        }
    }

    @Test
    void cacheLinesPerQuery_everyLayout_isWhatAQueryReads() {
        assertThat(BloomSizing.of(Layout.BLOCKED, 1000, 0.01).cacheLinesPerQuery())
                .isEqualTo(1);
        assertThat(BloomSizing.of(Layout.PAIRED, 1000, 1e-6).cacheLinesPerQuery())
                .isEqualTo(2);
        assertThat(BloomSizing.of(Layout.CLASSIC, 1_000_000, 1e-6).cacheLinesPerQuery())
                .isEqualTo(20);
    }

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    @SuppressWarnings("NullAway") // that is the test
    void null_asLayout_isRefusedByName() {
        assertNamed(() -> new BloomSizing(null, 512, 8));
        assertNamed(() -> BloomSizing.of(null, 10, 0.01));
        assertNamed(() -> BloomSizing.capacity(null, 10, 0.01));
        assertNamed(() -> BloomSizing.bitsPerKey(null, 0.01));
    }

    private static void assertNamed(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage("layout");
    }
}
