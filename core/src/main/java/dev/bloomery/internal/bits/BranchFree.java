package dev.bloomery.internal.bits;

/**
 * Tests for 0 and 1 without a branch. The compiler makes a branch of a comparison such as {@code bits == 0}. Where the result is
 * as good as random, such as the answer to a query if half of the keys are present, the processor mispredicts every second
 * branch, which costs more than all the arithmetic here. An int that is 0 or 1 the compiler takes as it is.
 *
 * <p>Every method says for which numbers it is right. They are small enough to be inlined everywhere.
 */
public final class BranchFree {
    private BranchFree() {}

    /** {@code bits == 0}, for every long: only 0 has no bit itself and borrows from all bits when it loses 1. */
    public static boolean isZero(long bits) {
        return (int) ((~bits & (bits - 1)) >>> 63) != 0;
    }

    /** {@code bits != 0}, for every long: only 0 has 64 leading zeros. One operation less than {@code !isZero(bits)}. */
    public static boolean isNotZero(long bits) {
        return (Long.numberOfLeadingZeros(bits) - Long.SIZE) >>> 31 != 0;
    }

    /** {@code bits == 0} with fewer operations than {@link #isZero}, for numbers from 0 on: bit 63 must not be set. */
    public static boolean isZeroOf63(long bits) {
        return (int) ((bits - 1) >>> 63) != 0;
    }

    /** {@link #isZeroOf63} for ints from 0 on: bit 31 must not be set. */
    public static boolean isZeroOf31(int bits) {
        return (bits - 1) >>> 31 != 0;
    }

    /** 1 for 1 and 0 for every other number from 0 on; bit 63 must not be set. */
    public static int oneIfOne(long number) {
        return (int) (((number ^ 1) - 1) >>> 63);
    }

    /** {@link #oneIfOne(long)} for ints from 0 on: bit 31 must not be set. */
    public static int oneIfOne(int number) {
        return ((number ^ 1) - 1) >>> 31;
    }
}
