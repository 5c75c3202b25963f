package dev.bloomery.gate.simulation;

import dev.bloomery.gate.simulation.engine.SimulatedRebuild;
import dev.bloomery.gate.simulation.engine.Simulation;
import java.util.List;

/** Rebuilds with one fault each, for {@link BrokenProtocol}. */
final class BrokenRebuilds {
    private BrokenRebuilds() {}

    static final class BelievesAnyScan extends SimulatedRebuild {
        BelievesAnyScan(Simulation simulation, List<Stage> order) {
            super(simulation, order);
        }

        @Override
        public void requireComplete(long counted) {}
    }

    static final class NeverGivesUp extends SimulatedRebuild {
        NeverGivesUp(Simulation simulation, List<Stage> order) {
            super(simulation, order);
        }

        @Override
        public void requireWanted() {
            core.views.publish(next);
        }
    }
}
