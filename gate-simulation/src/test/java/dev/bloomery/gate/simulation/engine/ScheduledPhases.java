package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.state.WritePhases;

/** The counts of writes inside, each access a point. */
public class ScheduledPhases extends WritePhases {
    private final Simulation simulation;

    public ScheduledPhases(Simulation simulation) {
        this.simulation = simulation;
    }

    protected final Simulation simulation() {
        return simulation;
    }

    @Override
    public int now() {
        simulation.point(Part.PHASES);
        return super.now();
    }

    @Override
    public void enter(int entered) {
        simulation.point(Part.PHASES);
        super.enter(entered);
    }

    @Override
    public void leave(int entered) {
        simulation.point(Part.PHASES);
        super.leave(entered);
    }

    @Override
    public int next() {
        simulation.point(Part.PHASES);
        return super.next();
    }

    @Override
    public boolean isDrained(int ended) {
        simulation.point(Part.PHASES);
        boolean drained = super.isDrained(ended);
        if (!drained) {
            simulation.willWaitFor(() -> super.isDrained(ended));
        }
        return drained;
    }
}
