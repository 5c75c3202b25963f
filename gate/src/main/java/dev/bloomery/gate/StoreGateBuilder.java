package dev.bloomery.gate;

import java.util.Objects;

/**
 * What the builders of gates over a store of keys have in common.
 *
 * @param <K> the type of the keys
 * @param <G> the gate
 * @param <B> the builder
 */
abstract sealed class StoreGateBuilder<K, G extends StoreGate<K>, B extends StoreGateBuilder<K, G, B>>
        extends AbstractGateBuilder<K, G, B>
        permits GateBuilder, ExpiringGateBuilder, ReadOnlyGateBuilder, OwnerGateBuilder {
    private WhenStoreFails whenStoreFails = WhenStoreFails.THROW;

    StoreGateBuilder(GateSettings<K> settings) {
        super(settings);
    }

    /**
     * What a lookup answers when it must ask the store and cannot.
     *
     * @param answer the answer; an exception unless you say otherwise
     * @return this
     */
    public final B whenStoreFails(WhenStoreFails answer) {
        whenStoreFails = Objects.requireNonNull(answer, "answer");
        return self();
    }

    final WhenStoreFails whenStoreFails() {
        return whenStoreFails;
    }
}
