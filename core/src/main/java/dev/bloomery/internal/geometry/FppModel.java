package dev.bloomery.internal.geometry;

/** What a number of keys means for the FPP of a filter of fixed size. */
public interface FppModel {

    /** The chance that an absent key looks present after {@code keys} distinct keys. */
    double fpp(long keys);

    /** How many of so many distinct keys are expected to test absent when they are added. */
    double newAmong(long keys);

    /** The number of distinct keys after which so many are expected to have tested absent: the inverse of {@link #newAmong}. */
    long keysAfter(long insertions);

    /** The most of so many distinct keys that test absent when they are added; more of them once in 10^12 filters. */
    long mostNewAmong(long keys);

    /** The count of keys that tested absent that proves that at least so many distinct keys came: fewer reach it once in 10^12 filters. */
    default long newThatProve(long keys) {
        return keys == 0 ? 0 : Math.min(keys, mostNewAmong(keys - 1) + 1);
    }
}
