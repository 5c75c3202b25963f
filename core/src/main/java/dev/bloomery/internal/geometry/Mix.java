package dev.bloomery.internal.geometry;

/** Fresh bits from a 64-bit hash, and the way from 64 bits into a range. */
public final class Mix {
    /** 2^64 divided by the golden ratio, odd: multiples of it are far apart. */
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private Mix() {}

    /**
     * The {@code index}-th word of 64 bits that belongs to {@code hash}. Words of different index or of different hashes
     * behave as if independent; a bijection of the hash for each index. (SplitMix64 with Stafford's variant 13.)
     */
    public static long word(long hash, int index) {
        long x = hash + (index + 1) * STEP;
        x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }

    /**
     * Where 64 uniform bits fall in {@code 0 .. size - 1}, without a division: the top 63 bits as a fraction, times the
     * size. Each result is as likely as any other to within size / 2^63.
     *
     * @param size from 1 to 2^62 - 1
     */
    public static long reduce(long bits, long size) {
        return Math.multiplyHigh(bits >>> 1, size << 1);
    }
}
