package dev.bloomery.gate;

import dev.bloomery.AddableFilter;
import dev.bloomery.gate.internal.generation.MemoryGenerations;
import dev.bloomery.gate.internal.generation.SpecFilters;
import dev.bloomery.gate.internal.protocol.BatchLookup;
import dev.bloomery.gate.internal.state.CountedAnswers;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.HeldKeys;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A filter in front of an expensive lookup: keys that have nothing cost nothing. Guarantees and duties are those of {@link Gate}; it keeps no
 * values.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class LoadingGate<K, V> extends AbstractGate<K, V> implements AnyGate<K> {
    private final Loader<K, V> loader;
    private final Function<? super K, Optional<V>> fallback;

    LoadingGate(Loader<K, V> loader, GateSettings<K> settings, Function<? super K, Optional<V>> fallback) {
        super(settings, loader, new LoaderAnswers<>(loader, settings));
        this.loader = loader;
        this.fallback = fallback;
    }

    /**
     * Begins a gate.
     *
     * @param loader fetches what belongs to a key
     * @param encoder how keys become bytes
     * @param spec the filter: any kind but fuse
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return the question who writes what is loaded
     */
    public static <K, V> WritersStep<K, LoadingGateBuilder<K, V>> over(
            Loader<K, V> loader, KeyEncoder<K> encoder, FilterSpec spec) {
        return over(loader, SpecFilters.of(encoder, spec));
    }

    /**
     * Begins a gate over filters of the caller's making.
     *
     * @param loader fetches what belongs to a key
     * @param filters makes an empty filter for each rebuild, for any number of threads
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return the question who writes what is loaded
     */
    public static <K, V> WritersStep<K, LoadingGateBuilder<K, V>> over(
            Loader<K, V> loader, Supplier<? extends AddableFilter<K>> filters) {
        Objects.requireNonNull(loader, "loader");
        Objects.requireNonNull(filters, "filters");
        return writers ->
                new LoadingGateBuilder<>(loader, new GateSettings<>(new MemoryGenerations<>(filters), writers));
    }

    /**
     * Begins a gate over filters in a directory: when it is opened again it need not scan.
     *
     * @param loader fetches what belongs to a key
     * @param filters where they are, and what they are
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return the question who writes what is loaded: only this process
     */
    public static <K, V> WritersStep<K, LoadingGateBuilder<K, V>> over(Loader<K, V> loader, DurableFilters<K> filters) {
        Objects.requireNonNull(loader, "loader");
        Objects.requireNonNull(filters, "filters");
        return writers -> new LoadingGateBuilder<>(loader, GateSettings.durable(filters, writers));
    }

    /**
     * What belongs to the key.
     *
     * @param key the key
     * @return what was loaded; empty: certainly nothing
     * @throws StoreException if there is no answer, and the fallback has nothing. Its cause is what the loader threw, unless that was a {@code StoreException}
     *     itself; an {@link InterruptedException} if the thread was interrupted while it waited for another lookup of the key, and stays so; or a
     *     {@link java.util.concurrent.TimeoutException} if that took longer than {@link LoadingGateBuilder#longestWait}. It does not matter which of several
     *     lookups of the key called the loader
     * @throws IllegalStateException if the gate is closed, or if this lookup would wait for itself: a loader asks the gate for the key that it is loading
     */
    public Optional<V> get(K key) {
        GateView<K> tested = viewUnlessAbsent(Objects.requireNonNull(key, "key"));
        return tested == null ? Optional.empty() : load(key, tested);
    }

    private Optional<V> load(K key, GateView<K> tested) {
        try {
            return finishLookup(key, tested);
        } catch (StoreException problem) {
            Optional<V> instead = state() == GateState.CLOSED ? Optional.empty() : fallback.apply(key);
            if (instead.isEmpty()) {
                throw problem;
            }
            return instead;
        }
    }

    /**
     * {@link #get}, without waiting for the loader: a no of the filter is there at once.
     *
     * @param key the key
     * @return what was loaded
     */
    public CompletionStage<Optional<V>> getAsync(K key) {
        GateView<K> tested = viewUnlessAbsent(Objects.requireNonNull(key, "key"));
        return tested == null ? CompletableFuture.completedFuture(Optional.empty()) : later(() -> load(key, tested));
    }

    /**
     * What belongs to the keys. The loader is asked once for all that the filter cannot answer.
     *
     * @param keys the keys, fit to be compared: no arrays, no buffers
     * @return what was loaded, in the order of the keys
     * @throws StoreException if the loader failed, as for {@link #get}; there is no fallback
     * @throws IllegalStateException if the gate is closed, or if a loader asks for what it is loading
     */
    public Map<K, V> getAll(Collection<? extends K> keys) {
        Set<K> distinct = distinct(keys);
        if (!distinct.stream().allMatch(HeldKeys::canHold)) {
            Map<K, V> found = new LinkedHashMap<>();
            distinct.forEach(key -> get(key).ifPresent(value -> found.put(key, value)));
            return found;
        }
        Map<K, V> found = new BatchLookup<>(core, answers, distinct).run();
        watchFpp();
        return found;
    }

    /**
     * Takes a write of one key through the gate: adds the key, writes, and says the outcome. If the write throws, its outcome counts as unknown,
     * and the exception goes on; use {@link #beginWrite} where more is known.
     *
     * @param key the key that has something afterwards
     * @param write writes it where the loader finds it
     */
    public void writing(K key, Runnable write) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(write, "write");
        try (WriteTicket<K> ticket = beginWrite()) {
            ticket.adding(key);
            write.run();
            ticket.committed();
        }
    }

    /**
     * {@link #rebuild()} with filters of another size or kind, now and from now on.
     *
     * @param filters makes an empty filter for each rebuild
     * @return what was done
     * @throws IllegalStateException if the filters are durable
     */
    public RebuildReport rebuildWith(Supplier<? extends AddableFilter<K>> filters) {
        Objects.requireNonNull(filters, "filters");
        return rebuildAfter(() -> settings.useFilters(filters));
    }

    @Override
    boolean settlesDoubts() {
        return false;
    }

    @Override
    boolean isStored(K key) {
        return loader.load(key).isPresent();
    }

    private static final class LoaderAnswers<K, V> extends CountedAnswers<K, V> {
        private final Loader<K, V> loader;

        LoaderAnswers(Loader<K, V> loader, GateSettings<K> settings) {
            super(settings.parts.flights(), settings.longestWaitNanos(), settings.events());
            this.loader = loader;
        }

        @Override
        public Optional<V> fetch(K key) {
            return loader.load(key);
        }

        @Override
        public Map<K, V> fetchAll(Collection<K> keys) {
            return loader.loadAll(keys);
        }
    }
}
