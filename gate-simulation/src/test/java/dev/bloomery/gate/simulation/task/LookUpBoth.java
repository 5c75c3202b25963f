package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.simulation.engine.Judge;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;
import dev.bloomery.gate.store.StoreException;
import java.util.Set;

/** A lookup of two keys at once. */
public final class LookUpBoth extends Task {
    private final int first;
    private final int second;

    public LookUpBoth(int first, int second) {
        super(Role.BATCH);
        this.first = first;
        this.second = second;
    }

    @Override
    public void run(Simulation simulation) {
        Judge judge = simulation.judge();
        Judge.Case firstJudged = judge.begin(first);
        Judge.Case secondJudged = judge.begin(second);
        try {
            Set<Integer> found = simulation.gate().containsWhich(first, second);
            judge.end(firstJudged, found.contains(first));
            judge.end(secondJudged, found.contains(second));
        } catch (StoreException failed) {
            // that is no answer
        } finally {
            judge.drop(firstJudged);
            judge.drop(secondJudged);
        }
    }

    @Override
    public String toString() {
        return "lookup of both " + first + " and " + second;
    }
}
