package dev.bloomery.internal.geometry;

/** More bits from a 64-bit hash, and the way from 64 bits into a range. */
public final class Mix {
    /**
     * A multiplier of good lattice structure modulo 2^64 in all dimensions up to eight (Steele and Vigna, Computationally
     * easy, spectrally good multipliers for congruential pseudorandom number generators, 2021).
     */
    private static final long MULTIPLIER = 0xD1342543DE82EF95L;

    private Mix() {}

    /**
     * The word that follows {@code word} in the sequence that begins with a hash: h, h M, h M^2 ... The top bits of each
     * depend on all bits of the hash, and the top bits of several of them together are as even as those of a good
     * congruential generator over all seeds.
     */
    public static long step(long word) {
        return word * MULTIPLIER;
    }

    /** The word of the sequence after {@code index} steps. */
    public static long word(long hash, int index) {
        long word = hash;
        for (int i = 0; i < index; i++) {
            word = step(word);
        }
        return word;
    }

    /**
     * 64 bits that have nothing to do with those of the hash, for those who use up all of them: the finalizer of MurmurHash3. Different hashes
     * stay different.
     */
    public static long remix(long hash) {
        long x = hash;
        x = (x ^ (x >>> 33)) * 0xFF51AFD7ED558CCDL;
        x = (x ^ (x >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return x ^ (x >>> 33);
    }

    /**
     * Where 64 uniform bits fall in {@code 0 .. size - 1}, without a division: the top 63 bits as a fraction, times the
     * size. Each result is as likely as any other to within size / 2^63.
     *
     * @param size from 1 to 2^62 - 1
     */
    public static long reduce(long bits, long size) {
        return reduceByTwice(bits, size << 1);
    }

    /** {@link #reduce} for those who keep twice the size: where fields are read anew for every key it is an instruction less. */
    public static long reduceByTwice(long bits, long twiceSize) {
        return Math.multiplyHigh(bits >>> 1, twiceSize);
    }
}
