package dev.bloomery.redis.simulation;

import dev.bloomery.gate.store.KeyFeed;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a gate does with a feed: a filter, here a set, that counts unless keys may be missing, and a rebuild
 * beside it. The gate of production has a simulation of its own.
 */
final class SimGate implements KeyFeed.Receiver<Long> {
    private Set<Long> filter = new HashSet<>();
    private boolean isWhole;
    private @Nullable Set<Long> building;
    private boolean buildingIsWhole;

    @Override
    public void adding(Long key) {
        filter.add(key);
        if (building != null) {
            building.add(key);
        }
    }

    @Override
    public void gap() {
        isWhole = false;
        buildingIsWhole = false;
    }

    /** @param open the keys of own writes that have not ended */
    void beginRebuild(Collection<Long> open) {
        building = new HashSet<>(open);
        buildingIsWhole = true;
    }

    void scanned(Collection<Long> keys) {
        if (building != null) {
            building.addAll(keys);
        }
    }

    void endRebuild() {
        if (building != null && buildingIsWhole) {
            filter = building;
            isWhole = true;
        }
        building = null;
    }

    boolean needsRebuild() {
        return !isWhole && building == null;
    }

    boolean isBuilding() {
        return building != null;
    }

    boolean answersAlone() {
        return isWhole;
    }

    /** What answers now: another one after a rebuild. */
    Object filter() {
        return filter;
    }

    /** Whether it says no, if the feed is current. */
    boolean saysNo(long key) {
        return isWhole && !filter.contains(key);
    }
}
