package dev.bloomery;

import dev.bloomery.internal.bits.InsertionCount;
import dev.bloomery.internal.bits.KeyLocks;
import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.geometry.Limits;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.snapshot.SnapshotInput;
import dev.bloomery.internal.snapshot.StateInput;
import dev.bloomery.internal.snapshot.StateOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * A Bloom filter: never forgets a key, answers <i>maybe</i> for an absent one with the FPP asked for, in about ten bits a
 * key at one percent. It takes more keys than its capacity, with a rising FPP, unless it was told to reject them; it cannot
 * remove a key.
 *
 * <p>Threads: any number may add and query at the same time; adds are lock-free, queries wait-free. A filter built with
 * {@code singleWriter()} takes adds from one thread at a time, beside any number of queries.
 *
 * <p>Cost: a query encodes and hashes the key once and reads one cache line (layout blocked) or up to k (classic,
 * partitioned). Nothing is allocated, but for the bytes of encoded keys that are longer than 64 KiB.
 *
 * @param <K> the type of the keys
 */
public final class BloomFilter<K> extends KeyedFilter<K, BloomSpec>
        implements ClaimableFilter<K>, Mergeable<BloomFilter<K>> {
    private final BloomTable table;
    private final InsertionCount insertions;
    private final LongSupplier total; // of the insertions; made once, because adds hand it over
    private final CapacityWatch watch;

    private BloomFilter(
            KeyHasher<K> hasher,
            BloomSpec spec,
            Seed seed,
            boolean singleWriter,
            BloomTable table,
            CapacityWatch watch,
            long count) {
        super(hasher, spec, seed, singleWriter);
        this.table = table;
        this.watch = watch;
        this.insertions = new InsertionCount(!singleWriter, spec.capacity());
        insertions.set(count);
        this.total = insertions::get;
    }

    /** Expects a settled spec. */
    static <K> BloomFilter<K> empty(
            KeyHasher<K> hasher, BloomSpec spec, Seed seed, boolean singleWriter, CapacityRule rule) {
        Geometry geometry = spec.geometry();
        SpecChecks.fitsHeap(geometry.bits(), spec);
        return of(hasher, spec, seed, singleWriter, BloomTable.of(geometry, !singleWriter), rule);
    }

    /** With bits that come from elsewhere; the count is estimated from them, and the rule applies to it. */
    static <K> BloomFilter<K> of(
            KeyHasher<K> hasher, BloomSpec spec, Seed seed, boolean singleWriter, BloomTable table, CapacityRule rule) {
        CapacityWatch watch = new CapacityWatch(rule, spec, table.geometry(), true);
        long count = distinct(table.geometry(), table.setBits());
        BloomFilter<K> filter = new BloomFilter<>(hasher, spec, seed, singleWriter, table, watch, count);
        watch.inspect(filter.total);
        return filter;
    }

    /** Reads what {@link #stored} said; expects a settled spec. */
    static <K> BloomFilter<K> read(Opening<K> opening, BloomSpec spec) throws IOException {
        StateInput state = opening.state();
        long count = state.takeCount("an insertion count of", Limits.MAX_CAPACITY);
        state.end();
        BloomTable table = readTable(opening, spec);
        opening.end();
        CapacityWatch watch = new CapacityWatch(opening.rule(), spec, table.geometry(), true);
        BloomFilter<K> filter = new BloomFilter<>(
                opening.hasher(),
                spec,
                opening.seed(),
                opening.singleWriter(),
                table,
                watch,
                ReadCount.of(table, count));
        watch.inspect(filter.total);
        return filter;
    }

    private static <K> BloomTable readTable(Opening<K> opening, BloomSpec spec) throws IOException {
        Geometry geometry = spec.geometry();
        opening.requireHeap(geometry.bits(), Words.MAX_BITS);
        SnapshotInput in = opening.in();
        in.requireBody(BloomTable.byteLength(geometry));
        BloomTable table = BloomTable.read(geometry, !opening.singleWriter(), in::longs);
        if (table.hasMore()) {
            throw in.damaged("bits are set behind its last one");
        }
        return table;
    }

    @Override
    Stored stored() {
        long count = insertions.get();
        Body bits = Body.of(BloomTable.byteLength(table.geometry()), table::copyBytes);
        return new Stored(new StateOutput().putLong(count).toBuffer(), List.of(bits));
    }

    /** {@inheritDoc} */
    @Override
    public boolean mightContainLong(long key) {
        // not left to the interface: here both calls have one target, whatever other kinds a program uses
        return mightContainHash(hashLong(key));
    }

    @Override
    public boolean mightContainHash(long hash) {
        return table.mightContainHash(hash);
    }

    @Override
    public boolean addHash(long hash) {
        if (watch.full() && !table.mightContainHash(hash)) {
            throw watch.refusal();
        }
        boolean changed = table.addHash(hash);
        if (changed) {
            count(1);
        }
        return changed;
    }

    @Override
    public boolean claim(K key) {
        return claimHash(hash(key));
    }

    @Override
    public boolean claimHash(long hash) {
        ReentrantLock lock = KeyLocks.of(hash);
        lock.lock();
        try {
            if (table.mightContainHash(hash)) {
                return false;
            }
            if (watch.full()) {
                throw watch.refusal();
            }
            table.addHash(hash);
        } finally {
            lock.unlock();
        }
        count(1); // not under the lock: it may call a listener
        return true;
    }

    @Override
    long addBatch(long[] hashes, int count) {
        if (watch.rule().rejects()) {
            long added = 0;
            for (int i = 0; i < count; i++) {
                added += addHash(hashes[i]) ? 1 : 0;
            }
            return added;
        }
        long added = table.addHashes(hashes, count);
        count(added);
        return added;
    }

    @Override
    public boolean[] addEachHash(long[] hashes) {
        if (watch.rule().rejects()) {
            return super.addEachHash(hashes);
        }
        boolean[] changed = new boolean[Objects.requireNonNull(hashes, "hashes").length];
        count(table.addEach(hashes, changed));
        return changed;
    }

    @Override
    int bulkSize() {
        return watch.rule().rejects() ? super.bulkSize() : table.bulkSize();
    }

    @Override
    void answerBatch(long[] hashes, int count, boolean[] answers, int at) {
        table.mightContainHashes(hashes, count, answers, at);
    }

    private void count(long more) {
        if (insertions.add(more, watch.dueAt())) {
            watch.inspect(total);
        }
    }

    @Override
    public double expectedFpp() {
        return table.geometry().fpp(table.geometry().keysAfter(insertions.get()));
    }

    @Override
    public void clear() {
        table.clear();
        insertions.set(0);
        watch.reset();
    }

    /**
     * A filter of its own with the same keys, spec, seed and capacity policy. Keys added meanwhile may be in it or not.
     *
     * @return the copy
     */
    public BloomFilter<K> copy() {
        long count = insertions.get();
        return new BloomFilter<>(hasher, spec, seed, singleWriter, table.copy(), watch.copy(), count);
    }

    @Override
    public void mergeFrom(BloomFilter<K> other) {
        requireSamePlan(other);
        Geometry geometry = table.geometry();
        // the count is right, so only what comes new is estimated
        long own = table.setBits();
        long added = distinct(geometry, own + table.missingFrom(other.table)) - distinct(geometry, own);
        watch.checkTotal(insertions.get() + added);
        table.unionWith(other.table);
        insertions.add(added, Long.MAX_VALUE);
        watch.inspect(total);
    }

    /**
     * Keeps only what {@code other} has too. Keys that are in both are still found. The FPP is not that of a filter of those
     * keys alone: a key that is in neither gets <i>maybe</i> with {@code info().currentFpp()}, which is at most the lower one
     * of the two; a key that is in just one of them with the FPP that the other had. So the FPP for any key that is not in
     * both is at most the larger of the two. Call it when no other thread adds.
     *
     * @param other a filter of the same spec, seed and encoder
     * @throws IllegalArgumentException if spec or seed differ; the message says in what
     */
    public void intersectFrom(BloomFilter<K> other) {
        requireSamePlan(other);
        table.intersectWith(other.table);
        insertions.set(distinct(table.geometry(), table.setBits()));
        watch.reset();
        watch.inspect(total);
    }

    /**
     * A smaller filter with the same keys, for one that turned out too large: a {@code factor}-th of the size, and bit for
     * bit the filter that the keys would have made in that size. Its capacity is the number of keys up to which the target
     * holds there. {@code spec().size().get().fold(factor).fpp(n)} tells the FPP beforehand.
     *
     * <p>Sizes that the library computes fold by 2, 4, 8 and 16: in the classic layout all of them, in the others those of more
     * than 3,200 blocks or bits of a slice (blocked at one percent: from some 160,000 keys on). Smaller ones fold by what
     * divides them.
     *
     * @param factor a divisor of the bits (layout classic), of the bits of a slice (partitioned), of the blocks (blocked)
     * @return a new filter; this one stays as it is
     * @throws IllegalArgumentException if it is no divisor
     */
    public BloomFilter<K> fold(int factor) {
        BloomSizing folded = spec.size().orElseThrow().fold(factor);
        BloomSpec foldedSpec = new BloomSpec(
                folded.capacityAt(spec.targetFpp()), spec.targetFpp(), spec.layout(), spec.hash(), Optional.of(folded));
        return of(hasher, foldedSpec, seed, singleWriter, table.fold(factor), watch.rule());
    }

    @Override
    public BloomInfo info() {
        long count = insertions.get();
        long setBits = table.setBits();
        Geometry geometry = table.geometry();
        return new BloomInfo(
                spec,
                count,
                distinct(geometry, setBits),
                setBits,
                table.memoryBytes(),
                geometry.fpp(geometry.keysAfter(count)),
                table.currentFpp());
    }

    /** The number of distinct keys by the fill; finite also when all bits are set. */
    static long distinct(Geometry geometry, long setBits) {
        return Math.round(geometry.keysFor(Math.min((double) setBits, geometry.bits() - 0.5)));
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

    /** The spec and the count; neither keys nor the seed. */
    @Override
    public String toString() {
        return "BloomFilter[" + spec + ", " + insertions.get() + " insertions]";
    }
}
