package dev.bloomery.gate;

import java.util.Objects;

/**
 * Builds a {@link Gate}.
 *
 * @param <K> the type of the keys
 */
public final class GateBuilder<K> extends AbstractGateBuilder<K, Gate<K>, GateBuilder<K>> {
    private final KeyStore<K> store;
    private WhenStoreFails whenStoreFails = WhenStoreFails.THROW;

    GateBuilder(KeyStore<K> store, GateSettings<K> settings) {
        super(settings);
        this.store = store;
    }

    /**
     * What a lookup answers when it must ask the store and cannot.
     *
     * @param answer the answer; an exception unless you say otherwise
     * @return this
     */
    public GateBuilder<K> whenStoreFails(WhenStoreFails answer) {
        whenStoreFails = Objects.requireNonNull(answer, "answer");
        return this;
    }

    @Override
    GateBuilder<K> self() {
        return this;
    }

    @Override
    Gate<K> make() {
        return new Gate<>(store, settings, whenStoreFails);
    }
}
