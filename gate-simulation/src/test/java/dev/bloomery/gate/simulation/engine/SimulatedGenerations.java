package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.generation.Generations;
import org.jspecify.annotations.Nullable;

/** What outlives the process of a simulation: the mark, and what was synced of the generation that it names. */
final class SimulatedGenerations implements Generations<Integer> {
    private final Simulation simulation;
    private @Nullable ModelGeneration marked;

    SimulatedGenerations(Simulation simulation) {
        this.simulation = simulation;
    }

    private Durability durability() {
        return simulation.scenario().durability();
    }

    @Override
    public Generation<Integer> next() {
        return new ModelGeneration(simulation, simulation.newFilter());
    }

    @Override
    public void complete(Generation<Integer> generation) {
        if (simulation.protocol().marksWhileRunning(durability())) {
            marked = simulation.protocol().marked(marked, (ModelGeneration) generation);
        }
    }

    @Override
    public void incomplete() {
        if (simulation.protocol().unmarksWhenIncomplete()) {
            marked = null;
        }
    }

    /** What a process begins with: nothing, or after a crash what the mark names. */
    @Override
    public @Nullable Generation<Integer> first() {
        if (marked == null) {
            return null;
        }
        marked = marked.afterCrash();
        return marked;
    }
}
