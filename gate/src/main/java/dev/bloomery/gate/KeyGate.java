package dev.bloomery.gate;

import dev.bloomery.AddableFilter;
import dev.bloomery.gate.internal.state.CountedAnswers;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.ReadableKeyStore;
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
 * What {@link Gate} and {@link ReadOnlyGate} have in common: lookups of keys without owners.
 *
 * @param <K> the type of the keys
 */
abstract sealed class KeyGate<K> extends StoreGate<K> permits Gate, ReadOnlyGate {
    private final ReadableKeyStore<K> store;

    KeyGate(ReadableKeyStore<K> store, GateSettings<K> settings, WhenStoreFails whenStoreFails) {
        super(settings, store, new StoreAnswers<>(store, settings), whenStoreFails);
        this.store = store;
    }

    /**
     * Whether the key is there.
     *
     * @param key the key
     * @return true: it is
     * @throws dev.bloomery.gate.store.StoreException if the store had to be asked and could not, or the thread was interrupted while another lookup asked for the same key; unless the
     *     builder was told otherwise
     */
    public final boolean contains(K key) {
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
     * @throws dev.bloomery.gate.store.StoreException if the lookup threw it; unless the builder was told otherwise. Whatever else it
     *     throws comes out as it is
     */
    public final boolean contains(K key, Predicate<? super K> lookup) {
        return has(Objects.requireNonNull(key, "key"), Objects.requireNonNull(lookup, "lookup"));
    }

    /**
     * {@link #contains}, without waiting for the store: a no of the filter is there at once.
     *
     * @param key the key
     * @return whether it is there
     */
    public final CompletionStage<Boolean> containsAsync(K key) {
        return hasLater(Objects.requireNonNull(key, "key"));
    }

    /**
     * Those of the keys that are there. The store is asked once for all that the filter cannot answer.
     *
     * @param keys the keys
     * @return some of them, in their order
     */
    public final Set<K> containsWhich(Collection<? extends K> keys) {
        return which(distinct(keys));
    }

    /**
     * {@link #containsWhich} on the executor of this gate.
     *
     * @param keys the keys
     * @return some of them, in their order
     */
    public final CompletionStage<Set<K>> containsWhichAsync(Collection<? extends K> keys) {
        Set<K> distinct = distinct(keys);
        return later(() -> which(distinct));
    }

    /**
     * {@link #rebuild()} with filters of another size or kind, now and from now on. They have the capacity listeners that you give them.
     *
     * @param filters makes an empty filter for each rebuild
     * @return what was done
     * @throws IllegalStateException if the filters are durable
     */
    public final RebuildReport rebuildWith(Supplier<? extends AddableFilter<K>> filters) {
        Objects.requireNonNull(filters, "filters");
        return rebuildAfter(() -> settings.useFilters(filters));
    }

    @Override
    final boolean isStored(K key) {
        return store.contains(key);
    }

    private static final class StoreAnswers<K> extends CountedAnswers<K, Boolean> {
        private static final Optional<Boolean> PRESENT = Optional.of(true);

        private final ReadableKeyStore<K> store;

        StoreAnswers(ReadableKeyStore<K> store, GateSettings<K> settings) {
            super(settings.parts.flights(), settings.longestWaitNanos(), settings.events());
            this.store = store;
        }

        @Override
        public Optional<Boolean> fetch(K key) {
            return store.contains(key) ? PRESENT : Optional.empty();
        }

        @Override
        public Map<K, Boolean> fetchAll(Collection<K> keys) {
            Map<K, Boolean> found = new HashMap<>();
            for (K key : store.containsWhich(List.copyOf(keys))) {
                found.put(key, true);
            }
            return found;
        }
    }
}
