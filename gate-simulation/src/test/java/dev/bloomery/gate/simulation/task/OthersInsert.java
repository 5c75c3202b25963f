package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.simulation.engine.Part;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** Somebody else announces a key and inserts it then. */
public final class OthersInsert extends Task {
    private final int key;
    private int deadline = Integer.MAX_VALUE;

    public OthersInsert(int key) {
        super(Role.OTHERS);
        this.key = key;
    }

    @Override
    public void run(Simulation simulation) {
        simulation.feed().handOver(key);
        deadline = simulation.now() + simulation.scenario().longestWrite();
        simulation.point(Part.STORE);
        simulation.store().put(key);
    }

    @Override
    public int deadline() {
        return deadline;
    }

    @Override
    public String toString() {
        return "others insert " + key;
    }
}
