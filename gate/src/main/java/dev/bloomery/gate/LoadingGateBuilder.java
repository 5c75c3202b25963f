package dev.bloomery.gate;

import dev.bloomery.gate.store.Loader;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Builds a {@link LoadingGate}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class LoadingGateBuilder<K, V>
        extends AbstractGateBuilder<K, LoadingGate<K, V>, LoadingGateBuilder<K, V>> {
    private final Loader<K, V> loader;
    private Function<? super K, Optional<V>> fallback = key -> Optional.empty();

    LoadingGateBuilder(Loader<K, V> loader, GateSettings<K> settings) {
        super(settings);
        this.loader = loader;
    }

    /**
     * What to give when the loader fails, an older value for example. Where the fallback has nothing either, the exception goes on: nothing is
     * never said for certain by guess.
     *
     * @param fallback gives a value, or empty
     * @return this
     */
    public LoadingGateBuilder<K, V> whenLoaderFails(Function<? super K, Optional<V>> fallback) {
        this.fallback = Objects.requireNonNull(fallback, "fallback");
        return this;
    }

    @Override
    LoadingGateBuilder<K, V> self() {
        return this;
    }

    @Override
    LoadingGate<K, V> make() {
        return new LoadingGate<>(loader, settings, fallback);
    }
}
