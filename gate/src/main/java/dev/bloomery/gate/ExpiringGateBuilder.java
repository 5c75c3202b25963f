package dev.bloomery.gate;

import dev.bloomery.gate.store.ExpiringKeyStore;

/**
 * Builds an {@link ExpiringGate}.
 *
 * @param <K> the type of the keys
 */
public final class ExpiringGateBuilder<K> extends StoreGateBuilder<K, ExpiringGate<K>, ExpiringGateBuilder<K>> {
    private final ExpiringKeyStore<K> store;

    ExpiringGateBuilder(ExpiringKeyStore<K> store, GateSettings<K> settings) {
        super(settings);
        this.store = store;
    }

    @Override
    ExpiringGateBuilder<K> self() {
        return this;
    }

    @Override
    ExpiringGate<K> make() {
        return new ExpiringGate<>(store, settings, whenStoreFails());
    }
}
