package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.SeededSpec;
import java.lang.management.ManagementFactory;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BloomBuilderTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static Filters.SizeStep<BloomBuilder<Long>> bloom() {
        return Filters.bloom(KeyEncoder.int64());
    }

    @Test
    void capacity_outOfRange_isRefusedWithTheRange() {
        for (long capacity : new long[] {-1, Long.MIN_VALUE, (1L << 40) + 1, Long.MAX_VALUE}) {
            assertRefused(() -> bloom().capacity(capacity))
                    .isEqualTo("capacity is " + capacity
                            + "; use the number of distinct keys you expect, from 0 to 2^40 (1099511627776)");
        }
    }

    @Test
    void targetFpp_outOfRange_isRefusedWithWhatToWrite() {
        assertTargetAdvice(0, "for one percent write 0.01");
        assertTargetAdvice(-0.0, "for one percent write 0.01");
        assertTargetAdvice(-0.01, "for one percent write 0.01");
        assertTargetAdvice(Double.NaN, "for one percent write 0.01");
        assertTargetAdvice(Double.NEGATIVE_INFINITY, "for one percent write 0.01");
        assertTargetAdvice(Double.POSITIVE_INFINITY, "for one percent write 0.01");
        assertTargetAdvice(100, "for one percent write 0.01");
        assertTargetAdvice(1, "for 1.0 percent write 0.01");
        assertTargetAdvice(1.5, "for 1.5 percent write 0.015");
        assertTargetAdvice(5, "for 5.0 percent write 0.05");
    }

    private static void assertTargetAdvice(double targetFpp, String advice) {
        assertRefused(() -> bloom().capacity(1000).targetFpp(targetFpp))
                .isEqualTo(
                        "targetFpp is " + targetFpp + "; use a probability between 0 and 1, both excluded; " + advice);
    }

    @Test
    void targetFpp_belowWhatHashesAllow_isRefusedWithTheLowest() {
        for (double targetFpp : new double[] {Double.MIN_VALUE, Double.MIN_NORMAL, 1e-17}) {
            assertRefused(() -> bloom().capacity(1000).targetFpp(targetFpp))
                    .startsWith("targetFpp is " + targetFpp
                            + ", too low for 1000 keys: their 64-bit hashes alone may collide")
                    .contains("use a targetFpp of at least 1.09");
        }
    }

    @Test
    void layout_blockedBelowItsRange_isRefusedWithAdvice() {
        assertRefused(() -> bloom().capacity(1000).targetFpp(1e-6).layout(Layout.BLOCKED))
                .contains("too low for layout blocked")
                .contains("use layout classic, or auto to have it picked");
    }

    @Test
    void build_largerThanAnArray_isRefusedWithTheSize() {
        assertRefused(() -> bloom().capacity(1L << 40)
                        .targetFpp(0.01)
                        .layout(Layout.CLASSIC)
                        .build())
                .isEqualTo(
                        "capacity 1099511627776 at targetFpp 0.01 needs 10547578480768 bits (1227 GiB), but one filter"
                                + " on the heap holds at most 2^37 (16 GiB); lower the capacity, raise targetFpp, or spread the"
                                + " keys over several filters");
        assertRefused(() -> bloom().size(1L << 37, 7).build()).contains("needs 137438953472 bits (16 GiB)");
        assertRefused(() -> bloom().capacity(20_000_000_000L).targetFpp(0.01).build())
                .contains("spread the keys");
    }

    @Test
    void size_outOfRange_isRefused() {
        assertRefused(() -> bloom().size(0, 7)).isEqualTo("sizeInBits is 0; use 1 to 2^47");
        assertRefused(() -> bloom().size(-1, 7)).isEqualTo("sizeInBits is -1; use 1 to 2^47");
        assertRefused(() -> bloom().size(1000, 0)).isEqualTo("probesPerKey is 0; use 1 to 64, often about 7");
        assertRefused(() -> bloom().size(1000, 65)).isEqualTo("probesPerKey is 65; use 1 to 64, often about 7");
    }

    /** Refused before anything large is allocated. The first call loads classes, so the second is measured. */
    private static AbstractStringAssert<?> assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        String message = messageOf(call);
        assertThat(THREADS.getThreadAllocatedBytes(thread) - before)
                .as("allocated bytes")
                .isLessThan(1 << 20);
        return assertThat(message);
    }

    private static String messageOf(ThrowingCallable call) {
        try {
            call.call();
        } catch (Throwable e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("not refused");
    }

    /** The control of the measurement above. */
    @Test
    void build_ofTwoMebibytes_isSeenByTheMeasurement() {
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        bloom().size(16 << 20, 7).build();
        assertThat(THREADS.getThreadAllocatedBytes(thread) - before).isGreaterThan(2 << 20);
    }

    @Test
    void layout_afterAnExplicitSize_isRefused() {
        assertThatThrownBy(() -> bloom().size(1000, 7).layout(Layout.BLOCKED))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the size is given, and with it the layout (bloom capacity=98 fpp=")
                .hasMessageContaining("for another layout build by capacity and targetFpp");
    }

    @Test
    void capacity_zero_answersNoAndStillTakesKeys() {
        for (Layout layout : Layout.values()) {
            BloomFilter<Long> filter = bloom().capacity(0)
                    .targetFpp(0.01)
                    .layout(layout)
                    .seed(Seed.of(1))
                    .build();
            for (long key = 0; key < 100; key++) {
                assertThat(filter.mightContain(key)).isFalse();
            }
            assertThat(filter.expectedFpp()).isZero();
            assertThat(filter.info().currentFpp()).isZero();
            assertThat(filter.add(7L)).isTrue();
            assertThat(filter.mightContain(7L)).isTrue();
        }
    }

    @Test
    void build_everyChoice_isInTheSpec() {
        BloomFilter<Long> filter = bloom().capacity(1000)
                .targetFpp(0.02)
                .layout(Layout.CLASSIC)
                .hardened()
                .seed(Seed.of(3, 4))
                .singleWriter()
                .build();
        BloomSpec expected = BloomSpec.of(1000, 0.02)
                .withLayout(Layout.CLASSIC)
                .withHash(KeyHash.SIPHASH_2_4)
                .sized();
        assertThat(filter.spec()).isEqualTo(expected);
        assertThat(filter.seededSpec()).isEqualTo(new SeededSpec(expected, Seed.of(3, 4)));
        assertThat(filter).hasToString("BloomFilter[" + expected + ", 0 insertions]");
        assertThat(Filters.bloom(KeyEncoder.int64(), expected).build().spec()).isEqualTo(expected);
        assertThat(bloom().size(1000, 7).build().info().sizeInBits()).isEqualTo(1000);
        assertThat(bloom().size(1000, 7).build().info().probesPerKey()).isEqualTo(7);
        assertThat(bloom().size(1000, 7).build().info().layout()).isEqualTo(Layout.CLASSIC);
    }

    @Test
    void build_again_hasARandomSeedOfItsOwn() {
        BloomBuilder<Long> builder = bloom().capacity(1000).targetFpp(0.01);
        assertThat(builder.build().seededSpec().seed())
                .isNotEqualTo(builder.build().seededSpec().seed());
        builder.seed(Seed.of(5));
        assertThat(builder.build().seededSpec()).isEqualTo(builder.build().seededSpec());
    }

    @Test
    @SuppressWarnings("NullAway") // that is the test
    void null_any_isRefusedByName() {
        BloomBuilder<Long> builder = bloom().capacity(10).targetFpp(0.01);
        assertThatThrownBy(() -> Filters.bloom(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("encoder");
        assertThatThrownBy(() -> Filters.bloom(KeyEncoder.int64(), null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("spec");
        assertThatThrownBy(() -> builder.layout(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("layout");
        assertThatThrownBy(() -> builder.hash(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("hash");
        assertThatThrownBy(() -> builder.seed(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("seed");
    }
}
