package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** Somebody else announces a key, waits until nobody can be without it and trust its own filter, and inserts it. */
public final class LeasedInsert extends Task {
    private final int key;
    private int deadline = Integer.MAX_VALUE;

    public LeasedInsert(int key) {
        super(Role.OTHERS);
        this.key = key;
    }

    @Override
    public void run(Simulation simulation) {
        simulation.feed().announce(key);
        int insertAt = simulation.now()
                + simulation.protocol().waitedFor(simulation.scenario().lease());
        deadline = simulation.now() + simulation.scenario().longestWrite();
        simulation.waitUntil(() -> simulation.now() >= insertAt);
        simulation.store().put(key);
    }

    @Override
    public int deadline() {
        return deadline;
    }

    @Override
    public String toString() {
        return "announced insert of " + key;
    }
}
