package dev.bloomery;

import dev.bloomery.info.BloomInfo;
import dev.bloomery.info.QuickInfo;
import dev.bloomery.info.WindowedInfo;
import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.Content;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.kind.StoredParts;
import dev.bloomery.internal.kind.WindowedState;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.table.HeapRoom;
import dev.bloomery.internal.table.ReadCount;
import dev.bloomery.internal.table.SpecGeometry;
import dev.bloomery.internal.table.TableLoad;
import dev.bloomery.internal.window.WindowSlices;
import dev.bloomery.internal.window.WindowSlices.Slice;
import dev.bloomery.internal.window.WindowTime;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * A Bloom filter that forgets: it remembers a key for at least the window, counted from the call of {@code add}, and has forgotten it after
 * {@code window * (1 + 1 / slices)}, up to the FPP. Adding a key again prolongs its time.
 *
 * <p>It keeps the FPP as long as no stretch of {@code window * (1 + 1 / slices)} sees more than {@code keysPerWindow * (1 + 1 / slices)} keys,
 * however unevenly they come; a key that comes again in a later slice counts again. What it does with more of them, a burst, is its
 * capacity policy: it takes them at a rising FPP, or rejects them until old ones are forgotten.
 *
 * <p>Time goes on with the clock, and never back: while a clock that was set back catches up, nothing is forgotten. Nothing happens by itself: slices
 * are opened and dropped by adds, and a query does not count one whose time has passed.
 *
 * <p>Threads: any number may add and query at the same time. A filter built with {@code singleWriter()} takes adds from one thread at a time,
 * beside any number of queries. A query for an absent key asks all slices, and not the clock.
 *
 * @param <K> the type of the keys
 */
public final class WindowedFilter<K> extends AbstractHeapFilter<K, WindowedSpec> {
    private final WindowSlices slices;

    private WindowedFilter(
            KeyHasher<K> hasher, WindowedSpec spec, Seed seed, boolean singleWriter, WindowSlices slices) {
        super(hasher, spec, seed, singleWriter);
        this.slices = slices;
    }

    /** Expects a settled spec. */
    static <K> WindowedFilter<K> empty(
            KeyHasher<K> hasher,
            WindowedSpec spec,
            Seed seed,
            boolean singleWriter,
            CapacityRule rule,
            InstantSource clock) {
        HeapRoom.require(SpecGeometry.of(spec.slice()).bits(), spec.slice());
        WindowSlices none = new WindowSlices(spec, !singleWriter, rule, new WindowTime(clock, Long.MIN_VALUE));
        return new WindowedFilter<>(hasher, spec, seed, singleWriter, none);
    }

    /** Reads what {@link #stored} said; expects a settled spec. */
    static <K> WindowedFilter<K> read(Opening<K> opening, WindowedSpec spec) throws IOException {
        WindowedState plan = WindowedState.read(opening.state(), opening.in());
        opening.in().requireBody(plan.byteLength(spec));
        boolean shared = !opening.singleWriter();
        WindowTime time = new WindowTime(opening.clock(), plan.latest());
        WindowSlices slices = new WindowSlices(spec, shared, opening.rule(CapacityRule.DEFAULT.policy()), time);
        for (WindowedState.Slice planned : plan.slices()) {
            Geometry geometry = SpecGeometry.of(spec.slice());
            BloomTable table = HeapRoom.of(
                    BloomTable.memoryBytes(geometry),
                    spec,
                    () -> BloomTable.read(geometry, shared, opening.in()::longs));
            if (table.hasMore()) {
                opening.in().suspect("bits are set behind the last one of a slice");
            }
            slices.put(table, planned.start(), ReadCount.of(table, ReadCount.exact(planned.insertions())));
        }
        opening.end();
        return new WindowedFilter<>(opening.hasher(), spec, opening.seed(), opening.singleWriter(), slices);
    }

    @Override
    StoredParts stored() {
        List<WindowedState.Slice> plan = new ArrayList<>();
        List<Body> bits = new ArrayList<>();
        for (Slice slice : slices.all()) {
            plan.add(new WindowedState.Slice(slice.start, slice.insertions.get()));
            bits.add(Body.of(BloomTable.byteLength(slice.table.geometry()), slice.table::copyBytes));
        }
        // without a key the time does not matter
        long latest = plan.isEmpty() ? Long.MIN_VALUE : slices.time().latest();
        return new StoredParts(new WindowedState(latest, plan).toState(), bits);
    }

    @Override
    Content content() {
        List<Long> starts = new ArrayList<>();
        List<Body> bits = new ArrayList<>();
        for (Slice slice : slices.kept()) {
            starts.add(slice.start);
            bits.add(Body.of(BloomTable.byteLength(slice.table.geometry()), slice.table::copyBytes));
        }
        return new Content(starts, bits);
    }

    /** {@inheritDoc} */
    @Override
    public boolean mightContainLong(long key) {
        // not left to the interface: here both calls have one target, whatever other kinds a program uses
        return mightContainHash(hashLong(key));
    }

    @Override
    public boolean mightContainHash(long hash) {
        return slices.contains(hash);
    }

    @Override
    public boolean addHash(long hash) {
        return slices.add(hash, slices.time().now());
    }

    /**
     * Adds the key with this hash as of a moment: to build a filter from what was logged. Time does not go back: what is older than the latest
     * add counts as if it came with that.
     *
     * @param hash 64 well-mixed bits
     * @param epochMillis when the key came, not in the future: from then on nothing older is taken as older
     * @return true: certainly not added before
     */
    public boolean addHashAt(long hash, long epochMillis) {
        return slices.add(hash, slices.time().atLeast(epochMillis));
    }

    /**
     * The time by which it goes: that of its clock, and never back.
     *
     * @return the time
     */
    public Instant time() {
        return Instant.ofEpochMilli(slices.time().now());
    }

    @Override
    long addBatch(long[] hashes, int count) {
        long now = slices.time().now();
        long added = 0;
        for (int i = 0; i < count; i++) {
            added += slices.add(hashes[i], now) ? 1 : 0;
        }
        return added;
    }

    @Override
    void answerBatch(long[] hashes, int count, boolean[] answers, int at) {
        long now = slices.time().now();
        for (int i = 0; i < count; i++) {
            answers[at + i] = slices.containsAt(hashes[i], now);
        }
    }

    @Override
    public double expectedFpp() {
        return WindowSlices.fpp(slices.kept());
    }

    @Override
    public void clear() {
        slices.clear();
    }

    /**
     * A filter of its own with the same keys, times, spec, seed, clock and capacity policy. Keys added meanwhile may be in it or not.
     *
     * @return the copy
     */
    public WindowedFilter<K> copy() {
        return new WindowedFilter<>(hasher, spec, seed, singleWriter, slices.copy());
    }

    @Override
    public WindowedInfo info() {
        List<WindowedInfo.Slice> infos = new ArrayList<>();
        for (Slice slice : slices.kept()) {
            Geometry geometry = slice.table.geometry();
            long setBits = slice.table.setBits();
            BloomInfo bits = new BloomInfo(
                    spec.slice(),
                    slice.insertions.get(),
                    TableLoad.distinct(geometry, setBits),
                    setBits,
                    slice.table.memoryBytes(),
                    slice.fpp(),
                    slice.table.currentFpp());
            infos.add(new WindowedInfo.Slice(
                    Instant.ofEpochMilli(slice.start), Instant.ofEpochMilli(slice.dropAt), bits));
        }
        return new WindowedInfo(spec, infos);
    }

    @Override
    public QuickInfo quickInfo() {
        Slice[] kept = slices.kept();
        int words = Math.max(1, QuickInfo.SAMPLE_WORDS / Math.max(1, kept.length));
        long insertions = 0;
        long memoryBytes = 0;
        double taken = 0;
        boolean sampled = false;
        for (Slice slice : kept) {
            insertions += slice.insertions.get();
            memoryBytes += slice.table.memoryBytes();
            taken += slice.table.sampledFill(words) / kept.length;
            sampled |= slice.table.hasMoreThan(words);
        }
        return new QuickInfo(spec, insertions, spec.capacity(), taken, sampled, memoryBytes);
    }

    /** The spec and the number of slices; neither keys nor the seed. */
    @Override
    public String toString() {
        return "WindowedFilter[" + spec + ", " + slices.all().length + " slices]";
    }
}
