package dev.bloomery.testkit;

import java.util.SplittableRandom;

/**
 * Where the randomness of tests comes from: a fixed number, so that a build gives the same result each time.
 *
 * <p>{@code mvn verify -Dtest.seed=random} draws a new one and {@code -Dtest.seed=123} repeats it. Every failure message
 * names the seed.
 */
public final class Seeds {
    private static final long FIXED = 20_261_115;
    private static final long BASE = base(System.getProperty("bloomery.seed", ""));

    private Seeds() {}

    /** The seed of this run. */
    public static long base() {
        return BASE;
    }

    /** A generator of its own for each purpose, the same in every run with the same seed. */
    public static SplittableRandom random(String purpose) {
        return new SplittableRandom(BASE * 0x9E3779B97F4A7C15L + purpose.hashCode());
    }

    /** For failure messages. */
    public static String describe() {
        return "seed " + BASE + " (repeat with -Dtest.seed=" + BASE + ")";
    }

    private static long base(String given) {
        if (given.isBlank()) {
            return FIXED;
        }
        if (given.equals("random")) {
            long drawn = new SplittableRandom().nextLong();
            System.out.println("tests run with -Dtest.seed=" + drawn);
            return drawn;
        }
        return Long.parseLong(given);
    }
}
