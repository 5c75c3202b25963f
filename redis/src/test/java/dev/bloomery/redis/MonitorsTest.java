package dev.bloomery.redis;

import dev.bloomery.support.Monitors;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Virtual threads may call everything here without keeping others from running. */
class MonitorsTest {

    @Test
    void monitors_ofThisModule_areHeldOnlyWhereNothingBlocks() {
        Monitors.requireOnlyIn(
                RedisKeyStore.class,
                Map.of(
                        "Announcer", "it looks at a clock and into maps",
                        "RecentKeys", "it looks at a clock, and adds to a list"));
    }
}
