package dev.bloomery.gate;

import dev.bloomery.AddableFilter;
import dev.bloomery.gate.internal.generation.MemoryGenerations;
import dev.bloomery.gate.internal.generation.SpecFilters;
import dev.bloomery.gate.report.WriteCounts.Operation;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A filter in front of a store: says exactly whether a key is there, and asks the store only where the filter cannot tell.
 *
 * <pre>{@code
 * Gate<String> names = Gate.over(store, KeyEncoder.utf8(), BloomSpec.of(10_000_000, 0.01))
 *         .writers(StoreWriters.onlyThisProcess())
 *         .open();                 // warms up in the background; until then every lookup asks the store
 * names.contains("ada");           // no: from the filter alone, in nanoseconds
 * names.addIfAbsent("ada");        // true for exactly one caller
 * }</pre>
 *
 * <ol>
 *   <li><b>Exact.</b> An answer was true at some moment between call and return, whatever else happens meanwhile: writes, failures, rebuilds.
 *   <li>A gate that is not {@link dev.bloomery.gate.report.GateState#ACTIVE} says no only when the store does.
 *   <li>All writes of the store pass through the gate, or it is told of them: {@link #beginWrite}, {@link #bypass}, {@link #markIncomplete},
 *       {@link dev.bloomery.gate.store.KeyFeed}.
 *   <li>Who reads the store in an old snapshot, a long transaction under repeatable read, must ask the store and not the gate: a row that is
 *       still visible there may be deleted, and gone from the filter.
 *   <li>Keys must not change once they were given. Arrays, buffers and other {@code CharSequence}s than strings are not kept: for them
 *       there is no memory of false positives, and no sharing of questions.
 * </ol>
 *
 * <p>For any number of threads. A no takes no lock and allocates nothing.
 *
 * @param <K> the type of the keys
 */
public sealed class Gate<K> extends KeyGate<K> implements AnyGate<K> permits ExpiringGate {
    private final KeyStore<K> store;

    Gate(KeyStore<K> store, GateSettings<K> settings, WhenStoreFails whenStoreFails) {
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
    public static <K> WritersStep<K, GateBuilder<K>> over(KeyStore<K> store, KeyEncoder<K> encoder, FilterSpec spec) {
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
    public static <K> WritersStep<K, GateBuilder<K>> over(
            KeyStore<K> store, Supplier<? extends AddableFilter<K>> filters) {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(filters, "filters");
        return writers -> new GateBuilder<>(store, new GateSettings<>(new MemoryGenerations<>(filters), writers));
    }

    /**
     * Begins a gate over filters in a directory: when it is opened again it need not scan the store.
     *
     * @param store the store
     * @param filters where they are, and what they are
     * @param <K> the type of the keys
     * @return the question who writes the store: only this process
     */
    public static <K> WritersStep<K, GateBuilder<K>> over(KeyStore<K> store, DurableFilters<K> filters) {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(filters, "filters");
        return writers -> new GateBuilder<>(store, GateSettings.durable(filters, writers));
    }

    /**
     * Inserts the key, unless it is there. Of all that try it at the same moment, here and elsewhere, exactly one gets true: the store decides.
     *
     * @param key the key
     * @return true: this call inserted it
     * @throws dev.bloomery.capacity.FilterFullException if the filter has no room; the store was not written
     * @throws dev.bloomery.gate.store.StoreException if the store failed; its outcome says what is known
     */
    public final boolean addIfAbsent(K key) {
        Objects.requireNonNull(key, "key");
        return insert(Operation.ADD, key, () -> store.insert(key));
    }

    /**
     * Deletes the key, if it is there.
     *
     * @param key the key
     * @return true: this call deleted it
     * @throws dev.bloomery.gate.store.StoreException if the store failed; its outcome says what is known
     */
    public final boolean remove(K key) {
        Objects.requireNonNull(key, "key");
        return write(Operation.REMOVE, null, key, () -> store.delete(key));
    }

    /**
     * Makes {@code newKey} of {@code oldKey} in one step, if the old one is there and the new one is not.
     *
     * @param oldKey the key that is there
     * @param newKey the key that shall be there instead
     * @return true: this call did it
     * @throws dev.bloomery.capacity.FilterFullException if the filter has no room; the store was not written
     * @throws dev.bloomery.gate.store.StoreException if the store failed; its outcome says what is known
     */
    public final boolean replace(K oldKey, K newKey) {
        Objects.requireNonNull(oldKey, "oldKey");
        Objects.requireNonNull(newKey, "newKey");
        return write(Operation.REPLACE, newKey, oldKey, () -> store.replace(oldKey, newKey));
    }

    /**
     * {@link #addIfAbsent} on the executor of this gate.
     *
     * @param key the key
     * @return true: this call inserted it
     */
    public final CompletionStage<Boolean> addIfAbsentAsync(K key) {
        Objects.requireNonNull(key, "key");
        return later(() -> addIfAbsent(key));
    }

    /**
     * {@link #remove} on the executor of this gate.
     *
     * @param key the key
     * @return true: this call deleted it
     */
    public final CompletionStage<Boolean> removeAsync(K key) {
        Objects.requireNonNull(key, "key");
        return later(() -> remove(key));
    }

    /**
     * {@link #replace} on the executor of this gate.
     *
     * @param oldKey the key that is there
     * @param newKey the key that shall be there instead
     * @return true: this call did it
     */
    public final CompletionStage<Boolean> replaceAsync(K oldKey, K newKey) {
        Objects.requireNonNull(oldKey, "oldKey");
        Objects.requireNonNull(newKey, "newKey");
        return later(() -> replace(oldKey, newKey));
    }

    /**
     * Asks the store for each key in doubt whether its writes have ended, and settles those of which it says
     * so: {@link KeyStore#awaitEarlierWrites}. For stores that order their
     * writes, where no later write of the key has come by to settle it; others know nothing, and nothing
     * changes.
     *
     * <ol>
     *   <li>The doubts of a key are those that were noted before the store was asked; one that comes
     *       meanwhile stays.
     *   <li>A doubt is noted after the call of its write returned. So the store speaks of all of them.
     *   <li>None of them can take effect any more when the store has said so. From then on the key comes and
     *       goes only by writes that the gate sees.
     *   <li>A delete that is on its way may have found its row before that. It takes nothing out of the
     *       filter, see {@link #settleOlderThan}.
     * </ol>
     *
     * @return how many keys are no longer in doubt
     * @throws dev.bloomery.gate.store.StoreException if the store failed; keys that were settled before stay
     *     so
     */
    public final int settleByStore() {
        return doubts.settleIf(store::awaitEarlierWrites);
    }

    @Override
    final boolean settlesDoubts() {
        return store.ordersWrites();
    }
}
