package dev.bloomery.family;

import dev.bloomery.HashedFilter;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.internal.check.SpecChecks;
import dev.bloomery.internal.family.Additions;
import dev.bloomery.internal.family.Change;
import dev.bloomery.internal.family.FamilyTotals;
import dev.bloomery.internal.family.Found;
import dev.bloomery.internal.family.OwnedKey;
import dev.bloomery.internal.family.OwnerStore;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.key.KeyEncoder;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A small filter for each of very many owners: the articles that each of a million users has read. An owner is there with its first key and
 * its filter grows with its keys, from some forty bytes upward; the FPP is the one asked for at every size. A million owners with twenty
 * keys each take less than 64 bytes an owner at 1 %, everything counted.
 *
 * <p><b>Certain and probable.</b> A key that was added to an owner is never answered NO, until the owner is dropped. A key that was not is answered MAYBE
 * with at most the probability asked for. An owner is known by 64 bits of hash; that two share them costs false positives only, with a probability of
 * owners / 2^64.
 *
 * <p><b>Memory.</b> In a family with a directory, owners that were not asked for lately are spilled when the memory budget is passed, and
 * brought back when they are asked for. Without a directory new keys are refused then.
 *
 * <p><b>After the end of the process.</b> {@link #close} and {@link #checkpoint} write everything. Owners are kept in 64 parts by their hashes; a part to which
 * nothing was written after the last checkpoint is there again as it was. If it was changed since and the process or the machine ended without
 * {@link #close}, <b>every owner of that part is UNKNOWN</b>, also those never seen: {@link #mightContain} is true for each key. That
 * an owner had no key is never concluded from a log that may lack it. To make an owner known again, {@link #replace} it with its keys from your
 * store, or {@link #drop} it if it has none; keys that are added to an UNKNOWN owner are not kept. A change after a checkpoint is noted on the disk, and
 * synced, before the first change of each part, so 64 times at most.
 *
 * <p><b>Failure.</b> When the disk fails, changes throw an {@link UncheckedIOException} and have changed nothing; queries answer UNKNOWN. An
 * owner that is found damaged in the log is UNKNOWN.
 *
 * <p><b>Threads.</b> Any number may use a family at the same time. Each operation locks one of the 64 parts; a query may wait for another thread that
 * reads or writes the log of the same part. Nothing runs in the background.
 *
 * @param <O> the type of the owners
 * @param <K> the type of the keys
 */
public final class FilterFamily<O, K> implements Closeable {
    private final KeyHasher<O> owners;
    private final KeyHasher<K> keys;
    private final OwnerStore store;
    private final long memoryBudget;
    private volatile boolean closed;

    FilterFamily(KeyHasher<O> owners, KeyHasher<K> keys, OwnerStore store, long memoryBudget) {
        this.owners = owners;
        this.keys = keys;
        this.store = store;
        this.memoryBudget = memoryBudget;
    }

    /**
     * Where a family begins.
     *
     * @param owners how owners become bytes
     * @param keys how keys become bytes
     * @param targetFpp the FPP of each owner, a probability between 0 and 1; 0.01 for one percent
     * @param <O> the type of the owners
     * @param <K> the type of the keys
     * @return the builder
     */
    public static <O, K> FamilyBuilder<O, K> of(KeyEncoder<O> owners, KeyEncoder<K> keys, double targetFpp) {
        return new FamilyBuilder<>(
                Objects.requireNonNull(owners, "owners"),
                Objects.requireNonNull(keys, "keys"),
                SpecChecks.targetFpp(targetFpp));
    }

    private long hash(O owner) {
        if (closed) {
            throw new IllegalStateException("the family is closed; open it again");
        }
        return owners.hash(Objects.requireNonNull(owner, "owner"));
    }

    private long hash(long owner, K key) {
        return OwnedKey.hash(owner, keys.hash(Objects.requireNonNull(key, "key")));
    }

    /**
     * Adds a key to an owner, who need not be there yet.
     *
     * @param owner the owner
     * @param key the key
     * @return true if the owner certainly did not have it; false if it was there already, was a false positive, or the owner is UNKNOWN
     * @throws FilterFullException if the memory budget is used up and nothing can be spilled, or if the owner has as many keys as one can have, some
     *     hundred million at 1 % and some million at 1e-9; nothing was changed
     * @throws UncheckedIOException if the disk failed; nothing was changed
     */
    public boolean add(O owner, K key) {
        long ownerHash = hash(owner);
        try {
            return requireRoom(store.add(ownerHash, hash(ownerHash, key))) == Change.ADDED;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Change requireRoom(Change change) {
        if (change == Change.NO_MEMORY) {
            throw new FilterFullException(
                    "the owners take all of the memory budget of " + memoryBudget
                            + " bytes and none can be spilled; raise memoryBudget, drop owners, or open the family in a directory");
        }
        if (change == Change.OWNER_FULL) {
            throw new FilterFullException("the owner has as many keys as one can have at targetFpp "
                    + store.plan().targetFpp() + "; drop it, or give it a filter of its own");
        }
        return change;
    }

    /**
     * Adds many keys to an owner, in one step: nobody sees a part of them, and if it throws, none of them was added. One lock and one look for the
     * owner, where {@link #add} in a loop takes one for each key, and a filter that grows is copied once.
     *
     * @param owner the owner
     * @param keys the keys
     * @return how many the owner certainly did not have; of a key that comes twice the first one counts; 0 if the owner is UNKNOWN
     * @throws FilterFullException as {@link #add} does; nothing was changed
     * @throws UncheckedIOException if the disk failed; nothing was changed
     */
    public long addAll(O owner, Iterable<? extends K> keys) {
        long ownerHash = hash(owner);
        return addHashes(ownerHash, hashes(ownerHash, keys));
    }

    /**
     * {@link #addAll} for keys that their encoder turns into these longs; see {@link HashedFilter#hashLong}.
     *
     * @param owner the owner
     * @param keys what the encoder makes of the keys
     * @return as for {@link #addAll}
     * @throws FilterFullException as {@link #add} does; nothing was changed
     * @throws UncheckedIOException if the disk failed; nothing was changed
     */
    public long addAllLongs(O owner, long[] keys) {
        long ownerHash = hash(owner);
        return addHashes(ownerHash, longHashes(ownerHash, keys));
    }

    private long addHashes(long ownerHash, long[] hashes) {
        try {
            Additions done = store.addAll(ownerHash, hashes);
            Change unused = requireRoom(done.change());
            return done.added();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private long[] hashes(long ownerHash, Iterable<? extends K> keys) {
        Objects.requireNonNull(keys, "keys");
        long[] hashes = new long[keys instanceof Collection<?> sized ? sized.size() : 16];
        int count = 0;
        for (K key : keys) {
            if (count == hashes.length) {
                hashes = Arrays.copyOf(hashes, 16 + 2 * count);
            }
            hashes[count++] = hash(ownerHash, key);
        }
        return count == hashes.length ? hashes : Arrays.copyOf(hashes, count);
    }

    private long[] longHashes(long ownerHash, long[] keys) {
        long[] hashes = new long[Objects.requireNonNull(keys, "keys").length];
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] = OwnedKey.hash(ownerHash, this.keys.hash().ofLong(keys[i]));
        }
        return hashes;
    }

    /**
     * Whether the owner may have the key.
     *
     * @param owner the owner
     * @param key the key
     * @return false if it certainly does not; true for MAYBE and UNKNOWN
     */
    public boolean mightContain(O owner, K key) {
        return answer(owner, key) != FamilyAnswer.NO;
    }

    /**
     * What is known of a key of an owner.
     *
     * @param owner the owner
     * @param key the key
     * @return the answer
     */
    public FamilyAnswer answer(O owner, K key) {
        long ownerHash = hash(owner);
        Found found = store.answer(ownerHash, hash(ownerHash, key));
        return switch (found) {
            case NO -> FamilyAnswer.NO;
            case MAYBE -> FamilyAnswer.MAYBE;
            case UNKNOWN -> FamilyAnswer.UNKNOWN;
        };
    }

    /**
     * Whether the owner may have each of many keys: what {@link #mightContain} says, of one moment for all of them. One lock and one look for the
     * owner, where a loop takes one for each key.
     *
     * @param owner the owner
     * @param keys the keys; must not change meanwhile
     * @return in the order of the collection: false if the owner certainly does not have it; true for MAYBE, and for all keys of an UNKNOWN owner
     */
    public boolean[] mightContainEach(O owner, Collection<? extends K> keys) {
        long ownerHash = hash(owner);
        return orAllTrue(ask(ownerHash, hashes(ownerHash, keys)), keys.size());
    }

    /**
     * {@link #mightContainEach} for keys that their encoder turns into these longs; see {@link HashedFilter#hashLong}.
     *
     * @param owner the owner
     * @param keys what the encoder makes of the keys
     * @return as for {@link #mightContainEach}
     */
    public boolean[] mightContainEachLong(O owner, long[] keys) {
        long ownerHash = hash(owner);
        return orAllTrue(ask(ownerHash, longHashes(ownerHash, keys)), keys.length);
    }

    /** The answers, or null if nothing is known of the owner. */
    private boolean @Nullable [] ask(long ownerHash, long[] hashes) {
        boolean[] maybe = new boolean[hashes.length];
        return store.answerEach(ownerHash, hashes, maybe) ? maybe : null;
    }

    private static boolean[] orAllTrue(boolean @Nullable [] answers, int count) {
        if (answers != null) {
            return answers;
        }
        boolean[] all = new boolean[count];
        Arrays.fill(all, true);
        return all;
    }

    /**
     * What is known of many keys of an owner at one moment: of an UNKNOWN owner each answer is UNKNOWN, of any other one none is. Take this where
     * {@link #unseen} alone does not do: it tells an owner that has all the keys from one that must be {@link #replace replaced} first.
     *
     * @param owner the owner
     * @param keys the keys; must not change meanwhile
     * @return the answers in the order of the collection
     */
    public FamilyAnswer[] answerEach(O owner, Collection<? extends K> keys) {
        long ownerHash = hash(owner);
        boolean[] maybe = ask(ownerHash, hashes(ownerHash, keys));
        FamilyAnswer[] answers = new FamilyAnswer[keys.size()];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = maybe == null ? FamilyAnswer.UNKNOWN : maybe[i] ? FamilyAnswer.MAYBE : FamilyAnswer.NO;
        }
        return answers;
    }

    /**
     * The keys that the owner certainly does not have: what a feed may show without a look at the store. A new key is left out with the FPP; ask the
     * store for the others where that matters. <b>Of an UNKNOWN owner nothing is certain, so no key is returned</b>; {@link #answerEach} tells.
     *
     * @param owner the owner
     * @param keys the keys; must not change meanwhile
     * @return those of them whose answer is NO, in their order, and as often as they came; the caller may change the list
     */
    public List<K> unseen(O owner, Collection<? extends K> keys) {
        long ownerHash = hash(owner);
        boolean[] maybe = ask(ownerHash, hashes(ownerHash, keys));
        List<K> unseen = new ArrayList<>();
        if (maybe != null) {
            int i = 0;
            for (K key : keys) {
                if (!maybe[i++]) {
                    unseen.add(key);
                }
            }
        }
        return unseen;
    }

    /**
     * {@link #unseen} for keys that their encoder turns into these longs; see {@link HashedFilter#hashLong}.
     *
     * @param owner the owner
     * @param keys what the encoder makes of the keys
     * @return as for {@link #unseen}
     */
    public long[] unseenLongs(O owner, long[] keys) {
        long ownerHash = hash(owner);
        boolean[] maybe = ask(ownerHash, longHashes(ownerHash, keys));
        if (maybe == null) {
            return new long[0];
        }
        long[] unseen = new long[keys.length];
        int count = 0;
        for (int i = 0; i < keys.length; i++) {
            if (!maybe[i]) {
                unseen[count++] = keys[i];
            }
        }
        return Arrays.copyOf(unseen, count);
    }

    /**
     * Forgets all keys of an owner. An UNKNOWN owner is then known to have none.
     *
     * @param owner the owner
     * @return true if it had keys, or may have had some
     * @throws UncheckedIOException if the disk failed; nothing was changed
     */
    public boolean drop(O owner) {
        try {
            return store.drop(hash(owner));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Gives an owner these keys and no others, in one step: nobody sees a part of them. It makes an UNKNOWN owner known.
     *
     * @param owner the owner
     * @param keys all of its keys
     * @throws FilterFullException as {@link #add} does; the owner is then as it was, or UNKNOWN if there were more keys than an owner can have
     * @throws UncheckedIOException if the disk failed; nothing was changed
     */
    public void replace(O owner, Iterable<? extends K> keys) {
        long ownerHash = hash(owner);
        long[] hashes = hashes(ownerHash, keys);
        try {
            Change unused = requireRoom(store.replace(ownerHash, hashes));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * How many owners something is known of. Their names are not kept.
     *
     * @return owners in memory and in the log
     */
    public long owners() {
        return store.totals().owners();
    }

    /**
     * The whole in numbers.
     *
     * @return the numbers of this moment
     */
    public FamilyInfo info() {
        FamilyTotals totals = store.totals();
        return new FamilyInfo(
                totals.owners() - totals.spilled(),
                totals.spilled(),
                totals.lost(),
                totals.keys(),
                store.plan().targetFpp(),
                totals.expectedFpp(),
                totals.memoryBytes(),
                memoryBudget,
                totals.logBytes(),
                totals.spills(),
                totals.returns(),
                totals.unknownShare(),
                totals.damagedShare());
    }

    /**
     * Writes what is in memory to the directory and syncs it, part by part, for all parts that were changed since the last one. Until a part is
     * changed again, it survives a crash. Of a family without a directory nothing is written.
     *
     * @throws IOException if the disk failed; the family goes on, and parts that were changed are UNKNOWN after a crash, as before
     */
    public void checkpoint() throws IOException {
        store.checkpoint();
    }

    /**
     * Lets go of the directory without writing anything, for one that is to be deleted. If it is opened again instead, it is as after a crash. Queries
     * and changes end as after {@link #close}.
     *
     * @throws IOException if a file cannot be closed
     */
    public void abandon() throws IOException {
        if (!closed) {
            closed = true;
            store.close();
        }
    }

    /**
     * A {@link #checkpoint}, then lets go of the directory. Threads that still change the family lose their change or make its part UNKNOWN; let them
     * end before. A second call does nothing.
     *
     * @throws IOException if the disk failed; parts that were changed are UNKNOWN when the family is opened again
     */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            try {
                store.checkpoint();
            } finally {
                store.close();
            }
        }
    }
}
