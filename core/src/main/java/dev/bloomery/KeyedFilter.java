package dev.bloomery;

import dev.bloomery.internal.hash.Hash64;
import dev.bloomery.internal.hash.KeyHasher;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;

/**
 * The plan of a filter and the way from keys to hashes, one by one and in batches; what a hash does to the filter is up to
 * the kind.
 *
 * <p>Batches are hashed first and probed then: the probes of different keys do not wait for each other.
 */
abstract class KeyedFilter<K, S extends FilterSpec> implements AddableFilter<K> {
    /** Keys of a batch that are hashed before the first of them is probed: their hashes stay in the L1 cache. */
    private static final int BATCH = 256;

    final KeyHasher<K> hasher;
    private final Hash64 hash; // that of the hasher: a step less on the way of primitive keys
    final S spec;
    final Seed seed;
    final boolean singleWriter;

    KeyedFilter(KeyHasher<K> hasher, S spec, Seed seed, boolean singleWriter) {
        this.hasher = hasher;
        this.hash = hasher.hash();
        this.spec = spec;
        this.seed = seed;
        this.singleWriter = singleWriter;
    }

    /**
     * The plan this filter was built from, settled.
     *
     * @return the spec, without the secret
     */
    public S spec() {
        return spec;
    }

    /**
     * The plan and the <b>secret</b> seed: what it takes to build a filter with the same positions.
     *
     * @return spec and seed
     */
    public SeededSpec seededSpec() {
        return new SeededSpec(spec, seed);
    }

    /** Throws if the other was built from another plan or seed. */
    final void requireSamePlan(KeyedFilter<K, S> other) {
        Optional<String> difference =
                seededSpec().difference(Objects.requireNonNull(other, "other").seededSpec());
        if (difference.isPresent()) {
            throw new IllegalArgumentException("filters of different plans cannot be merged: " + difference.get());
        }
    }

    /** Adds {@code hashes[0 .. count)}; how many of them were new. */
    abstract long addBatch(long[] hashes, int count);

    /** Answers {@code hashes[0 .. count)} in {@code answers[at .. at + count)}. */
    abstract void answerBatch(long[] hashes, int count, boolean[] answers, int at);

    /** How many hashes at once {@link #addBatch} takes best, if there are so many; at least {@link #BATCH}. */
    int bulkSize() {
        return BATCH;
    }

    @Override
    public long hash(K key) {
        return hasher.hash(Objects.requireNonNull(key, "key"));
    }

    @Override
    public long hashLong(long key) {
        return hash.ofLong(key);
    }

    @Override
    public boolean add(K key) {
        return addHash(hash(key));
    }

    @Override
    public boolean mightContain(K key) {
        return mightContainHash(hash(key));
    }

    @Override
    public long addAll(Iterable<? extends K> keys) {
        Iterator<? extends K> remaining = Objects.requireNonNull(keys, "keys").iterator();
        long[] hashes = new long[BATCH];
        long added = 0;
        while (remaining.hasNext()) {
            int count = hashBatch(remaining, hashes);
            added += addBatch(hashes, count);
            if (count < bulkSize() && remaining.hasNext()) {
                hashes = new long[Math.min(2 * count, bulkSize())]; // how many there will be is not known
            }
        }
        return added;
    }

    @Override
    public long addAll(K[] keys) {
        Objects.requireNonNull(keys, "keys");
        long[] hashes = new long[Math.min(bulkSize(), keys.length)];
        long added = 0;
        for (int at = 0; at < keys.length; at += hashes.length) {
            added += addBatch(hashes, hashBatch(keys, at, hashes));
        }
        return added;
    }

    @Override
    public long addAllLongs(long[] keys) {
        Objects.requireNonNull(keys, "keys");
        long[] hashes = new long[Math.min(bulkSize(), keys.length)];
        long added = 0;
        for (int at = 0; at < keys.length; at += hashes.length) {
            added += addBatch(hashes, hashBatch(keys, at, hashes));
        }
        return added;
    }

    @Override
    public long addAllHashes(long[] hashes) {
        return addBatch(Objects.requireNonNull(hashes, "hashes"), hashes.length);
    }

    @Override
    public boolean[] mightContainEach(K[] keys) {
        Objects.requireNonNull(keys, "keys");
        boolean[] answers = new boolean[keys.length];
        long[] hashes = new long[Math.min(BATCH, keys.length)];
        for (int at = 0; at < keys.length; at += BATCH) {
            answerBatch(hashes, hashBatch(keys, at, hashes), answers, at);
        }
        return answers;
    }

    @Override
    public boolean[] mightContainEach(Collection<? extends K> keys) {
        boolean[] answers = new boolean[Objects.requireNonNull(keys, "keys").size()];
        Iterator<? extends K> remaining = keys.iterator();
        long[] hashes = new long[Math.min(BATCH, answers.length)];
        for (int at = 0; at < answers.length; at += BATCH) {
            answerBatch(hashes, hashBatch(remaining, hashes), answers, at);
        }
        return answers;
    }

    @Override
    public boolean[] mightContainEachLong(long[] keys) {
        Objects.requireNonNull(keys, "keys");
        boolean[] answers = new boolean[keys.length];
        long[] hashes = new long[Math.min(BATCH, keys.length)];
        for (int at = 0; at < keys.length; at += BATCH) {
            answerBatch(hashes, hashBatch(keys, at, hashes), answers, at);
        }
        return answers;
    }

    @Override
    public boolean[] mightContainEachHash(long[] hashes) {
        boolean[] answers = new boolean[Objects.requireNonNull(hashes, "hashes").length];
        answerBatch(hashes, hashes.length, answers, 0);
        return answers;
    }

    private int hashBatch(Iterator<? extends K> keys, long[] hashes) {
        int count = 0;
        while (count < hashes.length && keys.hasNext()) {
            hashes[count++] = hash(keys.next());
        }
        return count;
    }

    private int hashBatch(K[] keys, int from, long[] hashes) {
        int count = Math.min(hashes.length, keys.length - from);
        for (int i = 0; i < count; i++) {
            hashes[i] = hash(keys[from + i]);
        }
        return count;
    }

    private int hashBatch(long[] keys, int from, long[] hashes) {
        int count = Math.min(hashes.length, keys.length - from);
        for (int i = 0; i < count; i++) {
            hashes[i] = hashLong(keys[from + i]);
        }
        return count;
    }
}
