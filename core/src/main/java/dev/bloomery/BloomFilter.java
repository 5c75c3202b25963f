package dev.bloomery;

import dev.bloomery.internal.bits.InsertionCount;
import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.key.KeyEncoder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/**
 * A Bloom filter: never forgets a key, answers <i>maybe</i> for an absent one with the FPP asked for, in about ten bits a
 * key at one percent. It takes more keys than its capacity, with a rising FPP; it cannot remove a key.
 *
 * <p>Threads: any number may add and query at the same time; adds are lock-free, queries wait-free. A filter built with
 * {@code singleWriter()} takes adds from one thread at a time, beside any number of queries.
 *
 * <p>Cost: a query encodes and hashes the key once and reads one cache line (layout blocked) or up to k (classic).
 * Nothing is allocated, but for the bytes of encoded keys that are longer than 64 KiB.
 *
 * @param <K> the type of the keys
 */
public final class BloomFilter<K> implements AddableFilter<K> {
    /** Keys of a batch that are hashed before the first of them is probed: their hashes stay in the L1 cache. */
    private static final int BATCH = 256;

    private final BloomSpec spec;
    private final Seed seed;
    private final boolean singleWriter;
    private final KeyHasher<K> hasher;
    private final BloomTable table;
    private final InsertionCount insertions;

    private BloomFilter(
            BloomSpec spec,
            Seed seed,
            boolean singleWriter,
            KeyHasher<K> hasher,
            BloomTable table,
            InsertionCount insertions) {
        this.spec = spec;
        this.seed = seed;
        this.singleWriter = singleWriter;
        this.hasher = hasher;
        this.table = table;
        this.insertions = insertions;
    }

    /** Expects a settled spec. */
    static <K> BloomFilter<K> empty(KeyEncoder<K> encoder, BloomSpec spec, Seed seed, boolean singleWriter) {
        Geometry geometry = spec.geometry();
        SpecChecks.fitsHeap(geometry, spec.capacity(), spec.targetFpp());
        return new BloomFilter<>(
                spec,
                seed,
                singleWriter,
                KeyHasher.of(encoder, spec.hash().seeded(seed)),
                BloomTable.of(geometry, !singleWriter),
                new InsertionCount(!singleWriter, 0));
    }

    @Override
    public boolean add(K key) {
        return addHash(hash(key));
    }

    @Override
    public boolean mightContain(K key) {
        return table.mightContainHash(hash(key));
    }

    @Override
    public long hash(K key) {
        return hasher.hash(Objects.requireNonNull(key, "key"));
    }

    @Override
    public boolean addHash(long hash) {
        boolean changed = table.addHash(hash);
        if (changed) {
            insertions.add(1);
        }
        return changed;
    }

    @Override
    public boolean mightContainHash(long hash) {
        return table.mightContainHash(hash);
    }

    @Override
    public long addAll(Iterable<? extends K> keys) {
        Iterator<? extends K> remaining = Objects.requireNonNull(keys, "keys").iterator();
        long[] hashes = new long[BATCH];
        long added = 0;
        while (remaining.hasNext()) {
            int count = 0;
            while (count < BATCH && remaining.hasNext()) {
                hashes[count++] = hash(remaining.next());
            }
            added += addBatch(hashes, count);
        }
        return added;
    }

    @Override
    public long addAll(K[] keys) {
        Objects.requireNonNull(keys, "keys");
        long[] hashes = new long[Math.min(BATCH, keys.length)];
        long added = 0;
        for (int at = 0; at < keys.length; at += BATCH) {
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
            table.mightContainHashes(hashes, hashBatch(keys, at, hashes), answers, at);
        }
        return answers;
    }

    @Override
    public boolean[] mightContainEachHash(long[] hashes) {
        boolean[] answers = new boolean[Objects.requireNonNull(hashes, "hashes").length];
        table.mightContainHashes(hashes, hashes.length, answers, 0);
        return answers;
    }

    private int hashBatch(K[] keys, int from, long[] hashes) {
        int count = Math.min(BATCH, keys.length - from);
        for (int i = 0; i < count; i++) {
            hashes[i] = hash(keys[from + i]);
        }
        return count;
    }

    private long addBatch(long[] hashes, int count) {
        long added = table.addHashes(hashes, count);
        insertions.add(added);
        return added;
    }

    @Override
    public double expectedFpp() {
        return table.geometry().fpp(insertions.get());
    }

    @Override
    public void clear() {
        table.clear();
        insertions.reset();
    }

    /**
     * A filter of its own with the same keys, spec and seed. Keys added meanwhile may be in it or not.
     *
     * @return the copy
     */
    public BloomFilter<K> copy() {
        long count = insertions.get();
        return new BloomFilter<>(
                spec, seed, singleWriter, hasher, table.copy(), new InsertionCount(!singleWriter, count));
    }

    @Override
    public BloomInfo info() {
        long count = insertions.get();
        long setBits = table.setBits();
        Geometry geometry = table.geometry();
        double distinct =
                geometry.keysFor(Math.min((double) setBits, geometry.bits() - 0.5)); // finite also when all are set
        return new BloomInfo(
                spec,
                count,
                Math.round(distinct),
                setBits,
                table.memoryBytes(),
                geometry.fpp(count),
                table.currentFpp());
    }

    /**
     * How this filter comes to its answer for {@code key}: the bits it looks at, and which of them said no.
     *
     * @param key the key
     * @return the explanation, fit to print; it shows where bits lie, so treat it like the seed
     */
    public Explanation explain(K key) {
        long hash = hash(key);
        Geometry geometry = table.geometry();
        List<Explanation.Probe> probes = new ArrayList<>();
        for (int i = 0; i < geometry.probes(); i++) {
            long position = geometry.position(hash, i);
            probes.add(new Explanation.Probe(position, table.isSet(position)));
        }
        long regionBits = geometry.regionBits();
        return new Explanation(probes, probes.get(0).position() / regionBits * regionBits, regionBits);
    }

    /**
     * The plan this filter was built from, settled.
     *
     * @return the spec, without the secret
     */
    public BloomSpec spec() {
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

    /** The spec and the count; neither keys nor the seed. */
    @Override
    public String toString() {
        return "BloomFilter[" + spec + ", " + insertions.get() + " insertions]";
    }
}
