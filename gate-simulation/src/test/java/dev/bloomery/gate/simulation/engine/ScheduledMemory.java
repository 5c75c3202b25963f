package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.FalsePositives;
import org.jspecify.annotations.Nullable;

/** The memory of false positives, each access a point. */
public class ScheduledMemory<K> extends FalsePositives<K> {
    private final Simulation simulation;

    public ScheduledMemory(Simulation simulation, int remembered) {
        super(remembered);
        this.simulation = simulation;
    }

    @Override
    public void remember(K key, long changes, @Nullable Generation<K> generation) {
        simulation.point(Part.MEMORY);
        super.remember(key, changes, generation);
    }

    @Override
    public boolean isAbsent(K key, long changes, @Nullable Generation<K> generation) {
        simulation.point(Part.MEMORY);
        return super.isAbsent(key, changes, generation);
    }
}
