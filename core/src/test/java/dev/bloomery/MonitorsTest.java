package dev.bloomery;

import dev.bloomery.support.Monitors;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Virtual threads may call everything here without keeping others from running. */
class MonitorsTest {

    @Test
    void monitors_ofThisModule_areHeldOnlyWhereNothingBlocks() {
        Monitors.requireOnlyIn(
                BloomFilter.class,
                Map.of(
                        "CapacityWatch", "it sums counters",
                        "NewByLoad", "it computes a table, once for each shape of filter",
                        "PosixFile", "the map is none of java.util.concurrent: it is guarded by a lock"));
    }
}
