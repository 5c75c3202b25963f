package dev.bloomery.gate;

import dev.bloomery.gate.store.ReadableKeyStore;

/**
 * Builds a {@link ReadOnlyGate}.
 *
 * @param <K> the type of the keys
 */
public final class ReadOnlyGateBuilder<K> extends StoreGateBuilder<K, ReadOnlyGate<K>, ReadOnlyGateBuilder<K>> {
    private final ReadableKeyStore<K> store;

    ReadOnlyGateBuilder(ReadableKeyStore<K> store, GateSettings<K> settings) {
        super(settings);
        this.store = store;
    }

    @Override
    ReadOnlyGateBuilder<K> self() {
        return this;
    }

    @Override
    ReadOnlyGate<K> make() {
        return new ReadOnlyGate<>(store, settings, whenStoreFails());
    }
}
