package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.internal.protocol.BatchLookup;
import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.simulation.engine.Judge;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A lookup of two keys at once. */
public final class LookUpBoth extends Task {
    private final int first;
    private final int second;
    private @Nullable BatchLookup<Integer, Boolean> lookup;
    private Judge.@Nullable Case firstJudged;
    private Judge.@Nullable Case secondJudged;

    public LookUpBoth(int first, int second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public GateOperation begin(Simulation simulation) {
        firstJudged = simulation.judge().begin(first);
        secondJudged = simulation.judge().begin(second);
        lookup = simulation
                .protocol()
                .batch(simulation.core(), simulation.viewAtFirst(), simulation.answers(), List.of(first, second));
        return lookup;
    }

    @Override
    public void end(Simulation simulation) {
        BatchLookup<Integer, Boolean> done = Objects.requireNonNull(lookup);
        if (done.failure() != null) {
            drop(simulation);
        } else {
            simulation
                    .judge()
                    .end(Objects.requireNonNull(firstJudged), done.result().containsKey(first));
            simulation
                    .judge()
                    .end(Objects.requireNonNull(secondJudged), done.result().containsKey(second));
        }
    }

    @Override
    public void drop(Simulation simulation) {
        simulation.judge().drop(Objects.requireNonNull(firstJudged));
        simulation.judge().drop(Objects.requireNonNull(secondJudged));
    }

    @Override
    public String toString() {
        return "lookup of both " + first + " and " + second;
    }
}
