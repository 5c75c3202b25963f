package dev.bloomery.internal.bits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters in planes, against an array of ints. */
class CounterPlanesTest {
    private static final long SEED = Seeds.orElse(61);
    private static final int WORDS = 3;

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void change_randomMasks_countsLikeAnArray(int bits) {
        SplittableRandom random = new SplittableRandom(SEED);
        CounterPlanes planes = CounterPlanes.of(WORDS, bits);
        int largest = planes.stuckValue();
        assertThat(largest).isEqualTo((1 << bits) - 1);
        int[] model = new int[WORDS * 64];
        int quarter = model.length / 4;
        int stuckGoal = quarter; // up until so many counters are stuck, which does not depend on the seed
        boolean goesUp = true;
        int stuckSeen = 0;
        int zeroSeen = 0;
        for (int step = 0; step < 40_000; step++) {
            int word = random.nextInt(WORDS);
            long mask = mask(random);
            // up for long, then down for long, so that some counters stick, and others come back and are lowered at 0
            boolean up = random.nextInt(100) < (goesUp ? 85 : 15);
            int expected = 0;
            for (long left = mask; left != 0; left &= left - 1) {
                int at = word * 64 + Long.numberOfTrailingZeros(left);
                int before = model[at];
                model[at] = before == largest ? largest : Math.max(0, before + (up ? 1 : -1));
                expected += up ? (before == 0 ? 1 : 0) : (before == 1 ? 1 : 0);
                expected += up && before == largest - 1 ? Counters.STUCK : 0;
            }
            assertThat(up ? planes.increment(word, mask) : planes.decrement(word, mask))
                    .as("step %d, seed %d", step, SEED)
                    .isEqualTo(expected);
            if (step % 16 == 0) {
                int stuck = assertLike(model, planes);
                int zeros =
                        (int) Arrays.stream(model).filter(value -> value == 0).count();
                stuckSeen += stuck;
                zeroSeen += goesUp ? 0 : zeros;
                if (goesUp && stuck >= stuckGoal) {
                    goesUp = false;
                } else if (!goesUp && zeros >= (model.length - stuck) / 2) {
                    goesUp = true;
                    stuckGoal = stuck + quarter;
                    if (stuckGoal > 3 * quarter) { // too few are left that move
                        planes.clear();
                        Arrays.fill(model, 0);
                        stuckGoal = quarter;
                    }
                }
            }
        }
        assertThat(stuckSeen).as("counters stuck, seed %d", SEED).isPositive();
        assertThat(zeroSeen).as("counters back at 0, seed %d", SEED).isPositive();
    }

    /** Of few bits, as keys have them, of many, all and none. */
    private static long mask(SplittableRandom random) {
        return switch (random.nextInt(10)) {
            case 0 -> random.nextLong();
            case 1 -> -1;
            case 2 -> 0;
            default ->
                Long.rotateLeft(1L | 2L << random.nextInt(31) | 1L << (33 + random.nextInt(31)), random.nextInt(64));
        };
    }

    /** Compares all; how many are stuck. */
    private static int assertLike(int[] model, CounterPlanes planes) {
        int stuck = 0;
        for (int word = 0; word < model.length / 64; word++) {
            long usedBits = 0;
            long stuckBits = 0;
            for (int i = 0; i < 64; i++) {
                int value = model[word * 64 + i];
                assertThat(planes.least(word, 1L << i)).as("seed %d", SEED).isEqualTo(value);
                usedBits |= value > 0 ? 1L << i : 0;
                stuckBits |= value == planes.stuckValue() ? 1L << i : 0;
            }
            assertThat(planes.used(word)).isEqualTo(usedBits);
            assertThat(planes.stuck(word)).isEqualTo(stuckBits);
            stuck += Long.bitCount(stuckBits);
        }
        return stuck;
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void change_oneCounter_reportsFromAndToZeroAndSticks(int bits) {
        CounterPlanes planes = CounterPlanes.of(1, bits);
        long mask = 1L << 63;
        assertThat(planes.decrement(0, mask)).as("0 stays 0").isZero();
        assertThat(planes.used(0)).isZero();
        assertThat(planes.increment(0, mask)).as("from 0 to 1").isEqualTo(1);
        for (int value = 1; value < planes.stuckValue() - 1; value++) {
            assertThat(planes.increment(0, mask)).isZero();
        }
        for (int value = planes.stuckValue() - 2; value > 0; value--) {
            assertThat(planes.decrement(0, mask)).isZero();
            assertThat(planes.least(0, mask)).isEqualTo(value);
        }
        assertThat(planes.decrement(0, mask)).as("from 1 to 0").isEqualTo(1);
        for (int n = 0; n < 2 * planes.stuckValue(); n++) {
            planes.increment(0, mask);
        }
        assertThat(planes.stuck(0)).isEqualTo(mask);
        for (int n = 0; n < 2 * planes.stuckValue(); n++) {
            assertThat(planes.decrement(0, mask)).as("stuck").isZero();
        }
        assertThat(planes.stuck(0)).isEqualTo(mask);
        assertThat(planes.used(0)).as("neighbours").isEqualTo(mask);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void least_ofSeveral_isTheLeast(int bits) {
        SplittableRandom random = new SplittableRandom(SEED);
        CounterPlanes planes = CounterPlanes.of(1, bits);
        int[] model = new int[64];
        for (int i = 0; i < 64; i++) {
            model[i] = random.nextInt(planes.stuckValue() + 1);
            raise(planes, 0, i, model[i]);
        }
        for (int n = 0; n < 1_000; n++) {
            long mask = mask(random) | 1L << random.nextInt(64);
            int least = planes.stuckValue();
            for (long left = mask; left != 0; left &= left - 1) {
                least = Math.min(least, model[Long.numberOfTrailingZeros(left)]);
            }
            assertThat(planes.least(0, mask)).as("seed %d", SEED).isEqualTo(least);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void addFrom_everyPairOfValues_addsUpAndSticks(int bits) {
        int values = 1 << bits;
        int words = values * values / 64;
        CounterPlanes left = CounterPlanes.of(words, bits);
        CounterPlanes right = CounterPlanes.of(words, bits);
        for (int i = 0; i < values * values; i++) {
            raise(left, i / 64, i, i / values);
            raise(right, i / 64, i, i % values);
        }
        int newlyUsed = 0;
        for (int word = 0; word < words; word++) {
            newlyUsed += left.addFrom(word, right, word);
        }
        assertThat(newlyUsed).as("0 here and not there").isEqualTo(values - 1);
        for (int i = 0; i < values * values; i++) {
            assertThat(left.least(i / 64, 1L << i)).isEqualTo(Math.min(values - 1, i / values + i % values));
            assertThat(right.least(i / 64, 1L << i))
                    .as("the other is not changed")
                    .isEqualTo(i % values);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void copyTo_someWords_copiesThemAndNoOther(int bits) {
        CounterPlanes planes = CounterPlanes.of(4, bits);
        for (int word = 0; word < 4; word++) {
            raise(planes, word, 5, word + 1);
        }
        CounterPlanes copy = CounterPlanes.of(3, bits);
        planes.copyTo(2, 2, copy, 1);
        assertThat(copy.used(0)).isZero();
        assertThat(copy.least(1, 1L << 5)).isEqualTo(3);
        assertThat(copy.least(2, 1L << 5)).isEqualTo(4);
        planes.clear();
        assertThat(planes.used(3)).isZero();
        assertThat(copy.least(2, 1L << 5)).isEqualTo(4);
    }

    /** Large ones begin a cache line: a lead of some longs, and the words are still all there. */
    @Test
    void of_manyWords_firstAndLastCount() {
        int words = 1 << 17;
        CounterPlanes planes = CounterPlanes.of(words, 4);
        assertThat(planes.words()).isEqualTo(words);
        assertThat(planes.memoryBytes()).isEqualTo(16 + 8L * (Words.LEAD + 4 * words));
        planes.increment(0, 1);
        planes.increment(words - 1, -1);
        assertThat(planes.used(0)).isEqualTo(1);
        assertThat(planes.used(1)).isZero();
        assertThat(planes.used(words - 1)).isEqualTo(-1);
        assertThat(CounterPlanes.of(7, 8).words()).isEqualTo(7);
    }

    private static void raise(CounterPlanes planes, int word, int counter, int times) {
        for (int n = 0; n < times; n++) {
            planes.increment(word, 1L << counter);
        }
    }
}
