package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.state.Flight;
import dev.bloomery.gate.internal.state.Flights;

/** The questions on their way, each access a point. */
public class ScheduledFlights<V> extends Flights<V> {
    private final Simulation simulation;

    public ScheduledFlights(Simulation simulation) {
        this.simulation = simulation;
    }

    @Override
    public Flight<V> joinOrStart(Flight<V> own) {
        simulation.point(Part.FLIGHTS);
        return super.joinOrStart(own);
    }

    /** Others may come before it has ended, and between that and its landing. */
    @Override
    public boolean end(Flight<V> own) {
        simulation.point(Part.FLIGHTS);
        boolean joined = super.end(own);
        if (joined) {
            simulation.point(Part.FLIGHTS);
        }
        return joined;
    }

    @Override
    public void await(Flight<V> joined, long nanos) {
        simulation.waitUntil(joined::hasLanded);
    }
}
