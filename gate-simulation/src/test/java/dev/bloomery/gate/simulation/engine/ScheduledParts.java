package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.generation.Generations;
import dev.bloomery.gate.internal.state.FalsePositives;
import dev.bloomery.gate.internal.state.Flights;
import dev.bloomery.gate.internal.state.GateParts;
import dev.bloomery.gate.internal.state.GateViews;
import dev.bloomery.gate.internal.state.KeyStripes;
import dev.bloomery.gate.internal.state.KeysInDoubt;
import dev.bloomery.gate.internal.state.Pauses;
import dev.bloomery.gate.internal.state.WritePhases;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The parts of a gate whose every call is a point of the simulation. */
final class ScheduledParts extends GateParts {
    private final Simulation simulation;

    ScheduledParts(Simulation simulation) {
        this.simulation = simulation;
    }

    @Override
    public <K> GateViews<K> views(Generations<K> generations, @Nullable Generation<K> first) {
        return simulation.protocol().views(simulation, generations, first);
    }

    @Override
    public WritePhases phases() {
        return simulation.protocol().phases(simulation);
    }

    @Override
    public KeyStripes stripes(int stripes) {
        KeyStripes made = simulation.protocol().stripes(simulation, stripes);
        simulation.madeStripes(made);
        return made;
    }

    @Override
    public <K> KeysInDoubt<K> keysInDoubt(LongSupplier nanoTime) {
        return simulation.protocol().keysInDoubt(simulation);
    }

    @Override
    public <K> FalsePositives<K> falsePositives(int remembered) {
        return simulation.protocol().falsePositives(simulation, remembered);
    }

    @Override
    public <V> Flights<V> flights() {
        return simulation.protocol().flights(simulation);
    }

    @Override
    public Pauses pauses() {
        return new Pauses() {
            @Override
            public void pause(int times) {
                simulation.waitForOthers();
            }
        };
    }
}
