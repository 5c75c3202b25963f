package dev.bloomery.internal.geometry;

/**
 * Where the fingerprint of a key may lie: in any slot of two buckets, of which each can be found from the other one and the
 * fingerprint alone.
 *
 * <pre>
 * fingerprint = 1 + (lower end of the hash as a fraction) * (2^width - 1)     0 is an empty slot
 * first       = (upper end of the hash as a fraction) * buckets
 * other       = s(fingerprint) - first  mod buckets                           s is odd, the number of buckets even
 * </pre>
 *
 * <p>Subtracting from a sum is its own inverse for any number of buckets, where xor needs a power of two. And an odd sum
 * modulo an even number always leads from an even bucket to an odd one and back: the two never coincide, so that every key
 * has eight slots.
 *
 * <p>Keys of the same fingerprint and the same two buckets cannot be told apart; they are a class. All classes are equally
 * likely, and which of them are taken is all that decides about an answer, wherever the fingerprints lie. So the FPP is the
 * share of the classes that are taken, exactly.
 *
 * @param buckets an even number
 * @param width bits of a fingerprint
 */
public record CuckooGeometry(long buckets, int width) implements FppModel {
    public static final int SLOTS = 4;

    /** So often a fingerprint fits into its two buckets. */
    public static final int MAX_COPIES = 2 * SLOTS;

    /** Enough for an FPP of 1e-9 and less, and few enough that bucket and fingerprint still come from 64 bits. */
    public static final int MAX_WIDTH = 40;

    /** So that the slots of a table of any width have a number that fits a long. */
    public static final long MAX_BUCKETS = 1L << 40;

    /**
     * 2^64 divided by the golden ratio, odd. The sum of a fingerprint comes from the product, its bytes in reverse order: in a small
     * table the sums are spread evenly, and in a large one they have no pattern. Two moves lead from a bucket to others that are as
     * far away as two sums are apart; with the upper bits of the product as they are, that would be a multiple of one number, the
     * same few buckets again and again, and a million fingerprints of 7 bits would not find room.
     */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    public CuckooGeometry {
        if (buckets < 2 || buckets > MAX_BUCKETS || buckets % 2 != 0 || width < 1 || width > MAX_WIDTH) {
            throw new IllegalArgumentException(buckets + " buckets of width " + width);
        }
    }

    /** From 1 to the number of fingerprints, which is 2^width - 1; expects twice that. */
    public static long fingerprint(long hash, long twiceFingerprints) {
        return 1 + Mix.reduceByTwice(Long.reverseBytes(hash), twiceFingerprints);
    }

    /** The first bucket that is looked at, of half of {@code twiceBuckets}. */
    public static long first(long hash, long twiceBuckets) {
        return Mix.reduceByTwice(hash, twiceBuckets);
    }

    /** What the numbers of the two buckets of a fingerprint add up to, modulo how many there are. */
    public static long sum(long fingerprint, long twiceBuckets) {
        return Mix.reduceByTwice(Long.reverseBytes(fingerprint * SPREAD), twiceBuckets) | 1; // below an even number
    }

    /** The other bucket of a fingerprint that may lie in {@code bucket}, by the {@link #sum} of both. */
    public static long other(long bucket, long sum, long buckets) {
        long difference = sum - bucket;
        return difference + ((difference >> 63) & buckets);
    }

    /** The number of different fingerprints. */
    public long fingerprints() {
        return (1L << width) - 1;
    }

    public long slots() {
        return SLOTS * buckets;
    }

    public long bits() {
        return slots() * width;
    }

    /** How many keys can be told apart. */
    public double classes() {
        return buckets / 2.0 * fingerprints();
    }

    @Override
    public double fpp(long keys) {
        return Math.min(newAmong(keys) / classes() + HashCollisions.fpp(keys), 1);
    }

    @Override
    public double newAmong(long keys) {
        return keys == 0 ? 0 : -Math.expm1(keys * Math.log1p(-1 / classes())) * classes();
    }

    @Override
    public long keysAfter(long insertions) {
        double taken = Math.min((double) insertions, classes() - 0.5) / classes();
        return Math.round(Math.log1p(-taken) / Math.log1p(-1 / classes()));
    }

    /** The classes that are taken, by throws of which each hits any of them. */
    @Override
    public long mostNewAmong(long keys) {
        double squares = Chance.squaredPowers(1 / classes(), keys);
        return (long) Math.min((double) keys, newAmong(keys) + Chance.deviation(squares, Chance.CERTAIN));
    }
}
