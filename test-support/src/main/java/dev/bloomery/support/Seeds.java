package dev.bloomery.support;

import java.util.SplittableRandom;

/**
 * Where the randomness of tests comes from: fixed numbers, so that a build gives the same result each time.
 *
 * <p>{@code mvn verify -Dtest.seed=random} draws a new one for each process of tests and prints it, {@code -Dtest.seed=123} repeats it.
 * Failure messages name it.
 */
public final class Seeds {
    /** Where the build puts what was given by {@code -Dtest.seed}. */
    static final String PROPERTY = "bloomery.seed";

    private static final long FIXED = 20_261_115;
    private static final Seeds OF_THIS_RUN = given(System.getProperty(PROPERTY, ""));

    private final boolean given;
    private final long seed;

    private Seeds(boolean given, long seed) {
        this.given = given;
        this.seed = seed;
    }

    /** What a text says: nothing, a number, or {@code random}. */
    static Seeds given(String text) {
        if (text.isBlank()) {
            return new Seeds(false, FIXED);
        }
        if (text.equals("random")) {
            long drawn = new SplittableRandom().nextLong();
            System.out.println("tests run with -Dtest.seed=" + drawn);
            return new Seeds(true, drawn);
        }
        try {
            return new Seeds(true, Long.parseLong(text));
        } catch (NumberFormatException noNumber) {
            throw new IllegalArgumentException("-Dtest.seed is '" + text + "'; give a number, or random", noNumber);
        }
    }

    long seedOr(long fixed) {
        return given ? seed : fixed;
    }

    /** The seed of this run. */
    public static long base() {
        return OF_THIS_RUN.seed;
    }

    /** The seed of this run if one was given, or else the fixed one of the test. */
    public static long orElse(long fixed) {
        return OF_THIS_RUN.seedOr(fixed);
    }

    /** This number, whatever the seed of the run: for tests that compare with known answers. */
    public static long always(long fixed) {
        return fixed;
    }

    /** A generator of its own for each purpose, the same in every run with the same seed. */
    public static SplittableRandom random(String purpose) {
        return new SplittableRandom(base() * 0x9E3779B97F4A7C15L + purpose.hashCode());
    }

    /** For failure messages. */
    public static String describe() {
        return "seed " + base() + " (repeat with -Dtest.seed=" + base() + ")";
    }
}
