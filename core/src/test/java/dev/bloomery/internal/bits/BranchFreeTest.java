package dev.bloomery.internal.bits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BranchFreeTest {
    private static final long BIT_62 = 1L << 62;

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 0xFFFF_FFFFL, 1L << 32, BIT_62, Long.MAX_VALUE, Long.MIN_VALUE, -1, -2, 3L << 62})
    void isZero_anyLong_isTrueForZeroAlone(long bits) {
        assertThat(BranchFree.isZero(bits)).isEqualTo(bits == 0);
        assertThat(BranchFree.isNotZero(bits)).isEqualTo(bits != 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 0x7FFF_FFFFL, 0x8000_0000L, 0xFFFF_FFFFL, 1L << 32, BIT_62, Long.MAX_VALUE})
    void isZeroOf63_longsFromZeroOn_isTrueForZeroAlone(long bits) {
        assertThat(BranchFree.isZeroOf63(bits)).isEqualTo(bits == 0);
        assertThat(BranchFree.oneIfOne(bits)).isEqualTo(bits == 1 ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 1 << 30, Integer.MAX_VALUE})
    void isZeroOf31_intsFromZeroOn_isTrueForZeroAlone(int bits) {
        assertThat(BranchFree.isZeroOf31(bits)).isEqualTo(bits == 0);
        assertThat(BranchFree.oneIfOne(bits)).isEqualTo(bits == 1 ? 1 : 0);
    }

    /** Why the range is part of the contract. */
    @ParameterizedTest
    @ValueSource(longs = {-1, -2, 3L << 62})
    void isZeroOf63_withBit63_isWrong(long bits) {
        assertThat(BranchFree.isZeroOf63(bits)).isTrue();
        assertThat(BranchFree.isZeroOf31((int) (bits >> 32))).isTrue();
    }
}
