package dev.bloomery.gate;

import dev.bloomery.family.FamilyBuilder;
import dev.bloomery.family.FamilyInfo;
import dev.bloomery.gate.internal.generation.FamilyGeneration;
import dev.bloomery.gate.internal.generation.FamilyGenerations;
import dev.bloomery.gate.internal.generation.ForgetsOwners;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.protocol.DropOwner;
import dev.bloomery.gate.internal.state.CountedAnswers;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.report.WriteCounts.Operation;
import dev.bloomery.gate.store.OwnedKey;
import dev.bloomery.gate.store.OwnedKeyStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * A family of filters in front of a store of keys that belong to owners: says exactly whether an owner has a key, and asks the store only where the
 * owner's filter cannot tell. Which articles has each of a million users read?
 *
 * <pre>{@code
 * OwnerGate<String, Long> read = OwnerGate.over(store, FilterFamily.of(KeyEncoder.utf8(), KeyEncoder.int64(), 0.01))
 *         .writers(StoreWriters.onlyThisProcess())
 *         .open();
 * read.contains("anna", 4711L);      // no: from the filter alone
 * read.addIfAbsent("anna", 4711L);   // true for exactly one caller
 * read.removeOwner("anna");
 * }</pre>
 *
 * <p>What it promises, and what you do, is as for {@link Gate}, with these differences:
 *
 * <ol>
 *   <li>Owners come with their first key, and their filters grow: no number of keys is planned.
 *   <li>A key that was removed is a false positive until the next rebuild. {@link #removeOwner} gives the memory back at once, unless a key of the
 *       owner was written meanwhile or is in doubt, or others write the store.
 *   <li>With {@link OwnerGateBuilder#spillTo}, the memory budget of the family holds, and owners that are not asked for are on the disk. Without,
 *       writes are refused that would pass it. During a rebuild there are two families.
 *   <li>An owner whose filter cannot be read from the disk is unknown: the store is asked, until the next rebuild.
 * </ol>
 *
 * <p>For any number of threads. A no locks one of 64 parts of the family for the time of a look, and waits for the disk if the owner was spilled.
 *
 * @param <O> the type of the owners
 * @param <K> the type of the keys
 */
public final class OwnerGate<O, K> extends StoreGate<OwnedKey<O, K>> implements AnyGate<OwnedKey<O, K>> {
    private final OwnedKeyStore<O, K> store;
    private final FamilyGenerations<O, K> families;

    OwnerGate(
            OwnedKeyStore<O, K> store,
            FamilyGenerations<O, K> families,
            GateSettings<OwnedKey<O, K>> settings,
            WhenStoreFails whenStoreFails) {
        super(settings, store, new StoreAnswers<>(store, settings), whenStoreFails);
        this.store = store;
        this.families = families;
    }

    /**
     * Begins a gate.
     *
     * @param store the store
     * @param families describes the family; it must not be changed afterwards. Each rebuild makes a new one
     * @param <O> the type of the owners
     * @param <K> the type of the keys
     * @return the question who writes the store
     */
    public static <O, K> WritersStep<OwnedKey<O, K>, OwnerGateBuilder<O, K>> over(
            OwnedKeyStore<O, K> store, FamilyBuilder<O, K> families) {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(families, "families");
        return writers -> {
            FamilyGenerations<O, K> generations = new FamilyGenerations<>(families);
            GateSettings<OwnedKey<O, K>> settings = new GateSettings<>(generations, writers);
            settings.ownerOf = OwnedKey::owner;
            return new OwnerGateBuilder<>(store, generations, settings);
        };
    }

    /**
     * Whether the owner has the key.
     *
     * @param owner the owner
     * @param key the key
     * @return true: it has
     * @throws dev.bloomery.gate.store.StoreException if the store had to be asked and could not; unless the builder was told otherwise
     */
    public boolean contains(O owner, K key) {
        return has(new OwnedKey<>(owner, key));
    }

    /**
     * Whether the owner certainly has not the key, by the filter alone, as {@link AnyGate#isCertainlyAbsent}.
     * It waits for no store; if the owner was spilled, for the disk.
     *
     * @param owner the owner
     * @param key the key
     * @return true: it had not at some moment of this call; always false while the gate is not active
     */
    public boolean isCertainlyAbsent(O owner, K key) {
        return isCertainlyAbsent(new OwnedKey<>(owner, key));
    }

    /**
     * {@link #contains}, without waiting for the store: a no of the filter is there at once.
     *
     * @param owner the owner
     * @param key the key
     * @return whether it has it
     */
    public CompletionStage<Boolean> containsAsync(O owner, K key) {
        return hasLater(new OwnedKey<>(owner, key));
    }

    /**
     * Those of the keys that the owner has. The store is asked once for all that the filter cannot answer.
     *
     * @param owner the owner
     * @param keys the keys
     * @return some of them, in their order
     */
    public Set<K> containsWhich(O owner, Collection<? extends K> keys) {
        return keysOf(which(owned(owner, keys)));
    }

    private Set<OwnedKey<O, K>> owned(O owner, Collection<? extends K> keys) {
        Objects.requireNonNull(owner, "owner");
        Set<OwnedKey<O, K>> owned = new LinkedHashSet<>();
        for (K key : Objects.requireNonNull(keys, "keys")) {
            owned.add(new OwnedKey<>(owner, key));
        }
        return owned;
    }

    private Set<K> keysOf(Set<OwnedKey<O, K>> owned) {
        return owned.stream().map(OwnedKey::key).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * {@link #containsWhich} on the executor of this gate.
     *
     * @param owner the owner
     * @param keys the keys
     * @return some of them, in their order
     */
    public CompletionStage<Set<K>> containsWhichAsync(O owner, Collection<? extends K> keys) {
        Set<OwnedKey<O, K>> owned = owned(owner, keys);
        return later(() -> keysOf(which(owned)));
    }

    /**
     * Gives the owner the key, unless it has it. Of all that try it at the same moment exactly one gets true: the store decides.
     *
     * @param owner the owner
     * @param key the key
     * @return true: this call inserted it
     * @throws dev.bloomery.capacity.FilterFullException if the memory budget is used up; the store was not written
     * @throws java.io.UncheckedIOException if the disk that the family spills to failed; the store was not written
     * @throws dev.bloomery.gate.store.StoreException if the store failed; its outcome says what is known
     */
    public boolean addIfAbsent(O owner, K key) {
        return insert(new OwnedKey<>(owner, key));
    }

    private boolean insert(OwnedKey<O, K> owned) {
        return insert(Operation.ADD, owned, () -> store.insert(owned.owner(), owned.key()));
    }

    /**
     * {@link #addIfAbsent} on the executor of this gate.
     *
     * @param owner the owner
     * @param key the key
     * @return true: this call inserted it
     */
    public CompletionStage<Boolean> addIfAbsentAsync(O owner, K key) {
        OwnedKey<O, K> owned = new OwnedKey<>(owner, key);
        return later(() -> insert(owned));
    }

    /**
     * Deletes the key of the owner, if it has it.
     *
     * @param owner the owner
     * @param key the key
     * @return true: this call deleted it
     * @throws dev.bloomery.gate.store.StoreException if the store failed; its outcome says what is known
     */
    public boolean remove(O owner, K key) {
        return delete(new OwnedKey<>(owner, key));
    }

    private boolean delete(OwnedKey<O, K> owned) {
        return write(Operation.REMOVE, null, owned, () -> store.delete(owned.owner(), owned.key()));
    }

    /**
     * {@link #remove} on the executor of this gate.
     *
     * @param owner the owner
     * @param key the key
     * @return true: this call deleted it
     */
    public CompletionStage<Boolean> removeAsync(O owner, K key) {
        OwnedKey<O, K> owned = new OwnedKey<>(owner, key);
        return later(() -> delete(owned));
    }

    /**
     * Deletes all keys of the owner.
     *
     * @param owner the owner
     * @return true: it had some
     * @throws dev.bloomery.gate.store.StoreException if the store failed; if the outcome is unknown the owner is in doubt
     */
    public boolean removeOwner(O owner) {
        Objects.requireNonNull(owner, "owner");
        return counted(
                Operation.REMOVE_OWNER,
                () -> store.deleteOwner(owner),
                change -> new DropOwner<>(
                                core,
                                owner,
                                change,
                                (generation, mayForget) -> forgetter(generation).dropIf(owner, mayForget),
                                settlesDoubts())
                        .run());
    }

    @SuppressWarnings("unchecked") // all generations of this gate are of its owners
    private ForgetsOwners<O> forgetter(Generation<OwnedKey<O, K>> generation) {
        return (ForgetsOwners<O>) generation;
    }

    /**
     * {@link #removeOwner} on the executor of this gate.
     *
     * @param owner the owner
     * @return true: it had some
     */
    public CompletionStage<Boolean> removeOwnerAsync(O owner) {
        Objects.requireNonNull(owner, "owner");
        return later(() -> removeOwner(owner));
    }

    /**
     * Says that every {@link #removeOwner} of this owner whose outcome was not known has ended, one way or the other. Until then no questions for
     * its keys are shared.
     *
     * @param owner the owner
     */
    public void settleOwner(O owner) {
        core.settleOwner(Objects.requireNonNull(owner, "owner"));
    }

    /**
     * {@link #rebuild()} with families of another plan, now and from now on.
     *
     * @param others describes them; must not be changed afterwards
     * @return what was done
     */
    public RebuildReport rebuildWith(FamilyBuilder<O, K> others) {
        Objects.requireNonNull(others, "others");
        return rebuildAfter(() -> families.use(others));
    }

    /**
     * The family that answers, in numbers.
     *
     * @return the numbers of this moment; empty if there is none yet
     */
    public Optional<FamilyInfo> familyInfo() {
        Generation<OwnedKey<O, K>> current = core.views.get().current();
        return Optional.ofNullable((FamilyGeneration<O, K>) current).map(FamilyGeneration::familyInfo);
    }

    @Override
    boolean settlesDoubts() {
        return store.ordersWrites();
    }

    @Override
    boolean isStored(OwnedKey<O, K> key) {
        return store.contains(key.owner(), key.key());
    }

    private static final class StoreAnswers<O, K> extends CountedAnswers<OwnedKey<O, K>, Boolean> {
        private final OwnedKeyStore<O, K> store;

        StoreAnswers(OwnedKeyStore<O, K> store, GateSettings<OwnedKey<O, K>> settings) {
            super(settings.parts.flights(), settings.longestWaitNanos(), settings.events());
            this.store = store;
        }

        @Override
        public Optional<Boolean> fetch(OwnedKey<O, K> key) {
            return store.contains(key.owner(), key.key()) ? Optional.of(true) : Optional.empty();
        }

        /** Keys of one owner, which is what a batch has. */
        @Override
        public Map<OwnedKey<O, K>, Boolean> fetchAll(Collection<OwnedKey<O, K>> keys) {
            O owner = keys.iterator().next().owner();
            List<K> asked = keys.stream().map(OwnedKey::key).toList();
            Map<OwnedKey<O, K>, Boolean> found = new HashMap<>();
            for (K key : store.containsWhich(owner, asked)) {
                found.put(new OwnedKey<>(owner, key), true);
            }
            return found;
        }
    }
}
