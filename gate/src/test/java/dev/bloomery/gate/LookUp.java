package dev.bloomery.gate;

import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.internal.protocol.Lookup;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A lookup of one key, and what is judged of it. */
final class LookUp extends Task {
    private final int key;
    private @Nullable Lookup<Integer, Boolean> lookup;
    private Judge.@Nullable Case judged;

    LookUp(int key) {
        this.key = key;
    }

    @Override
    GateOperation begin(Simulation simulation) {
        judged = simulation.judge().begin(key);
        lookup = simulation.protocol().lookup(simulation.core(), simulation.viewAtFirst(), simulation.answers(), key);
        return lookup;
    }

    @Override
    void end(Simulation simulation) {
        Lookup<Integer, Boolean> done = Objects.requireNonNull(lookup);
        if (done.failure() != null) {
            drop(simulation);
        } else {
            simulation.judge().end(Objects.requireNonNull(judged), done.result().isPresent());
        }
    }

    @Override
    void drop(Simulation simulation) {
        simulation.judge().drop(Objects.requireNonNull(judged));
    }

    @Override
    public String toString() {
        return "lookup of " + key;
    }
}
