package dev.bloomery;

import dev.bloomery.capacity.CapacityListener;
import dev.bloomery.info.CountingInfo;
import dev.bloomery.info.QuickInfo;
import dev.bloomery.internal.bits.Counters;
import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.bloom.CountingTable;
import dev.bloomery.internal.capacity.CapacityCount;
import dev.bloomery.internal.capacity.CapacityGauge;
import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.internal.capacity.CapacityWatch;
import dev.bloomery.internal.count.InsertionCount;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.kind.StoredParts;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.snapshot.SnapshotInput;
import dev.bloomery.internal.snapshot.StateOutput;
import dev.bloomery.internal.table.HeapRoom;
import dev.bloomery.internal.table.SpecGeometry;
import dev.bloomery.internal.table.TableLoad;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.util.List;

/**
 * A Bloom filter that can remove: a counter of 4 or 8 bits in the place of each bit.
 *
 * <p><b>Remove only what was added.</b> {@link #remove} of a key that tests absent changes nothing and says so. A key that was
 * never added but tests <i>maybe</i> by chance cannot be told from one that was: removing it lowers counters of other keys,
 * which may then be missed. Ask the store of record first.
 *
 * <p>A key may be added several times, and is in until it was removed as often. A counter that reaches its largest value
 * (15, or 255) has lost count and sticks there: removing cannot bring it down, so its keys may look present for ever, but
 * none is ever missed. {@code info()} reports how many are stuck, and a {@link CapacityListener} hears of the first one.
 *
 * <p>Threads: any number may add, remove and query at the same time. Counts are exact, and a key that is in is never missed
 * for a moment, whatever happens to others. Queries take no lock; adds and removes of the same key, or of
 * the same block, wait for each other. A filter built with {@code singleWriter()} is changed by one thread at a time, beside any number of queries.
 *
 * @param <K> the type of the keys
 */
public final class CountingBloomFilter<K> extends AbstractHeapFilter<K, CountingSpec>
        implements RemovableFilter<K>, Mergeable<CountingBloomFilter<K>> {
    private final CountingTable table;
    /** Counters that are not 0, exactly; the number of keys follows from it, and cannot drift as keys come and go. */
    private final InsertionCount used;

    private final CapacityWatch watch; // of the used counters
    private final CapacityCount total; // of them; made once, because adds hand it over

    private CountingBloomFilter(
            KeyHasher<K> hasher,
            CountingSpec spec,
            Seed seed,
            boolean singleWriter,
            CountingTable table,
            CapacityWatch watch,
            long usedCounters) {
        super(hasher, spec, seed, singleWriter);
        this.table = table;
        this.watch = watch;
        Geometry geometry = table.geometry();
        this.used = new InsertionCount(!singleWriter, (long) geometry.setBitsFor(spec.capacity()));
        used.set(usedCounters);
        this.total = new CapacityCount() {
            @Override
            public long known() {
                return used.get();
            }

            @Override
            public long insertions() {
                return keys();
            }
        };
    }

    /** Expects a settled spec. */
    static <K> CountingBloomFilter<K> empty(
            KeyHasher<K> hasher, CountingSpec spec, Seed seed, boolean singleWriter, CapacityRule rule) {
        Geometry geometry = SpecGeometry.of(spec.positions());
        HeapRoom.require(Math.multiplyExact(geometry.bits(), spec.counterBits()), spec);
        CountingTable table = HeapRoom.of(
                CountingTable.memoryBytes(geometry, spec.counterBits()),
                spec,
                () -> CountingTable.of(geometry, spec.counterBits(), !singleWriter));
        return new CountingBloomFilter<>(
                hasher,
                spec,
                seed,
                singleWriter,
                table,
                new CapacityWatch(rule, spec, CapacityGauge.ofBits(geometry)),
                0);
    }

    /** Reads what {@link #stored} said; expects a settled spec. */
    static <K> CountingBloomFilter<K> read(Opening<K> opening, CountingSpec spec) throws IOException {
        opening.state().end();
        Geometry geometry = SpecGeometry.of(spec.positions());
        opening.requireHeap(geometry.bits(), Words.MAX_BITS / spec.counterBits());
        SnapshotInput in = opening.in();
        in.requireBody(CountingTable.byteLength(geometry, spec.counterBits()));
        CountingTable table = HeapRoom.of(
                CountingTable.memoryBytes(geometry, spec.counterBits()),
                spec,
                () -> CountingTable.read(geometry, spec.counterBits(), !opening.singleWriter(), in::longs));
        opening.end();
        if (table.hasMore()) {
            throw in.invalid("counters are used behind its last one");
        }
        CapacityWatch watch =
                new CapacityWatch(opening.rule(CapacityRule.DEFAULT.policy()), spec, CapacityGauge.ofBits(geometry));
        long used = table.countUsed();
        CountingBloomFilter<K> filter = new CountingBloomFilter<>(
                opening.hasher(), spec, opening.seed(), opening.singleWriter(), table, watch, used);
        watch.inspect(filter.total);
        filter.tellStuck();
        return filter;
    }

    @Override
    StoredParts stored() {
        Body counters = Body.of(CountingTable.byteLength(table.geometry(), spec.counterBits()), table::copyBytes);
        return new StoredParts(new StateOutput().toBuffer(), List.of(counters));
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
            watch.inspect(total); // a remove may have made room
            if (watch.full()) {
                throw watch.refusal();
            }
        }
        int newlyUsed = table.addHash(hash);
        if (newlyUsed >= Counters.STUCK) { // rare
            int newlyStuck = newlyUsed / Counters.STUCK;
            newlyUsed %= Counters.STUCK;
            count(newlyUsed);
            watch.tellStuck(newlyStuck, total);
        } else {
            count(newlyUsed);
        }
        return newlyUsed > 0;
    }

    @Override
    public boolean remove(K key) {
        return removeHash(hash(key));
    }

    @Override
    public boolean removeHash(long hash) {
        int newlyFree = table.removeIfPresent(hash);
        if (newlyFree < 0) {
            return false;
        }
        count(-newlyFree);
        return true;
    }

    private void count(long newlyUsed) {
        if (used.add(newlyUsed, watch.dueAt()) || watch.full()) {
            watch.inspect(total);
        }
    }

    /** The number of keys that the used counters stand for. */
    private long keys() {
        return TableLoad.distinct(table.geometry(), used.get());
    }

    /**
     * {@inheritDoc}
     *
     * @return copies; the largest value of a counter (15, or 255) means that or more
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
        for (int i = 0; i < count; i++) {
            answers[at + i] = table.mightContainHash(hashes[i]);
        }
    }

    @Override
    public double expectedFpp() {
        return TableLoad.fppByBits(table.geometry(), used.get());
    }

    /** Forgets all keys, stuck counters too. */
    @Override
    public void clear() {
        table.clear();
        used.set(0);
        watch.reset();
    }

    /**
     * A filter of its own with the same counters, spec, seed and capacity policy. Changes made meanwhile may be in it or
     * not; take it when no other thread removes.
     *
     * @return the copy
     */
    public CountingBloomFilter<K> copy() {
        CountingTable copied = HeapRoom.of(table.memoryBytes(), spec, table::copy);
        long usedCounters = copied.countUsed();
        return new CountingBloomFilter<>(hasher, spec, seed, singleWriter, copied, watch.copy(), usedCounters);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Counters are added up, so that keys can be removed as often as they were added to either; a sum that does not fit
     * sticks.
     */
    @Override
    public void mergeFrom(CountingBloomFilter<K> other) {
        requireSamePlan(other);
        if (watch.rule().rejects()) {
            long missing = table.toBloomTable().missingFrom(other.table.toBloomTable());
            watch.checkTotal(used.get() + missing);
        }
        used.add(table.addFrom(other.table), Long.MAX_VALUE);
        watch.inspect(total);
        tellStuck();
    }

    /** After counters changed that were not counted one by one: looks at all of them, if there is somebody to tell. */
    private void tellStuck() {
        if (watch.hearsOfStuck()) {
            watch.tellStuck(table.stuckCounters(), total);
        }
    }

    /**
     * The plain Bloom filter of the same positions and seed, a fourth or an eighth of the memory: it answers alike, and
     * can no longer remove. It has the same policy when it is full, but no listener.
     *
     * @return a new filter with the keys of this one
     */
    public BloomFilter<K> toBloomFilter() {
        return BloomFilter.of(
                hasher,
                spec.positions(),
                seed,
                singleWriter,
                HeapRoom.of(BloomTable.memoryBytes(table.geometry()), spec.positions(), table::toBloomTable),
                watch.rule().quiet());
    }

    @Override
    public CountingInfo info() {
        BloomTable bits = table.toBloomTable();
        long usedCounters = bits.setBits();
        Geometry geometry = table.geometry();
        long keys = TableLoad.distinct(geometry, usedCounters);
        return new CountingInfo(
                spec,
                keys,
                usedCounters,
                table.stuckCounters(),
                table.memoryBytes(),
                TableLoad.fppByBits(geometry, usedCounters),
                bits.currentFpp());
    }

    @Override
    public QuickInfo quickInfo() {
        long usedCounters = used.get();
        Geometry geometry = table.geometry();
        return new QuickInfo(
                spec,
                TableLoad.distinct(geometry, usedCounters),
                spec.capacity(),
                (double) usedCounters / geometry.bits(),
                false,
                table.memoryBytes());
    }

    /** The spec and the count; neither keys nor the seed. */
    @Override
    public String toString() {
        return "CountingBloomFilter[" + spec + ", about " + keys() + " keys]";
    }
}
