package dev.bloomery.gate;

import dev.bloomery.AddableFilter;
import dev.bloomery.gate.internal.generation.MemoryGenerations;
import dev.bloomery.gate.internal.generation.SpecFilters;
import dev.bloomery.gate.report.WriteCounts.Operation;
import dev.bloomery.gate.store.ExpiringKeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A {@link Gate} in front of a store whose keys expire and can be prolonged.
 *
 * <pre>{@code
 * ExpiringGate<String> sessions = ExpiringGate.over(store, KeyEncoder.utf8(), WindowedSpec.of(1_000_000, window, 0.01))
 *         .writers(StoreWriters.onlyThisProcess())
 *         .keysExpire(timeToLive, longestWrite, skew)
 *         .open();
 * sessions.addOrProlong("4711");   // true for a new one; else it lives as long again
 * }</pre>
 *
 * @param <K> the type of the keys
 */
public final class ExpiringGate<K> extends Gate<K> {
    private final ExpiringKeyStore<K> store;

    ExpiringGate(ExpiringKeyStore<K> store, GateSettings<K> settings, WhenStoreFails whenStoreFails) {
        super(store, settings, whenStoreFails);
        this.store = store;
    }

    /**
     * Begins a gate.
     *
     * @param store the store
     * @param encoder how keys become bytes
     * @param spec the filter: any kind but fuse, which takes no keys later; each rebuild has a new secret seed
     * @param <K> the type of the keys
     * @return the question who writes the store
     */
    public static <K> WritersStep<K, ExpiringGateBuilder<K>> over(
            ExpiringKeyStore<K> store, KeyEncoder<K> encoder, FilterSpec spec) {
        return over(store, SpecFilters.of(encoder, spec));
    }

    /**
     * Begins a gate over filters of the caller's making.
     *
     * @param store the store
     * @param filters makes an empty filter for each rebuild, for any number of threads
     * @param <K> the type of the keys
     * @return the question who writes the store
     */
    public static <K> WritersStep<K, ExpiringGateBuilder<K>> over(
            ExpiringKeyStore<K> store, Supplier<? extends AddableFilter<K>> filters) {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(filters, "filters");
        return writers ->
                new ExpiringGateBuilder<>(store, new GateSettings<>(new MemoryGenerations<>(filters), writers));
    }

    /**
     * Begins a gate over filters in a directory: when it is opened again it need not scan the store.
     *
     * @param store the store
     * @param filters where they are, and what they are
     * @param <K> the type of the keys
     * @return the question who writes the store: only this process
     */
    public static <K> WritersStep<K, ExpiringGateBuilder<K>> over(
            ExpiringKeyStore<K> store, DurableFilters<K> filters) {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(filters, "filters");
        return writers -> new ExpiringGateBuilder<>(store, GateSettings.durable(filters, writers));
    }

    /**
     * Inserts the key; if it is there, its life begins anew. The filter gets the key first, and remembers it as long as the store does.
     *
     * @param key the key
     * @return true: this call inserted it; false: it was there, and lives longer now
     * @throws dev.bloomery.capacity.FilterFullException if the filter has no room; the store was not written
     * @throws dev.bloomery.gate.store.StoreException if the store failed; its outcome says what is known
     */
    public boolean addOrProlong(K key) {
        Objects.requireNonNull(key, "key");
        return insert(Operation.PROLONG, key, () -> store.insertOrProlong(key));
    }

    /**
     * {@link #addOrProlong} on the executor of this gate.
     *
     * @param key the key
     * @return true: this call inserted it; false: it was there, and lives longer now
     */
    public CompletionStage<Boolean> addOrProlongAsync(K key) {
        Objects.requireNonNull(key, "key");
        return later(() -> addOrProlong(key));
    }
}
