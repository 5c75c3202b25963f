package dev.bloomery.durable;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Chooses calls by chance; the same ones for the same seed and state. Thread-confined. */
final class RandomCalls {
    private static final int MOST_COPIES = 4;
    private static final int LARGEST_BATCH = 40;

    private final SplittableRandom random;
    private final boolean removes;
    private final boolean alone;
    /** If every call has been made so far. */
    private final int[] state;

    /**
     * From a state on.
     *
     * @param alone whether no other thread has the filter, so that it may be cleared and reopened
     */
    RandomCalls(SplittableRandom random, boolean removes, boolean alone, int[] state) {
        this.random = random;
        this.removes = removes;
        this.alone = alone;
        this.state = state;
    }

    Step next() {
        int choice = random.nextInt(100);
        if (choice < 12) {
            return other(choice);
        }
        if (choice < 24) {
            return step(Step.Action.BATCH, batch());
        }
        int key = random.nextInt(state.length);
        if (removes && state[key] > 0 && (choice < 50 || state[key] >= MOST_COPIES)) {
            return step(Step.Action.REMOVE, List.of(Change.remove(key)));
        }
        Step.Action add = !removes && choice < 40 ? Step.Action.CLAIM : Step.Action.ADD;
        return step(add, List.of(Change.add(key)));
    }

    private Step other(int choice) {
        if (choice < 4) {
            return step(Step.Action.SYNC, List.of());
        } else if (choice < (alone ? 8 : 5)) {
            return step(Step.Action.CHECKPOINT, List.of());
        } else if (choice < 10 && alone) {
            return step(Step.Action.CLEAR, List.of(Change.clear()));
        } else if (alone) {
            return step(Step.Action.REOPEN, List.of());
        }
        return step(Step.Action.BATCH, batch());
    }

    private List<Change> batch() {
        List<Change> adds = new ArrayList<>();
        int[] after = state.clone();
        for (int i = random.nextInt(1, LARGEST_BATCH); i > 0; i--) {
            int key = random.nextInt(state.length);
            if (!removes || after[key] < MOST_COPIES) {
                adds.add(Change.add(key));
                after[key]++;
            }
        }
        return adds;
    }

    private Step step(Step.Action action, List<Change> changes) {
        changes.forEach(change -> change.applyTo(state, removes));
        return new Step(action, changes);
    }
}
