package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.state.KeyStripes;

/** The stripes of a gate, each access a point. */
public class ScheduledStripes extends KeyStripes {
    private final Simulation simulation;

    public ScheduledStripes(Simulation simulation, int stripes) {
        super(stripes);
        this.simulation = simulation;
    }

    protected final Simulation simulation() {
        return simulation;
    }

    /** Like {@link #quiet}, for who looks from outside. */
    public final long quietNow(int stripe) {
        return super.quiet(stripe);
    }

    @Override
    public long enter(int stripe) {
        simulation.point(Part.STRIPES);
        return super.enter(stripe);
    }

    @Override
    public boolean isAlone(int stripe, long entered) {
        simulation.point(Part.STRIPES);
        return super.isAlone(stripe, entered);
    }

    @Override
    public void leave(int stripe) {
        simulation.point(Part.STRIPES);
        super.leave(stripe);
    }

    @Override
    public void doubt(int stripe) {
        simulation.point(Part.STRIPES);
        super.doubt(stripe);
    }

    @Override
    public long quiet(int stripe) {
        simulation.point(Part.STRIPES);
        return super.quiet(stripe);
    }

    @Override
    public boolean neverDoubted(int stripe) {
        simulation.point(Part.STRIPES);
        return super.neverDoubted(stripe);
    }
}
