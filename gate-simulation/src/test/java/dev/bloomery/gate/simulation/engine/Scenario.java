package dev.bloomery.gate.simulation.engine;

import java.util.List;
import java.util.function.Supplier;

/**
 * What happens in a simulation, but not in which order.
 *
 * @param filter how its filters are
 * @param removable whether they take back
 * @param store how its store is
 * @param presentAtFirst a bit for each key that is there at first
 * @param activeAtFirst whether the gate has a complete filter at first
 * @param stripes of the gate
 * @param remembered false positives
 * @param knowsAllWriters see {@link dev.bloomery.gate.internal.state.GateCore}
 * @param longestWrite for how long a write may be on its way, and late ones after a crash or an announcement; 0: time stands still
 * @param owners whether keys 2 n and 2 n + 1 belong to an owner n
 * @param durability what is left of a filter after a crash
 * @param lease how long others wait between announcement and insert, for a feed that is late; 0: the feed is not
 * @param tasks what is done
 */
public record Scenario(
        ModelFilter.Shape filter,
        boolean removable,
        SimulatedStore.Shape store,
        int presentAtFirst,
        boolean activeAtFirst,
        int stripes,
        int remembered,
        boolean knowsAllWriters,
        int longestWrite,
        boolean owners,
        Durability durability,
        int lease,
        List<Supplier<Task>> tasks) {
    /** Whether keys expire in the store. */
    boolean expires() {
        return store.timeToLive() > 0;
    }
}
