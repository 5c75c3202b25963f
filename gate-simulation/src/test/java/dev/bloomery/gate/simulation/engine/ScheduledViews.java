package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.generation.Generations;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.GateViews;
import org.jspecify.annotations.Nullable;

/** The view of a gate, each access a point. */
public class ScheduledViews<K> extends GateViews<K> {
    private final Simulation simulation;

    public ScheduledViews(Simulation simulation, Generations<K> generations, @Nullable Generation<K> first) {
        super(generations, first);
        this.simulation = simulation;
    }

    protected final Simulation simulation() {
        return simulation;
    }

    /** The view of the moment, for who looks from outside. */
    public final GateView<K> now() {
        return super.get();
    }

    @Override
    public GateView<K> get() {
        simulation.point(Part.VIEW);
        return super.get();
    }

    @Override
    public boolean isStill(GateView<K> seen) {
        simulation.point(Part.VIEW);
        return super.isStill(seen);
    }

    @Override
    public void publish(Generation<K> building) {
        simulation.point(Part.VIEW);
        super.publish(building);
    }

    @Override
    public boolean swapTo(Generation<K> complete) {
        simulation.point(Part.VIEW);
        return super.swapTo(complete);
    }

    @Override
    public boolean abandon(Generation<K> building) {
        simulation.point(Part.VIEW);
        return super.abandon(building);
    }

    @Override
    public GateView<K> degrade() {
        simulation.point(Part.VIEW);
        return super.degrade();
    }

    @Override
    public boolean degradeIfCurrent(Generation<K> incomplete) {
        simulation.point(Part.VIEW);
        return super.degradeIfCurrent(incomplete);
    }
}
