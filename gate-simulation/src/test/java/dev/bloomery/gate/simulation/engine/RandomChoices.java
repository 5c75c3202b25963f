package dev.bloomery.gate.simulation.engine;

import java.util.SplittableRandom;

/** Choices by chance, the same for the same seed. */
public final class RandomChoices implements Choices {
    private final SplittableRandom random;

    public RandomChoices(long seed) {
        random = new SplittableRandom(seed);
    }

    @Override
    public int below(int n) {
        return n == 1 ? 0 : random.nextInt(n);
    }

    @Override
    public boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }
}
