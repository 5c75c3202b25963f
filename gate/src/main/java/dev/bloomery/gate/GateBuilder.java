package dev.bloomery.gate;

import dev.bloomery.gate.store.KeyStore;

/**
 * Builds a {@link Gate}.
 *
 * @param <K> the type of the keys
 */
public final class GateBuilder<K> extends StoreGateBuilder<K, Gate<K>, GateBuilder<K>> {
    private final KeyStore<K> store;

    GateBuilder(KeyStore<K> store, GateSettings<K> settings) {
        super(settings);
        this.store = store;
    }

    @Override
    GateBuilder<K> self() {
        return this;
    }

    @Override
    Gate<K> make() {
        return new Gate<>(store, settings, whenStoreFails());
    }
}
