package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.internal.protocol.Lookup;
import dev.bloomery.gate.simulation.engine.Judge;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A lookup of one key, and what is judged of it. */
public final class LookUp extends Task {
    private final int key;
    private @Nullable Lookup<Integer, Boolean> lookup;
    private Judge.@Nullable Case judged;

    public LookUp(int key) {
        this.key = key;
    }

    @Override
    public GateOperation begin(Simulation simulation) {
        judged = simulation.judge().begin(key);
        lookup = simulation.protocol().lookup(simulation.core(), simulation.viewAtFirst(), simulation.answers(), key);
        return lookup;
    }

    @Override
    public void end(Simulation simulation) {
        Lookup<Integer, Boolean> done = Objects.requireNonNull(lookup);
        if (done.failure() != null) {
            drop(simulation);
        } else {
            simulation.judge().end(Objects.requireNonNull(judged), done.result().isPresent());
        }
    }

    @Override
    public void drop(Simulation simulation) {
        simulation.judge().drop(Objects.requireNonNull(judged));
    }

    @Override
    public String toString() {
        return "lookup of " + key;
    }
}
