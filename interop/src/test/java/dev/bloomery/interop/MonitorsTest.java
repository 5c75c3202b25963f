package dev.bloomery.interop;

import dev.bloomery.support.Monitors;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Virtual threads may call everything here without keeping others from running. */
class MonitorsTest {

    @Test
    void monitors_ofThisModule_areHeldOnlyWhereNothingBlocks() {
        Monitors.requireOnlyIn(ForeignFilter.class, Map.of());
    }
}
