package dev.bloomery.redis.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeSlotsTest {

    @Test
    void parse_lineOfANode_hasItsSlots() {
        NodeSlots slots = NodeSlots.parse("""
                a1 127.0.0.1:1@2 master - 0 1 3 connected 0-5460
                b2 127.0.0.1:3@4,host myself,master - 0 1 7 connected 5461-5470 9000 [77->-a1]
                """);
        assertThat(slots.epoch()).isEqualTo("7");
        assertThat(slots.owned().cardinality()).isEqualTo(11);
        assertThat(slots.owned().get(9_000)).isTrue();
        assertThat(slots.areMoving()).isTrue();
    }
}
