package dev.bloomery.gate;

/** The seed of a random test: fixed, unless one is given with {@code -Dtest.seed=...}. Tests name it when they fail. */
final class TestSeed {

    private TestSeed() {}

    static long orElse(long fixed) {
        return Long.getLong("bloomery.seed", fixed);
    }
}
