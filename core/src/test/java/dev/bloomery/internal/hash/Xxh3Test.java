package dev.bloomery.internal.hash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Xxh3Test {

    @Test
    void ofBytes_emptyInputSeedZero_isThePublishedValue() {
        assertThat(new Xxh3(0).ofBytes(new byte[0], 0, 0)).isEqualTo(0x2d06800538d394c2L);
    }

    /** The first outputs of SplitMix64 from state 0, which are published with it: its state moves on by the golden gamma. */
    @Test
    void ofLong_statesOfSplitMix64_areItsOutputs() {
        long gamma = 0x9E3779B97F4A7C15L;
        long flip = 0xE220A8397B1DCDAFL; // seed 0, mixed: the first output itself
        assertThat(new Xxh3(0).ofLong(gamma ^ flip)).isEqualTo(0xE220A8397B1DCDAFL);
        assertThat(new Xxh3(0).ofLong(2 * gamma ^ flip)).isEqualTo(0x6E789E6AA1B965F4L);
        assertThat(new Xxh3(0).ofLong(3 * gamma ^ flip)).isEqualTo(0x06C45D188009454FL);
    }

    /** Each bit of the key changes about half of the bits of its hash. */
    @Test
    void ofLong_oneBitApart_differsInHalfTheBits() {
        Random random = new Random(Seeds.orElse(5));
        Xxh3 hash = new Xxh3(42);
        for (int bit = 0; bit < 64; bit++) {
            long changed = 0;
            for (int i = 0; i < 2000; i++) {
                long key = random.nextLong();
                changed += Long.bitCount(hash.ofLong(key) ^ hash.ofLong(key ^ (1L << bit)));
            }
            assertThat(changed / 2000.0).as("bit %d", bit).isBetween(31.0, 33.0);
        }
    }

    /** The lengths cross every border between XXH3's ways: 16, 128, 240 bytes, and its blocks of 1024. */
    @Test
    void ofBytes_withOffset_equalsACopy() {
        byte[] bytes = new byte[1300];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        Xxh3 hash = new Xxh3(7);
        for (int length = 0; length <= 1200; length++) {
            int from = length % 97;
            byte[] copy = Arrays.copyOfRange(bytes, from, from + length);
            assertThat(hash.ofBytes(bytes, from, length))
                    .as("from %d, length %d", from, length)
                    .isEqualTo(hash.ofBytes(copy, 0, length));
        }
    }

    @Test
    void ofBytes_anotherSeed_givesAnotherHash() {
        byte[] bytes = {1, 2, 3};
        assertThat(new Xxh3(1).ofBytes(bytes, 0, 3)).isNotEqualTo(new Xxh3(2).ofBytes(bytes, 0, 3));
    }
}
