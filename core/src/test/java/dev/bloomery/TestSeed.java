package dev.bloomery;

/** The seed of a random test: fixed, unless one is given with {@code -Dtest.seed=...}. Tests name it when they fail. */
public final class TestSeed {

    private TestSeed() {}

    public static long orElse(long fixed) {
        return Long.getLong("bloomery.seed", fixed);
    }
}
