package dev.bloomery.gate;

import dev.bloomery.AddableFilter;
import dev.bloomery.gate.internal.generation.MemoryGenerations;
import dev.bloomery.gate.internal.generation.SpecFilters;
import dev.bloomery.gate.store.ReadableKeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A filter in front of a store that this program only reads: says exactly whether a key is there, and has no methods that write. Guarantees and duties are those of
 * {@link Gate}, and one of them is more urgent here: <b>the gate must be told of every write</b>, because it makes none itself.
 *
 * <pre>{@code
 * ReadOnlyGate<String> blocked = ReadOnlyGate.over(
 *                 KeyStore.readOnly(list::isBlocked, list::scan), KeyEncoder.utf8(), BloomSpec.of(1_000_000, 0.01))
 *         .writers(StoreWriters.fedBy(feed, longestWrite))
 *         .open();
 * }</pre>
 *
 * <ol>
 *   <li>Others in other processes: {@link StoreWriters#fedBy}, a feed that brings their keys before they are visible.
 *   <li>Another part of this process: {@link StoreWriters#onlyThisProcess}, and a ticket around each write, {@link #beginWrite}.
 *   <li>A list that is replaced now and then: {@link StoreWriters#onlyThisProcess}, {@link #bypass} around that, and {@link #rebuild()} after it.
 * </ol>
 *
 * <p>A key that is added unheard of gets a wrong <i>no</i>. Keys that vanish do no harm.
 *
 * @param <K> the type of the keys
 */
public final class ReadOnlyGate<K> extends KeyGate<K> implements AnyGate<K> {

    ReadOnlyGate(ReadableKeyStore<K> store, GateSettings<K> settings, WhenStoreFails whenStoreFails) {
        super(store, settings, whenStoreFails);
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
    public static <K> WritersStep<K, ReadOnlyGateBuilder<K>> over(
            ReadableKeyStore<K> store, KeyEncoder<K> encoder, FilterSpec spec) {
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
    public static <K> WritersStep<K, ReadOnlyGateBuilder<K>> over(
            ReadableKeyStore<K> store, Supplier<? extends AddableFilter<K>> filters) {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(filters, "filters");
        return writers ->
                new ReadOnlyGateBuilder<>(store, new GateSettings<>(new MemoryGenerations<>(filters), writers));
    }

    /**
     * Begins a gate over filters in a directory: when it is opened again it need not scan the store.
     *
     * @param store the store
     * @param filters where they are, and what they are
     * @param <K> the type of the keys
     * @return the question who writes the store: only this process
     */
    public static <K> WritersStep<K, ReadOnlyGateBuilder<K>> over(
            ReadableKeyStore<K> store, DurableFilters<K> filters) {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(filters, "filters");
        return writers -> new ReadOnlyGateBuilder<>(store, GateSettings.durable(filters, writers));
    }

    /** What others write is not known to be ordered. */
    @Override
    boolean settlesDoubts() {
        return false;
    }
}
