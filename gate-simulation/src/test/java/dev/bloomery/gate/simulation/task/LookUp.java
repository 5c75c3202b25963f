package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.simulation.engine.Judge;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;
import dev.bloomery.gate.store.StoreException;

/** A lookup of one key, and what is judged of it. */
public final class LookUp extends Task {
    private final int key;

    public LookUp(int key) {
        super(Role.LOOKUP);
        this.key = key;
    }

    @Override
    public void run(Simulation simulation) {
        Judge.Case judged = simulation.judge().begin(key);
        try {
            boolean found = simulation.gate().contains(key);
            simulation.judge().end(judged, found);
        } catch (StoreException failed) {
            // that is no answer
        } finally {
            simulation.judge().drop(judged);
        }
    }

    @Override
    public String toString() {
        return "lookup of " + key;
    }
}
