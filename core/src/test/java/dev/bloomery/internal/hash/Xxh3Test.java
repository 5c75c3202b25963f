package dev.bloomery.internal.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class Xxh3Test {

    @Test
    void ofBytes_emptyInputSeedZero_isThePublishedValue() {
        assertThat(new Xxh3(0).ofBytes(new byte[0], 0, 0)).isEqualTo(0x2d06800538d394c2L);
    }

    @Test
    void ofLong_anyValue_equalsItsBytes() {
        HashContract.ofLongEqualsItsBytes(new Xxh3(0));
        HashContract.ofLongEqualsItsBytes(new Xxh3(42));
        HashContract.ofLongEqualsItsBytes(new Xxh3(Long.MIN_VALUE));
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
