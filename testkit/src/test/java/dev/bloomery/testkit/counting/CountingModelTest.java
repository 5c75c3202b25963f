package dev.bloomery.testkit.counting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.CountingSubject;
import dev.bloomery.testkit.MultisetCheck;
import dev.bloomery.testkit.PlainCountingFilter;
import dev.bloomery.testkit.PlainCountingFilter.Flaw;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Counting filters against a multiset, by one thread and by many; and what is broken on purpose fails. */
class CountingModelTest {
    private static final int MILLION = 1_000_000;

    /** Keys of the runs in which all keys are asked for at every step. */
    private static final int FEW_KEYS = 24;

    /** So small that keys share most of their counters. */
    static Stream<Arguments> crowded() {
        return Stream.of(
                        new BloomSizing(Layout.CLASSIC, 90, 3),
                        new BloomSizing(Layout.CLASSIC, 20, 1), // each counter can be read: it is the count of a key
                        new BloomSizing(Layout.PARTITIONED, 96, 4),
                        new BloomSizing(Layout.BLOCKED, 512, 2),
                        new BloomSizing(Layout.BLOCKED, 512, 4),
                        new BloomSizing(Layout.BLOCKED, 512, 6),
                        new BloomSizing(Layout.BLOCKED, 512, 8),
                        new BloomSizing(Layout.BLOCKED, 512, 12))
                .flatMap(size -> Stream.of(Arguments.of(size, 4), Arguments.of(size, 8)));
    }

    @ParameterizedTest
    @MethodSource("crowded")
    void anyOperations_oneThread_agreeWithTheModel(BloomSizing size, int bits) {
        CountingBloomFilter<Long> filter = filter(size, bits, true);
        new MultisetCheck(CountingSubject.of(filter), FEW_KEYS, 2).alone(50_000);
        assertThat(filter.info().usedCounters())
                .as("what is left is stuck")
                .isEqualTo(filter.info().stuckCounters());
    }

    @Test
    void aMillionOperations_oneThread_agreeWithTheModel() {
        CountingBloomFilter<Long> narrow = filter(new BloomSizing(Layout.CLASSIC, 150, 3), 4, false);
        new MultisetCheck(CountingSubject.of(narrow), FEW_KEYS, 2).alone(MILLION);
        assertThat(narrow.info().usedCounters()).isZero();
    }

    /** Counters stick all over: no key is missed, and what is left in the end is stuck. */
    @Test
    void aMillionOperations_manyCopies_stickAndMissNoKey() {
        CountingBloomFilter<Long> filter = filter(new BloomSizing(Layout.CLASSIC, 150, 3), 4, true);
        new MultisetCheck(CountingSubject.of(filter), FEW_KEYS, 20).alone(MILLION);
        assertThat(filter.info().stuckCounters()).isPositive();
        assertThat(filter.info().usedCounters()).isEqualTo(filter.info().stuckCounters());
    }

    @Test
    void aMillionOperations_threadsWithOwnKeys_loseNoCount() throws InterruptedException {
        for (BloomSizing size :
                new BloomSizing[] {new BloomSizing(Layout.CLASSIC, 600, 3), new BloomSizing(Layout.BLOCKED, 1024, 8)}) {
            CountingBloomFilter<Long> filter = filter(size, 8, false);
            MultisetCheck check = new MultisetCheck(CountingSubject.of(filter), 200, 3);
            int[] copies = check.threadsWithOwnKeys(4, 2, MILLION / 8);
            assertExactly(filter, size, copies);
            check.drain(copies);
            assertThat(filter.info().usedCounters()).isZero();
        }
    }

    @Test
    void aMillionOperations_threadsWithTheSameKeys_loseNoCount() throws InterruptedException {
        for (BloomSizing size :
                new BloomSizing[] {new BloomSizing(Layout.PARTITIONED, 600, 3), new BloomSizing(Layout.CLASSIC, 300, 1)
                }) {
            CountingBloomFilter<Long> filter = filter(size, 8, false);
            MultisetCheck check = new MultisetCheck(CountingSubject.of(filter), 100, 4);
            int[] copies = check.threadsWithTheSameKeys(4, 2, MILLION / 8);
            assertExactly(filter, size, copies);
            check.drain(copies);
            assertThat(filter.info().usedCounters()).isZero();
        }
    }

    /** Narrow counters that stick while threads change them: still no key is missed. */
    @Test
    void operations_threadsAndStickingCounters_missNoKey() throws InterruptedException {
        CountingBloomFilter<Long> filter = filter(new BloomSizing(Layout.CLASSIC, 300, 3), 4, false);
        MultisetCheck check = new MultisetCheck(CountingSubject.of(filter), 100, 20);
        check.drain(check.threadsWithOwnKeys(4, 2, 50_000));
        assertThat(filter.info().stuckCounters()).isPositive();
    }

    @Test
    void remove_sameKeyFromThreads_isTrueOnceForEachCopy() throws InterruptedException {
        for (int round = 0; round < 6; round++) { // on a busy machine the threads may miss each other in some of them
            CountingBloomFilter<Long> filter = filter(LARGE, 4, false);
            new MultisetCheck(CountingSubject.of(filter), 3_000, 1).racingRemoves(2 + round % 3);
        }
    }

    /** Some 260 counters a key: the chance that one of the keys looks present is below 1e-9. */
    private static final BloomSizing LARGE = new BloomSizing(Layout.CLASSIC, 1 << 22, 12);

    /** The filter has, counter by counter, what one thread would have made of the same copies. */
    private static void assertExactly(CountingBloomFilter<Long> filter, BloomSizing size, int[] copies) {
        CountingBloomFilter<Long> expected = filter(size, filter.spec().counterBits(), true);
        for (int key = 0; key < copies.length; key++) {
            for (int n = 0; n < copies[key]; n++) {
                expected.add((long) key);
            }
        }
        BloomFilter<Long> bits = filter.toBloomFilter();
        BloomFilter<Long> expectedBits = expected.toBloomFilter();
        for (long key = 0; key < 20_000; key++) { // enough to look at every counter
            assertThat(filter.count(key))
                    .as("count of key %d, %s", key, Seeds.describe())
                    .isEqualTo(expected.count(key));
            assertThat(bits.explain(key)).isEqualTo(expectedBits.explain(key));
        }
        assertThat(filter.info().usedCounters()).isEqualTo(expected.info().usedCounters());
        assertThat(filter.info().stuckCounters()).isZero();
    }

    // controls

    @Test
    void check_soundPlainFilter_passes() {
        assertThatCode(() -> alone(Flaw.NONE, 20)).doesNotThrowAnyException();
        assertThatCode(() -> ownKeys(Flaw.NONE)).doesNotThrowAnyException();
        assertThatCode(() -> sameKeys(Flaw.NONE)).doesNotThrowAnyException();
        assertThatCode(() -> racingRemoves(Flaw.NONE)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource(
            value = Flaw.class,
            names = {"WRAPS", "UNSTICKS"})
    void check_countersThatDoNotStick_isCaught(Flaw flaw) {
        assertThatCode(() -> alone(flaw, 1))
                .as("as long as no counter is full there is nothing to see")
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> alone(flaw, 20))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed");
    }

    @Test
    void check_updatesThatGetLost_isCaught() {
        assertCaught(() -> ownKeys(Flaw.LOSES_UPDATES));
        assertCaught(() -> sameKeys(Flaw.LOSES_UPDATES));
    }

    /** The real filter in its mode for a single writer, used by several. */
    @Test
    void check_writersOfASingleWriterFilter_isCaught() {
        assertCaught(() -> {
            CountingBloomFilter<Long> filter = filter(new BloomSizing(Layout.CLASSIC, 600, 3), 8, true);
            MultisetCheck check = new MultisetCheck(CountingSubject.of(filter), 200, 3);
            check.drain(check.threadsWithOwnKeys(4, 2, 20_000));
        });
    }

    @Test
    void check_keysMissedForAMoment_isCaught() {
        assertCaught(() -> ownKeys(Flaw.BLINKS));
        assertCaught(() -> sameKeys(Flaw.BLINKS));
    }

    @Test
    void check_removesThatAskFirstAndActThen_isCaught() {
        assertCaught(() -> racingRemoves(Flaw.REMOVES_UNLOCKED));
    }

    /** Threads may miss each other once, but not a hundred times. */
    private static void assertCaught(ThrowingCallable check) {
        boolean caught = false;
        for (int round = 0; round < 100 && !caught; round++) {
            try {
                check.call();
            } catch (AssertionError expected) {
                caught = true;
            } catch (Throwable other) {
                throw new AssertionError("failed in another way", other);
            }
        }
        assertThat(caught).as("caught").isTrue();
    }

    private static void alone(Flaw flaw, int maxCopies) {
        PlainCountingFilter filter = new PlainCountingFilter(150, 3, 15, flaw);
        new MultisetCheck(filter, FEW_KEYS, maxCopies).alone(20_000);
    }

    private static void ownKeys(Flaw flaw) throws InterruptedException {
        MultisetCheck check = new MultisetCheck(new PlainCountingFilter(600, 3, 255, flaw), 200, 3);
        check.drain(check.threadsWithOwnKeys(4, 2, 20_000));
    }

    private static void sameKeys(Flaw flaw) throws InterruptedException {
        MultisetCheck check = new MultisetCheck(new PlainCountingFilter(600, 3, 255, flaw), 100, 4);
        check.drain(check.threadsWithTheSameKeys(4, 2, 20_000));
    }

    private static void racingRemoves(Flaw flaw) throws InterruptedException {
        new MultisetCheck(new PlainCountingFilter(1 << 20, 12, 15, flaw), 2_000, 1).racingRemoves(4);
    }

    private static CountingBloomFilter<Long> filter(BloomSizing size, int bits, boolean singleWriter) {
        var builder = Filters.countingBloom(KeyEncoder.int64(), CountingSpec.of(BloomSpec.ofSize(size)))
                .counterBits(bits)
                .seed(Seed.of(Seeds.base(), 17));
        return (singleWriter ? builder.singleWriter() : builder).build();
    }
}
