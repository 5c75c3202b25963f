package dev.bloomery;

import dev.bloomery.info.BloomInfo;
import dev.bloomery.info.Explanation;
import dev.bloomery.info.QuickInfo;
import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.capacity.CapacityCount;
import dev.bloomery.internal.capacity.CapacityGauge;
import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.internal.capacity.CapacityWatch;
import dev.bloomery.internal.count.InsertionCount;
import dev.bloomery.internal.count.KeyLocks;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.BloomState;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.kind.StoredParts;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.snapshot.SnapshotInput;
import dev.bloomery.internal.table.HeapRoom;
import dev.bloomery.internal.table.ReadCount;
import dev.bloomery.internal.table.SpecGeometry;
import dev.bloomery.internal.table.TableLoad;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A Bloom filter: never forgets a key, answers <i>maybe</i> for an absent one with the FPP asked for, in about ten bits a
 * key at one percent. It takes more keys than its capacity, with a rising FPP, unless it was told to reject them; it cannot
 * remove a key.
 *
 * <p>Threads: any number may add and query at the same time; adds are lock-free, queries wait-free. A filter built with
 * {@code singleWriter()} takes adds from one thread at a time, beside any number of queries.
 *
 * <p>Cost: a query encodes and hashes the key once and reads one cache line (layout blocked), two (paired) or up to k
 * (classic, partitioned). Nothing is allocated, but for the bytes of encoded keys that are longer than 64 KiB.
 *
 * @param <K> the type of the keys
 */
public final class BloomFilter<K> extends AbstractHeapFilter<K, BloomSpec>
        implements ClaimableFilter<K>, Mergeable<BloomFilter<K>> {
    private final BloomTable table;
    private final InsertionCount insertions;
    private final CapacityCount count; // made once, because adds hand it over
    private final CapacityWatch watch;

    /** How many of the insertions are estimated from the bits, beyond what these prove; changed by merges and the like. */
    private volatile long unproven;

    private BloomFilter(
            KeyHasher<K> hasher,
            BloomSpec spec,
            Seed seed,
            boolean singleWriter,
            BloomTable table,
            CapacityWatch watch,
            ReadCount count) {
        super(hasher, spec, seed, singleWriter);
        this.table = table;
        this.watch = watch;
        this.insertions = new InsertionCount(!singleWriter, spec.capacity());
        insertions.set(count.count());
        this.unproven = count.count() - count.known();
        this.count = new CapacityCount() {
            @Override
            public long known() {
                return BloomFilter.this.known();
            }

            @Override
            public long insertions() {
                return insertions.get();
            }
        };
    }

    /** A count that is never above the number of distinct keys. */
    private long known() {
        return insertions.get() - table.races() - unproven;
    }

    /** Expects a settled spec. */
    static <K> BloomFilter<K> empty(
            KeyHasher<K> hasher, BloomSpec spec, Seed seed, boolean singleWriter, CapacityRule rule) {
        Geometry geometry = SpecGeometry.of(spec);
        HeapRoom.require(geometry.bits(), spec);
        BloomTable table =
                HeapRoom.of(BloomTable.memoryBytes(geometry), spec, () -> BloomTable.of(geometry, !singleWriter));
        return of(hasher, spec, seed, singleWriter, table, rule);
    }

    /** With bits that come from elsewhere; the count is estimated from them, and the rule applies to what they prove. */
    static <K> BloomFilter<K> of(
            KeyHasher<K> hasher, BloomSpec spec, Seed seed, boolean singleWriter, BloomTable table, CapacityRule rule) {
        CapacityWatch watch = new CapacityWatch(rule, spec, CapacityGauge.ofNewKeys(table.geometry()));
        BloomFilter<K> filter = new BloomFilter<>(hasher, spec, seed, singleWriter, table, watch, countByBits(table));
        watch.inspect(filter.count);
        return filter;
    }

    private static ReadCount countByBits(BloomTable table) {
        long setBits = table.setBits();
        return new ReadCount(
                TableLoad.newByBits(table.geometry(), setBits), TableLoad.newForCertain(table.geometry(), setBits));
    }

    /** Reads what {@link #stored} said; expects a settled spec. */
    static <K> BloomFilter<K> read(Opening<K> opening, BloomSpec spec) throws IOException {
        ReadCount noted = BloomState.read(opening.state()).count();
        BloomTable table = readTable(opening, spec);
        opening.end();
        CapacityWatch watch = new CapacityWatch(
                opening.rule(CapacityRule.DEFAULT.policy()), spec, CapacityGauge.ofNewKeys(table.geometry()));
        BloomFilter<K> filter = new BloomFilter<>(
                opening.hasher(),
                spec,
                opening.seed(),
                opening.singleWriter(),
                table,
                watch,
                ReadCount.of(table, noted));
        watch.inspect(filter.count);
        return filter;
    }

    private static <K> BloomTable readTable(Opening<K> opening, BloomSpec spec) throws IOException {
        Geometry geometry = SpecGeometry.of(spec);
        opening.requireHeap(geometry.bits(), Words.MAX_BITS);
        SnapshotInput in = opening.in();
        in.requireBody(BloomTable.byteLength(geometry));
        BloomTable table = HeapRoom.of(
                BloomTable.memoryBytes(geometry),
                spec,
                () -> BloomTable.read(geometry, !opening.singleWriter(), in::longs));
        if (table.hasMore()) {
            in.suspect("bits are set behind its last one");
        }
        return table;
    }

    @Override
    StoredParts stored() {
        ByteBuffer state = new BloomState(counted()).toState();
        Body bits = Body.of(BloomTable.byteLength(table.geometry()), table::copyBytes);
        return new StoredParts(state, List.of(bits));
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
        int added;
        lock.lock();
        try {
            if (table.mightContainHash(hash)) {
                return false;
            }
            if (watch.full()) {
                throw watch.refusal();
            }
            added = table.addHash(hash) ? 1 : 0; // 0 if an add that is no claim was faster
        } finally {
            lock.unlock();
        }
        count(added); // not under the lock: it may call a listener
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
        count(table.addEach(hashes, hashes.length, changed));
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
            watch.inspect(count);
        }
    }

    /** The insertions and how many of them are certain, to hand on. */
    private ReadCount counted() {
        long certain = known();
        return new ReadCount(Math.max(certain, insertions.get()), Math.max(0, certain));
    }

    @Override
    public double expectedFpp() {
        return TableLoad.fpp(table.geometry(), spec.capacity(), insertions.get(), table::setBits);
    }

    @Override
    public void clear() {
        table.clear();
        insertions.set(0);
        unproven = 0;
        watch.reset();
    }

    /**
     * A filter of its own with the same keys, spec, seed and capacity policy. Keys added meanwhile may be in it or not.
     *
     * @return the copy
     */
    public BloomFilter<K> copy() {
        ReadCount now = counted();
        BloomTable copy = HeapRoom.of(table.memoryBytes(), spec, table::copy);
        return new BloomFilter<>(hasher, spec, seed, singleWriter, copy, watch.copy(), now);
    }

    @Override
    public void mergeFrom(BloomFilter<K> other) {
        requireSamePlan(other);
        Geometry geometry = table.geometry();
        // the count is right, so only what comes new is estimated
        long own = table.setBits();
        long together = own + table.missingFrom(other.table);
        long added = TableLoad.newByBits(geometry, together) - TableLoad.newByBits(geometry, own);
        long certain = Math.max(TableLoad.newForCertain(geometry, together), Math.max(known(), other.known()));
        watch.checkTotal(certain);
        table.unionWith(other.table);
        insertions.add(added, Long.MAX_VALUE);
        unproven = insertions.get() - table.races() - certain;
        watch.inspect(count);
    }

    /**
     * Keeps only what {@code other} has too. Keys that are in both are still found. The FPP is not that of a filter of those
     * keys alone: a key that is in neither gets <i>maybe</i> with {@code info().currentFpp()}, which is at most the lower one
     * of the two; a key that is in just one of them with the FPP that the other had. So the FPP for any key that is not in
     * both is at most the larger of the two. From then on it counts as many keys as its bits stand for, those that are set by chance
     * included. Call it when no other thread adds.
     *
     * @param other a filter of the same spec, seed and encoder
     * @throws IllegalArgumentException if spec or seed differ; the message says in what
     */
    public void intersectFrom(BloomFilter<K> other) {
        requireSamePlan(other);
        table.intersectWith(other.table);
        ReadCount now = countByBits(table);
        insertions.set(now.count());
        unproven = now.count() - table.races() - now.known();
        watch.reset();
        watch.inspect(count);
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
     * @param factor a divisor of the bits (layout classic), of the bits of a slice (partitioned), of the blocks (blocked), of the
     *     blocks of a half (paired)
     * @return a new filter; this one stays as it is
     * @throws IllegalArgumentException if it is no divisor
     */
    public BloomFilter<K> fold(int factor) {
        BloomSizing folded = spec.size().orElseThrow().fold(factor);
        BloomSpec foldedSpec = new BloomSpec(
                folded.capacityAt(spec.targetFpp()), spec.targetFpp(), spec.layout(), spec.hash(), Optional.of(folded));
        BloomTable smaller = HeapRoom.of(table.memoryBytes() / factor, foldedSpec, () -> table.fold(factor));
        return of(hasher, foldedSpec, seed, singleWriter, smaller, watch.rule());
    }

    @Override
    public BloomInfo info() {
        long count = insertions.get();
        long setBits = table.setBits();
        Geometry geometry = table.geometry();
        return new BloomInfo(
                spec,
                count,
                TableLoad.distinct(geometry, setBits),
                setBits,
                table.memoryBytes(),
                TableLoad.fpp(geometry, spec.capacity(), count, () -> setBits),
                table.currentFpp());
    }

    @Override
    public QuickInfo quickInfo() {
        return new QuickInfo(
                spec,
                insertions.get(),
                spec.capacity(),
                table.sampledFill(QuickInfo.SAMPLE_WORDS),
                table.hasMoreThan(QuickInfo.SAMPLE_WORDS),
                table.memoryBytes());
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
