package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.Seeds;
import java.math.BigInteger;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MixTest {
    private static final long[] SIZES = {
        1, 2, 3, 64, 1000, 1L << 31, (1L << 32) + 320, 1L << 37, 1L << 40, (1L << 47) - 1, (1L << 62) - 1
    };

    /** Written down a second time: it must not change under the name of a layout. */
    private static final BigInteger MULTIPLIER = new BigInteger("D1342543DE82EF95", 16);

    /** Of hundreds of good lattices the worst is off by some ten; weak ones are off by thousands and more. */
    private static final double UNEVEN = 32;

    @Test
    void reduce_anyBitsAndSize_isTheTop63BitsAsAFraction() {
        long seed = Seeds.orElse(0x3E0);
        Random random = new Random(seed);
        for (long size : SIZES) {
            for (int i = 0; i < 2000; i++) {
                long bits = random.nextLong();
                long expected = BigInteger.valueOf(bits >>> 1)
                        .multiply(BigInteger.valueOf(size))
                        .shiftRight(63)
                        .longValueExact();
                assertThat(Mix.reduce(bits, size))
                        .as("seed %d, bits %x, size %d", seed, bits, size)
                        .isEqualTo(expected)
                        .isBetween(0L, size - 1);
            }
        }
    }

    @Test
    void reduce_smallestAndLargestBits_giveFirstAndLast() {
        for (long size : SIZES) {
            assertThat(Mix.reduce(0, size)).as("size %d", size).isZero();
            assertThat(Mix.reduce(-1, size)).as("size %d", size).isEqualTo(size - 1);
        }
    }

    /** As unsigned numbers: Long.MIN_VALUE lies in the middle. */
    @Test
    void reduce_risingBits_neverFalls() {
        for (long size : SIZES) {
            assertThat(Mix.reduce(Long.MIN_VALUE, size)).as("size %d", size).isEqualTo(size / 2);
            long last = 0;
            for (int i = 0; i < 4096; i++) {
                long place = Mix.reduce((long) i << 52, size);
                assertThat(place).as("size %d, step %d", size, i).isGreaterThanOrEqualTo(last);
                last = place;
            }
        }
    }

    /** The sequence as the documentation has it, in the arithmetic of school: h M^i modulo 2^64. */
    @Test
    void word_anyHashAndIndex_isTheHashTimesAPower() {
        long seed = Seeds.orElse(0x3E1);
        Random random = new Random(seed);
        for (int index = 0; index < 64; index++) {
            BigInteger factor = MULTIPLIER.pow(index);
            for (int i = 0; i < 200; i++) {
                long hash = random.nextLong();
                assertThat(Mix.word(hash, index))
                        .as("seed %d, hash %x, index %d", seed, hash, index)
                        .isEqualTo(new BigInteger(Long.toUnsignedString(hash))
                                .multiply(factor)
                                .longValue());
            }
        }
    }

    @Test
    void word_stepByStep_isTheSequence() {
        assertThat(Mix.word(0x0123456789ABCDEFL, 0)).as("begins with the hash").isEqualTo(0x0123456789ABCDEFL);
        assertThat(Mix.step(1)).isEqualTo(MULTIPLIER.longValue());
        long word = -3;
        for (int index = 0; index < 64; index++) {
            assertThat(Mix.word(-3, index)).isEqualTo(word);
            word = Mix.step(word);
        }
    }

    @Test
    void word_ofAnyIndex_isABijection() {
        long seed = Seeds.orElse(0xB13);
        Random random = new Random(seed);
        for (int index = 0; index < 64; index++) {
            BigInteger inverse = MULTIPLIER.pow(index).modInverse(BigInteger.ONE.shiftLeft(64));
            for (int i = 0; i < 200; i++) {
                long hash = random.nextLong();
                assertThat(Mix.word(hash, index) * inverse.longValue())
                        .as("seed %d, hash %x, index %d", seed, hash, index)
                        .isEqualTo(hash);
            }
        }
    }

    /**
     * Each bit of the hash moves the position of each probe but the first, if only by a little, and on average over the
     * probes by a quarter of the filter, as a random move would.
     */
    @Test
    void word_oneBitApart_movesTheTopBits() {
        for (int bit = 0; bit < 64; bit++) {
            double sum = 0;
            for (int index = 1; index < 64; index++) {
                double moved = Math.abs((double) Mix.word(1L << bit, index)) * 0x1p-64; // of the circle, either way
                assertThat(moved).as("bit %d, index %d", bit, index).isGreaterThan(0x1p-13);
                sum += moved;
            }
            // the top bit moves all words by half of the circle
            assertThat(sum / 63).as("bit %d", bit).isBetween(0.2, bit == 63 ? 0.5 : 0.3);
        }
    }

    /** Two words of a hash are as even together as any two, however far apart in the sequence. */
    @Test
    void words_pairsAtEveryDistance_lieEvenly() {
        for (int distance = 1; distance < 64; distance++) {
            assertThat(unevenness(MULTIPLIER.longValue(), 0, distance))
                    .as("distance %d", distance)
                    .isLessThan(UNEVEN);
        }
    }

    @Test
    void words_threeOfTwentyFour_lieEvenly() {
        for (int i = 1; i < 24; i++) {
            for (int j = i + 1; j < 24; j++) {
                assertThat(unevenness(MULTIPLIER.longValue(), 0, i, j))
                        .as("0, %d, %d", i, j)
                        .isLessThan(UNEVEN);
            }
        }
    }

    @Test
    void words_upToEightInARow_lieEvenly() {
        for (int dimensions = 2; dimensions <= 8; dimensions++) {
            assertThat(unevenness(MULTIPLIER.longValue(), inARow(dimensions)))
                    .as("%d words", dimensions)
                    .isLessThan(4);
        }
    }

    /** Controls: multipliers under which the positions of a key follow from each other. */
    @Test
    void unevenness_weakMultipliers_isSeen() {
        assertThat(unevenness(5, 0, 1))
                .as("5: the second word is five times the first")
                .isGreaterThan(1e6);
        long twice = (1L << 32) + 1;
        assertThat(unevenness(twice, 0, 1)).as("2^32 + 1: two words look well").isLessThan(UNEVEN);
        assertThat(unevenness(twice, 0, 1, 2))
                .as("the third is twice the second less the first")
                .isGreaterThan(1e6);
        assertThat(unevenness(Long.MIN_VALUE + 1, 0, 2))
                .as("2^63 + 1: every second word is the same")
                .isGreaterThan(1e6);
    }

    private static double unevenness(long multiplier, int... indexes) {
        return Lattice.ofWords(multiplier, indexes).unevenness();
    }

    private static int[] inARow(int words) {
        return IntStream.range(0, words).toArray();
    }
}
