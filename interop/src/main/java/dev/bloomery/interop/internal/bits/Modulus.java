package dev.bloomery.interop.internal.bits;

/**
 * The remainder of a division by a number that stays the same, by multiplication: a third of the time of a
 * division of 64 bits.
 *
 * <p>With {@code inverse = floor(2^64 / d)} the high half of {@code x * inverse} is {@code floor(x / d)} or
 * one less, because {@code x} is below 2^63 and so misses less than {@code x / 2^64 < 1/2}. One subtraction
 * puts that right.
 */
public final class Modulus {
    private final long divisor;
    private final long inverse;

    /**
     * For one divisor.
     *
     * @param divisor from 3 to 2^62
     */
    public Modulus(long divisor) {
        if (divisor < 3 || divisor > 1L << 62) {
            throw new IllegalArgumentException("divisor is " + divisor + "; use 3 to 2^62");
        }
        this.divisor = divisor;
        this.inverse = Long.divideUnsigned(-1L, divisor); // 2^64 - 1 has the same quotient unless d is a power of two
    }

    public long divisor() {
        return divisor;
    }

    /** The remainder of a number that is not negative. */
    public long of(long x) {
        long rest = x - Math.multiplyHigh(x, inverse) * divisor;
        return rest >= divisor ? rest - divisor : rest;
    }
}
