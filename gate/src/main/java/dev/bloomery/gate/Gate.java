package dev.bloomery.gate;

import dev.bloomery.AddableFilter;
import dev.bloomery.FilterSpec;
import dev.bloomery.key.KeyEncoder;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
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
 *   <li>A gate that is not {@link GateState#ACTIVE} says no only when the store does.
 *   <li>All writes of the store pass through the gate, or it is told of them: {@link #beginWrite}, {@link #bypass}, {@link #markIncomplete},
 *       {@link KeyFeed}.
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
public final class Gate<K> extends StoreGate<K> {
    private final KeyStore<K> store;

    Gate(KeyStore<K> store, GateSettings<K> settings, WhenStoreFails whenStoreFails) {
        super(settings, store, new StoreAnswers<>(store, settings.longestWaitNanos()), whenStoreFails);
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
     * Whether the key is there.
     *
     * @param key the key
     * @return true: it is
     * @throws StoreException if the store had to be asked and could not; unless the builder was told otherwise
     */
    public boolean contains(K key) {
        return has(Objects.requireNonNull(key, "key"));
    }

    /**
     * Whether the key is there, for a caller who is inside a transaction: a no of the filter is an answer,
     * and where the filter cannot tell the caller's own lookup decides, instead of the store.
     *
     * <pre>{@code
     * gate.contains("ada", store.on(connection));           // a JdbcKeyStore, on the connection of the transaction
     * gate.contains("ada", name -> users.existsByName(name));
     * }</pre>
     *
     * <p>It takes no second connection, and sees rows that the caller has written and not committed, if they
     * were given to {@link WriteTicket#adding} before. What it finds is for this call alone: nobody else is
     * given the answer, and it is not remembered.
     *
     * @param key the key
     * @param lookup whether the key is there as the caller sees it: all that was committed before it is
     *     asked, and the caller's own writes. Not an old snapshot, as under repeatable read: who reads one
     *     asks the store alone, without a gate
     * @return true: it is
     * @throws StoreException if the lookup threw it; unless the builder was told otherwise. Whatever else it
     *     throws comes out as it is
     */
    public boolean contains(K key, Predicate<? super K> lookup) {
        return has(Objects.requireNonNull(key, "key"), Objects.requireNonNull(lookup, "lookup"));
    }

    /**
     * {@link #contains}, without waiting for the store: a no of the filter is there at once.
     *
     * @param key the key
     * @return whether it is there
     */
    public CompletionStage<Boolean> containsAsync(K key) {
        return hasLater(Objects.requireNonNull(key, "key"));
    }

    /**
     * Those of the keys that are there. The store is asked once for all that the filter cannot answer.
     *
     * @param keys the keys
     * @return some of them, in their order
     */
    public Set<K> containsWhich(Collection<? extends K> keys) {
        return which(distinct(keys));
    }

    /**
     * {@link #containsWhich} on the executor of this gate.
     *
     * @param keys the keys
     * @return some of them, in their order
     */
    public CompletionStage<Set<K>> containsWhichAsync(Collection<? extends K> keys) {
        Set<K> distinct = distinct(keys);
        return later(() -> which(distinct));
    }

    /**
     * Inserts the key, unless it is there. Of all that try it at the same moment, here and elsewhere, exactly one gets true: the store decides.
     *
     * @param key the key
     * @return true: this call inserted it
     * @throws dev.bloomery.FilterFullException if the filter has no room; the store was not written
     * @throws StoreException if the store failed; its outcome says what is known
     */
    public boolean addIfAbsent(K key) {
        Objects.requireNonNull(key, "key");
        return write(key, null, () -> store.insert(key));
    }

    /**
     * Deletes the key, if it is there.
     *
     * @param key the key
     * @return true: this call deleted it
     * @throws StoreException if the store failed; its outcome says what is known
     */
    public boolean remove(K key) {
        Objects.requireNonNull(key, "key");
        return write(null, key, () -> store.delete(key));
    }

    /**
     * Makes {@code newKey} of {@code oldKey} in one step, if the old one is there and the new one is not.
     *
     * @param oldKey the key that is there
     * @param newKey the key that shall be there instead
     * @return true: this call did it
     * @throws dev.bloomery.FilterFullException if the filter has no room; the store was not written
     * @throws StoreException if the store failed; its outcome says what is known
     */
    public boolean replace(K oldKey, K newKey) {
        Objects.requireNonNull(oldKey, "oldKey");
        Objects.requireNonNull(newKey, "newKey");
        return write(newKey, oldKey, () -> store.replace(oldKey, newKey));
    }

    /**
     * {@link #addIfAbsent} on the executor of this gate.
     *
     * @param key the key
     * @return true: this call inserted it
     */
    public CompletionStage<Boolean> addIfAbsentAsync(K key) {
        Objects.requireNonNull(key, "key");
        return later(() -> addIfAbsent(key));
    }

    /**
     * {@link #remove} on the executor of this gate.
     *
     * @param key the key
     * @return true: this call deleted it
     */
    public CompletionStage<Boolean> removeAsync(K key) {
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
    public CompletionStage<Boolean> replaceAsync(K oldKey, K newKey) {
        Objects.requireNonNull(oldKey, "oldKey");
        Objects.requireNonNull(newKey, "newKey");
        return later(() -> replace(oldKey, newKey));
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
        return store.ordersWrites();
    }

    @Override
    boolean isStored(K key) {
        return store.contains(key);
    }

    /** The state, and what is wrong; no keys. */
    @Override
    public String toString() {
        return "Gate[" + state() + problems.text() + "]";
    }

    private static final class StoreAnswers<K> extends Answers<K, Boolean> {
        private static final Optional<Boolean> PRESENT = Optional.of(true);

        private final KeyStore<K> store;

        StoreAnswers(KeyStore<K> store, long longestWaitNanos) {
            super(longestWaitNanos);
            this.store = store;
        }

        @Override
        Optional<Boolean> ask(K key) {
            return store.contains(key) ? PRESENT : Optional.empty();
        }

        @Override
        Map<K, Boolean> askAll(Collection<K> keys) {
            Map<K, Boolean> found = new HashMap<>();
            for (K key : store.containsWhich(List.copyOf(keys))) {
                found.put(key, true);
            }
            return found;
        }
    }
}
