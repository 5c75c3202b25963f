package dev.bloomery;

import dev.bloomery.internal.family.Change;
import dev.bloomery.internal.family.FamilyTotals;
import dev.bloomery.internal.family.Found;
import dev.bloomery.internal.family.OwnedKey;
import dev.bloomery.internal.family.OwnerStore;
import dev.bloomery.internal.hash.KeyHasher;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;

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
        long[] hashes = new long[16];
        int count = 0;
        for (K key : Objects.requireNonNull(keys, "keys")) {
            if (count == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * count);
            }
            hashes[count++] = hash(ownerHash, key);
        }
        try {
            Change unused = requireRoom(store.replace(ownerHash, Arrays.copyOf(hashes, count)));
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
