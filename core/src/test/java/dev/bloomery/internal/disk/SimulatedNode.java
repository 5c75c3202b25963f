package dev.bloomery.internal.disk;

import java.util.Map;
import java.util.random.RandomGenerator;

/** A file or directory of a {@link SimulatedDisk}, with what is not certain to survive a power loss. */
sealed interface SimulatedNode permits SimulatedFile, SimulatedDirectory {

    /** What happens to that which was not synced. */
    enum Fate {
        KEPT,
        LOST,
        RANDOM
    }

    /** The same, certain and uncertain, without locks. One that was copied already is taken from the map. */
    SimulatedNode copy(Map<SimulatedNode, SimulatedNode> copies);

    /** What is left of it; all of that is certain. */
    SimulatedNode afterPowerLoss(Fate fate, RandomGenerator random);
}
