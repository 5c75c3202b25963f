package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.TestSeed;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MixTest {
    private static final long[] SIZES = {
        1, 2, 3, 64, 1000, 1L << 31, (1L << 32) + 320, 1L << 37, 1L << 40, (1L << 47) - 1, (1L << 62) - 1
    };

    @Test
    void reduce_anyBitsAndSize_isTheTop63BitsAsAFraction() {
        long seed = TestSeed.orElse(0x3E0);
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

    /** The first outputs of SplitMix64 from state 0, which are published with it. */
    @Test
    void word_ofZero_isSplitMix64() {
        assertThat(Mix.word(0, 0)).isEqualTo(0xE220A8397B1DCDAFL);
        assertThat(Mix.word(0, 1)).isEqualTo(0x6E789E6AA1B965F4L);
        assertThat(Mix.word(0, 2)).isEqualTo(0x06C45D188009454FL);
    }

    @Test
    void word_ofAnyIndex_isABijection() {
        long seed = TestSeed.orElse(0xB13);
        Random random = new Random(seed);
        for (int index = 0; index < 64; index++) {
            for (int i = 0; i < 200; i++) {
                long hash = random.nextLong();
                assertThat(inverse(Mix.word(hash, index), index))
                        .as("seed %d, hash %x, index %d", seed, hash, index)
                        .isEqualTo(hash);
            }
        }
    }

    private static long inverse(long word, int index) {
        long x = unshift(word, 31) * inverseOfOdd(0x94D049BB133111EBL);
        x = unshift(x, 27) * inverseOfOdd(0xBF58476D1CE4E5B9L);
        return unshift(x, 30) - (index + 1) * 0x9E3779B97F4A7C15L;
    }

    /** Undoes {@code x ^ (x >>> by)}. */
    private static long unshift(long value, int by) {
        long x = value;
        for (int known = by; known < 64; known += by) {
            x = value ^ (x >>> by);
        }
        return x;
    }

    private static long inverseOfOdd(long odd) {
        return BigInteger.valueOf(odd).modInverse(BigInteger.ONE.shiftLeft(64)).longValue();
    }

    /** Each bit of the hash changes about half of the bits of each word. */
    @Test
    void word_oneBitApart_differsInHalfTheBits() {
        Random random = new Random(5);
        for (int index : new int[] {0, 1, 7, 63}) {
            long changed = 0;
            for (int i = 0; i < 6400; i++) {
                long hash = random.nextLong();
                changed += Long.bitCount(Mix.word(hash, index) ^ Mix.word(hash ^ (1L << i), index));
            }
            assertThat(changed / 6400.0).as("index %d", index).isBetween(31.5, 32.5);
        }
    }
}
