package dev.bloomery;

import dev.bloomery.internal.hash.Hash64;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.hash.Xxh3;
import dev.bloomery.internal.kind.Content;
import dev.bloomery.internal.kind.StoredParts;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.SeededSpec;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a filter and the way from keys to hashes, one by one and in batches; how a hash is answered is up to the kind.
 *
 * <p>Batches are hashed first and probed then: the probes of different keys do not wait for each other.
 */
abstract class AbstractFilter<K, S extends FilterSpec> implements Snapshotable<K> {
    /** Keys of a batch that are hashed before the first of them is probed: their hashes stay in the L1 cache. */
    static final int BATCH = 256;

    final KeyHasher<K> hasher;

    // the hash of the hasher for primitive keys: where fields are read anew for every key, asking which one it is costs
    // as much as a read
    private final @Nullable Hash64 keyed; // null if longs are just mixed
    private final long flip;

    final S spec;
    final Seed seed;

    AbstractFilter(KeyHasher<K> hasher, S spec, Seed seed) {
        this.hasher = hasher;
        Hash64 hash = hasher.hash();
        this.keyed = hash instanceof Xxh3 ? null : hash;
        this.flip = hash instanceof Xxh3 mixing ? mixing.flip() : 0;
        this.spec = spec;
        this.seed = seed;
    }

    @Override
    public S spec() {
        return spec;
    }

    @Override
    public SeededSpec seededSpec() {
        return new SeededSpec(spec, seed);
    }

    /** What a snapshot keeps of this filter beside its plan; the bytes are read when they are asked for. */
    abstract StoredParts stored();

    /** What {@link #hasSameContent} compares: what is stored, but for the counts. */
    Content content() {
        return new Content(spec, stored().parts());
    }

    /** Expects a filter of the same class, plan and seed. */
    boolean hasSameBits(AbstractFilter<?, ?> other) {
        return content().isSame(other.content());
    }

    @Override
    public boolean hasSameContent(Snapshotable<?> other) {
        Objects.requireNonNull(other, "other");
        if (this == other) {
            return true;
        }
        return getClass() == other.getClass()
                && other instanceof AbstractFilter<?, ?> filter
                && seededSpec().equals(filter.seededSpec())
                && hasher.hashesLongs() == filter.hasher.hashesLongs()
                && hasSameBits(filter);
    }

    @Override
    public SnapshotWriter snapshot() {
        return new SnapshotWriter(this);
    }

    /** Answers {@code hashes[0 .. count)} in {@code answers[at .. at + count)}. */
    abstract void answerBatch(long[] hashes, int count, boolean[] answers, int at);

    @Override
    public long hash(K key) {
        return hasher.hash(Objects.requireNonNull(key, "key"));
    }

    @Override
    public long hashLong(long key) {
        return keyed == null ? Xxh3.mix(key ^ flip) : keyed.ofLong(key);
    }

    @Override
    public boolean mightContain(K key) {
        return mightContainHash(hash(key));
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

    final int hashBatch(Iterator<? extends K> keys, long[] hashes) {
        int count = 0;
        while (count < hashes.length && keys.hasNext()) {
            hashes[count++] = hash(keys.next());
        }
        return count;
    }

    final int hashBatch(K[] keys, int from, long[] hashes) {
        int count = Math.min(hashes.length, keys.length - from);
        for (int i = 0; i < count; i++) {
            hashes[i] = hash(keys[from + i]);
        }
        return count;
    }

    final int hashBatch(long[] keys, int from, long[] hashes) {
        int count = Math.min(hashes.length, keys.length - from);
        for (int i = 0; i < count; i++) {
            hashes[i] = hashLong(keys[from + i]);
        }
        return count;
    }
}
