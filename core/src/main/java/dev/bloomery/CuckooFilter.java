package dev.bloomery;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.info.CuckooInfo;
import dev.bloomery.info.QuickInfo;
import dev.bloomery.internal.capacity.CapacityCount;
import dev.bloomery.internal.capacity.CapacityGauge;
import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.internal.capacity.CapacityWatch;
import dev.bloomery.internal.check.Figures;
import dev.bloomery.internal.cuckoo.CuckooTable;
import dev.bloomery.internal.cuckoo.Placement;
import dev.bloomery.internal.geometry.CuckooGeometry;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.kind.StoredParts;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.snapshot.SnapshotInput;
import dev.bloomery.internal.snapshot.StateInput;
import dev.bloomery.internal.snapshot.StateOutput;
import dev.bloomery.internal.table.HeapRoom;
import dev.bloomery.internal.table.SpecGeometry;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.util.List;

/**
 * A cuckoo filter: removes what was added, in little more memory than a Bloom filter at one percent, and in less below that. It
 * keeps a fingerprint of each key in one of two buckets, and moves fingerprints to make room.
 *
 * <p><b>It can be full.</b> There is room for {@code capacity} distinct keys with a probability of at least 1 - 1e-6, and often for
 * some more. Then {@link #add} throws a {@link FilterFullException} and {@link #tryAdd} says FULL. A failed add changes nothing and
 * loses no other key.
 *
 * <p><b>Remove only what was added.</b> {@link #remove} of a key that tests absent changes nothing and says so. A key that was never
 * added but tests <i>maybe</i> by chance cannot be told from one that was: removing it takes away another key, which is then missed.
 * Ask the store of record first.
 *
 * <p>A key may be added several times, each time as a copy that takes a slot, and is in until it was removed as often. There is
 * room for eight copies; after that {@code tryAdd} says TOO_MANY_COPIES, and {@code add} throws. Keys that happen to look
 * alike share that room.
 *
 * <p>Threads: any number may add, remove and query at the same time. Queries are wait-free, and never miss a key that is in while
 * others are moved. Adds and removes wait for each other. A filter built with {@code singleWriter()} is changed by one thread at a
 * time, beside any number of queries.
 *
 * <p>Cost: a query reads two cache lines, sometimes up to four; an add to a nearly full filter reads some tens of them.
 *
 * @param <K> the type of the keys
 */
public final class CuckooFilter<K> extends AbstractHeapFilter<K, CuckooSpec> implements RemovableFilter<K> {
    private final CuckooTable table;
    private final CapacityWatch watch;
    private final CapacityCount total; // of the insertions; made once, because adds hand it over

    private CuckooFilter(
            KeyHasher<K> hasher,
            CuckooSpec spec,
            Seed seed,
            boolean singleWriter,
            CuckooTable table,
            CapacityWatch watch) {
        super(hasher, spec, seed, singleWriter);
        this.table = table;
        this.watch = watch;
        this.total = new CapacityCount() {
            @Override
            public long known() {
                return table.taken();
            }

            @Override
            public long insertions() {
                return table.taken();
            }
        };
    }

    /** Expects a settled spec. */
    static <K> CuckooFilter<K> empty(
            KeyHasher<K> hasher, CuckooSpec spec, Seed seed, boolean singleWriter, CapacityRule rule) {
        CuckooGeometry geometry = SpecGeometry.of(spec);
        HeapRoom.require(geometry.bits(), CuckooTable.MAX_BITS, "2^34 (2 GiB)", spec);
        CuckooTable table =
                HeapRoom.of(CuckooTable.memoryBytes(geometry), spec, () -> new CuckooTable(geometry, !singleWriter));
        return new CuckooFilter<>(
                hasher,
                spec,
                seed,
                singleWriter,
                table,
                new CapacityWatch(rule, spec, CapacityGauge.ofNewKeys(geometry)));
    }

    /** Reads what {@link #stored} said; expects a settled spec. */
    static <K> CuckooFilter<K> read(Opening<K> opening, CuckooSpec spec) throws IOException {
        CuckooGeometry geometry = SpecGeometry.of(spec);
        opening.requireHeap(geometry.bits(), CuckooTable.MAX_BITS);
        StateInput state = opening.state();
        long taken = state.takeCount("a number of keys of", geometry.slots());
        state.end();
        SnapshotInput in = opening.in();
        in.requireBody(CuckooTable.byteLength(geometry));
        CuckooTable table = HeapRoom.of(
                CuckooTable.memoryBytes(geometry),
                spec,
                () -> CuckooTable.read(geometry, !opening.singleWriter(), taken, in::bytes, in::longs));
        opening.end();
        if (table.hasMore() || taken > table.entries()) {
            throw in.invalid("its " + table.entries() + " fingerprints do not go with the " + taken + " keys it says");
        }
        CapacityWatch watch =
                new CapacityWatch(opening.rule(CapacityRule.DEFAULT.policy()), spec, CapacityGauge.ofNewKeys(geometry));
        CuckooFilter<K> filter =
                new CuckooFilter<>(opening.hasher(), spec, opening.seed(), opening.singleWriter(), table, watch);
        watch.inspect(filter.total);
        return filter;
    }

    /** Of a shared filter a copy: a fingerprint that moves from a part that is still to be written to one that is would be lost. */
    @Override
    StoredParts stored() {
        CuckooTable still = table.isShared() ? table.copy() : table;
        Body slots = Body.of(CuckooTable.byteLength(still.geometry()), still::copyBytes);
        return new StoredParts(new StateOutput().putLong(still.taken()).toBuffer(), List.of(slots));
    }

    @Override
    boolean hasSameBits(AbstractFilter<?, ?> other) {
        return table.hasSameFingerprints(((CuckooFilter<?>) other).table);
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

    /**
     * {@inheritDoc}
     *
     * @throws FilterFullException if there is no room for the key, or if it is in as often as it can be; nothing is changed
     */
    @Override
    public boolean add(K key) {
        return super.add(key);
    }

    @Override
    public boolean addHash(long hash) {
        Placement placement = place(hash);
        if (placement == Placement.NEW) {
            return true;
        }
        if (placement == Placement.COPY) {
            return false;
        }
        throw refusal(placement);
    }

    /** Adds the key, unless the watch forbids it. */
    private Placement place(long hash) {
        if (watch.full() && !table.mightContainHash(hash)) {
            return Placement.FULL;
        }
        Placement placement = table.add(hash);
        if (placement == Placement.NEW && table.taken() >= watch.dueAt()) {
            watch.inspect(total);
        }
        return placement;
    }

    private FilterFullException refusal(Placement placement) {
        if (placement == Placement.TOO_MANY_COPIES) {
            return new FilterFullException(
                    "the key is in " + CuckooGeometry.MAX_COPIES
                            + " times, or others that look alike are, and there is no room for more copies; count them elsewhere");
        }
        if (watch.full()) {
            return watch.refusal();
        }
        return new FilterFullException("the filter for " + Figures.of(spec.capacity()) + " keys has "
                + Figures.of(table.entries())
                + " and no room for this one; build a larger one");
    }

    @Override
    public AddResult tryAdd(K key) {
        return tryAddHash(hash(key));
    }

    /**
     * {@link #tryAdd} for a key that its encoder turns into {@code key}; see {@link #hashLong}.
     *
     * @param key what the encoder makes of the key
     * @return what became of it
     */
    public AddResult tryAddLong(long key) {
        return tryAddHash(hashLong(key));
    }

    /**
     * Adds the key with this hash and says what became of it; see {@link #mightContainHash} for what a hash must be.
     *
     * @param hash 64 well-mixed bits
     * @return what became of it
     */
    public AddResult tryAddHash(long hash) {
        return switch (place(hash)) {
            case NEW -> AddResult.ADDED;
            case COPY -> AddResult.MAYBE_PRESENT;
            case FULL -> AddResult.FULL;
            case TOO_MANY_COPIES -> AddResult.TOO_MANY_COPIES;
        };
    }

    @Override
    public boolean remove(K key) {
        return removeHash(hash(key));
    }

    @Override
    public boolean removeHash(long hash) {
        boolean removed = table.remove(hash);
        if (removed && watch.full()) {
            watch.inspect(total);
        }
        return removed;
    }

    /**
     * {@inheritDoc}
     *
     * @return copies, at most 8
     */
    @Override
    public long count(K key) {
        return countHash(hash(key));
    }

    @Override
    public long countHash(long hash) {
        return table.count(hash);
    }

    @Override
    long addBatch(long[] hashes, int count) {
        long added = 0;
        for (int i = 0; i < count; i++) {
            added += addHash(hashes[i]) ? 1 : 0;
        }
        return added;
    }

    @Override
    void answerBatch(long[] hashes, int count, boolean[] answers, int at) {
        table.mightContainHashes(hashes, count, answers, at);
    }

    @Override
    public double expectedFpp() {
        return expectedFpp(table.taken());
    }

    private double expectedFpp(long insertions) {
        CuckooGeometry geometry = table.geometry();
        return geometry.fpp(geometry.keysAfter(insertions));
    }

    @Override
    public void clear() {
        table.clear();
        watch.reset();
    }

    /**
     * A filter of its own with the same fingerprints, spec, seed and capacity policy. Changes made meanwhile are in it or not, each
     * wholly; of a filter for a single writer take it when that does not write.
     *
     * @return the copy
     */
    public CuckooFilter<K> copy() {
        CuckooTable copy = HeapRoom.of(table.memoryBytes(), spec, table::copy);
        return new CuckooFilter<>(hasher, spec, seed, singleWriter, copy, watch.copy());
    }

    @Override
    public CuckooInfo info() {
        long insertions = table.taken();
        return new CuckooInfo(
                spec,
                insertions,
                table.entries(),
                table.memoryBytes(),
                expectedFpp(insertions),
                insertions / table.geometry().classes());
    }

    @Override
    public QuickInfo quickInfo() {
        return new QuickInfo(
                spec,
                table.taken(),
                spec.capacity(),
                (double) table.entries() / spec.size().orElseThrow().slots(),
                false,
                table.memoryBytes());
    }

    /** The spec and the count; neither keys nor the seed. */
    @Override
    public String toString() {
        return "CuckooFilter[" + spec + ", " + table.taken() + " insertions]";
    }
}
