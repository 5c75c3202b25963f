package dev.bloomery;

import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.EncoderMatch;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Seed;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;

/** A filter that takes keys, one by one and in batches; what a hash does to the filter is up to the kind. */
abstract class AbstractHeapFilter<K, S extends FilterSpec> extends AbstractFilter<K, S> implements HeapFilter<K> {
    final boolean singleWriter;

    AbstractHeapFilter(KeyHasher<K> hasher, S spec, Seed seed, boolean singleWriter) {
        super(hasher, spec, seed);
        this.singleWriter = singleWriter;
    }

    /** Throws if the other was built from another plan or seed. */
    final void requireSamePlan(AbstractHeapFilter<K, S> other) {
        Optional<String> difference =
                seededSpec().difference(Objects.requireNonNull(other, "other").seededSpec());
        if (difference.isPresent()) {
            throw new IllegalArgumentException("filters of different plans cannot be merged: " + difference.get());
        }
        if (!EncoderMatch.mayMerge(hasher.form(), other.hasher.form())) {
            throw new IllegalArgumentException("filters of different encoders cannot be merged: one has "
                    + hasher.form() + ", the other " + other.hasher.form() + "; build both with the same encoder");
        }
    }

    /** Adds {@code hashes[0 .. count)}; how many of them were new. */
    abstract long addBatch(long[] hashes, int count);

    /** How many hashes at once {@link #addBatch} takes best, if there are so many; at least {@link #BATCH}. */
    int bulkSize() {
        return BATCH;
    }

    @Override
    public boolean add(K key) {
        return addHash(hash(key));
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
}
