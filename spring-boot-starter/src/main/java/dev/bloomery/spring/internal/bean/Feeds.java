package dev.bloomery.spring.internal.bean;

import dev.bloomery.gate.GateBuilder;
import dev.bloomery.jdbc.PostgresFeed;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spring.internal.plan.GatePlan;

/** Gates that hear of the keys of other processes. Apart, because the module may be missing. */
final class Feeds {
    private Feeds() {}

    @SuppressWarnings("unchecked")
    static GateBuilder<Object> gate(Object feed, KeyEncoder<Object> encoder, GatePlan plan) {
        return ((PostgresFeed<Object>) feed).gate(encoder, plan.filter());
    }
}
