package dev.bloomery.gate.simulation;

import dev.bloomery.gate.simulation.engine.ModelGeneration;
import dev.bloomery.gate.simulation.engine.Protocol;
import dev.bloomery.gate.simulation.engine.Simulation;

/** What a process does wrongly that comes after one that is gone, for {@link BrokenProtocol}. */
final class BrokenStarts {
    private BrokenStarts() {}

    static final class NeverWaits extends Protocol {
        @Override
        public int waitAfterOpening(int longestWrite) {
            return 0;
        }
    }

    static final class TakesAlthoughAllIsKept extends Protocol {
        @Override
        public void takeBack(Simulation simulation, ModelGeneration generation, Integer key) {
            generation.take(key);
        }
    }
}
