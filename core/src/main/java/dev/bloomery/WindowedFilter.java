package dev.bloomery;

import dev.bloomery.internal.bits.InsertionCount;
import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.snapshot.Body;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

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
public final class WindowedFilter<K> extends KeyedFilter<K, WindowedSpec> {
    /*
     * 1. A slice takes keys for sliceMillis from its start on, and is forgotten when the window has passed after that. So a key that came at t is
     *    remembered until t + window at least, and until t + window + sliceMillis at most.
     * 2. An add reads the time first, and then takes the newest slice, unless its time is over by then: then it opens another one. So what
     *    it adds to will be kept until window after the call.
     * 3. No slice is ever cleared. Dropped ones are left to the garbage collector. An add that finds that its slice was dropped before
     *    its bits were in adds again, to the newest one.
     * 4. A slice that is full before its time is followed by another one. At most s + 1 are full and at most s + 2 ended by time if
     *    the keys are no more than promised, so beyond 2 s + 3 slices no more are opened early: the newest takes what comes.
     */

    private final CapacityRule rule;
    private final WindowTime time;
    private final BloomSpec sliceSpec;
    private final long sliceMillis;
    private final long keepMillis;
    private final int mostSlices;
    private final ReentrantLock rotating = new ReentrantLock();

    /** The newest last; replaced as a whole. Empty until the first add. */
    private volatile Slice[] slices;

    // what was told of this crowd; guarded by the lock
    private boolean levelTold;
    private boolean targetTold;

    /** A filter of fixed size for the keys of some time. */
    private static final class Slice {
        final BloomTable table;
        final InsertionCount insertions;
        final long fullAt;
        final long start;
        /** From then on it takes no keys. */
        final long end;
        /** From then on its keys are forgotten. */
        final long dropAt;

        volatile boolean full;

        Slice(WindowedFilter<?> filter, BloomTable table, long start, long count) {
            this.table = table;
            this.start = start;
            this.end = start + filter.sliceMillis;
            this.dropAt = start + filter.keepMillis;
            this.insertions = new InsertionCount(!filter.singleWriter, filter.sliceSpec.capacity());
            insertions.set(count);
            fullAt = Math.max(1, Math.round(table.geometry().newAmong(filter.sliceSpec.capacity())));
            full = count >= fullAt;
        }

        boolean addHash(long hash) {
            boolean changed = table.addHash(hash);
            if (changed && insertions.add(1, fullAt) && insertions.get() >= fullAt) {
                full = true;
            }
            return changed;
        }

        /** By formula, for its insertions. */
        double fpp() {
            return table.geometry().fpp(table.geometry().keysAfter(insertions.get()));
        }
    }

    private WindowedFilter(
            KeyHasher<K> hasher,
            WindowedSpec spec,
            Seed seed,
            boolean singleWriter,
            CapacityRule rule,
            WindowTime time) {
        super(hasher, spec, seed, singleWriter);
        this.rule = rule;
        this.time = time;
        this.sliceSpec = spec.slice();
        this.sliceMillis = spec.sliceMillis();
        this.keepMillis = spec.window().toMillis() + sliceMillis;
        this.mostSlices = 2 * spec.slices() + 3;
        this.slices = new Slice[0];
    }

    /** Expects a settled spec. */
    static <K> WindowedFilter<K> empty(
            KeyHasher<K> hasher,
            WindowedSpec spec,
            Seed seed,
            boolean singleWriter,
            CapacityRule rule,
            InstantSource clock) {
        SpecChecks.fitsHeap(spec.slice().geometry().bits(), spec.slice());
        return new WindowedFilter<>(hasher, spec, seed, singleWriter, rule, new WindowTime(clock, Long.MIN_VALUE));
    }

    /** Reads what {@link #stored} said; expects a settled spec. */
    static <K> WindowedFilter<K> read(Opening<K> opening, WindowedSpec spec) throws IOException {
        WindowedPlan plan = WindowedPlan.read(opening.state(), spec, opening.in());
        opening.in().requireBody(plan.byteLength(spec));
        WindowedFilter<K> filter = new WindowedFilter<>(
                opening.hasher(),
                spec,
                opening.seed(),
                opening.singleWriter(),
                opening.rule(),
                new WindowTime(opening.clock(), plan.latest()));
        List<Slice> slices = new ArrayList<>();
        for (WindowedPlan.Slice planned : plan.slices()) {
            BloomTable table = BloomTable.read(spec.slice().geometry(), !opening.singleWriter(), opening.in()::longs);
            if (table.hasMore()) {
                throw opening.in().damaged("bits are set behind the last one of a slice");
            }
            slices.add(new Slice(filter, table, planned.start(), planned.insertions()));
        }
        opening.end();
        filter.slices = slices.toArray(Slice[]::new);
        return filter;
    }

    @Override
    Stored stored() {
        Slice[] now = slices;
        List<WindowedPlan.Slice> plan = new ArrayList<>();
        List<Body> bits = new ArrayList<>();
        for (Slice slice : now) {
            plan.add(new WindowedPlan.Slice(slice.start, slice.insertions.get()));
            bits.add(Body.of(BloomTable.byteLength(slice.table.geometry()), slice.table::copyBytes));
        }
        return new Stored(new WindowedPlan(time.latest(), plan).toState(), bits);
    }

    /** {@inheritDoc} */
    @Override
    public boolean mightContainLong(long key) {
        // not left to the interface: here both calls have one target, whatever other kinds a program uses
        return mightContainHash(hashLong(key));
    }

    @Override
    public boolean mightContainHash(long hash) {
        return contains(slices, hash);
    }

    /** Only a slice that has the key needs the time: whether that is over. */
    private boolean contains(Slice[] slices, long hash) {
        for (int i = slices.length - 1; i >= 0; i--) {
            if (slices[i].table.mightContainHash(hash)) {
                return time.now() < slices[i].dropAt; // older ones are dropped earlier
            }
        }
        return false;
    }

    @Override
    public boolean addHash(long hash) {
        return add(hash, time.now());
    }

    /**
     * Adds the key with this hash as of a moment: to build a filter from what was logged. Time does not go back: what is older than the latest
     * add counts as if it came with that, and what the window has passed by is forgotten already.
     *
     * @param hash 64 well-mixed bits
     * @param at when the key came, not in the future
     * @return true: certainly not added before
     */
    public boolean addHashAt(long hash, Instant at) {
        return add(hash, time.atLeast(Objects.requireNonNull(at, "at").toEpochMilli()));
    }

    private boolean add(long hash, long now) {
        Slice[] known = slices;
        boolean isNew = !containsAt(known, hash, now);
        while (true) {
            Slice slice = newestFor(now, isNew);
            slice.addHash(hash);
            if (isKept(slice)) {
                return isNew;
            }
        }
    }

    private static boolean containsAt(Slice[] slices, long hash, long now) {
        for (int i = slices.length - 1; i >= 0 && now < slices[i].dropAt; i--) {
            if (slices[i].table.mightContainHash(hash)) {
                return true;
            }
        }
        return false;
    }

    /** Whether what was added to the slice will be found: read after its bits were set. */
    private boolean isKept(Slice slice) {
        Slice[] now = slices;
        for (int i = now.length - 1; i >= 0; i--) {
            if (now[i] == slice) {
                return true;
            }
        }
        return false;
    }

    /** The slice for a key of this moment; opens one if it must. */
    private Slice newestFor(long now, boolean isNew) {
        Slice[] known = slices;
        if (takes(known, now, isNew)) {
            return known[known.length - 1];
        }
        CapacityEvent event = null;
        rotating.lock();
        try {
            Slice[] kept = kept(now);
            slices = kept;
            if (takes(kept, now, isNew)) {
                return kept[kept.length - 1]; // another thread was faster
            }
            long insertions = insertions(kept);
            event = event(insertions, kept);
            if (rule.rejects() && isNew && insertions >= capacity()) {
                throw new FilterFullException("the filter has the " + insertions + " keys of its window of "
                        + spec.window() + " and was told to reject more; build it for more keys per window");
            }
            return open(kept, now);
        } finally {
            rotating.unlock();
            if (event != null) {
                tell(event); // not under the lock
            }
        }
    }

    /** Whether the newest of these takes a key of this moment: its time is not over, and it has room, or must do. */
    private boolean takes(Slice[] slices, long now, boolean isNew) {
        if (slices.length == 0) {
            return false;
        }
        Slice newest = slices[slices.length - 1];
        boolean overfull = slices.length >= mostSlices && !(rule.rejects() && isNew);
        return now < newest.end && (!newest.full || overfull);
    }

    /** Expects to hold the lock. */
    private Slice open(Slice[] kept, long now) {
        // not before the newest, whose opener may have read the clock later: slices are in order of time
        long start = kept.length == 0 ? now : Math.max(now, kept[kept.length - 1].start);
        Slice opened = new Slice(this, BloomTable.of(sliceSpec.geometry(), !singleWriter), start, 0);
        Slice[] more = Arrays.copyOf(kept, kept.length + 1);
        more[kept.length] = opened;
        slices = more;
        return opened;
    }

    private static long insertions(Slice[] slices) {
        return Arrays.stream(slices).mapToLong(slice -> slice.insertions.get()).sum();
    }

    /** Keys of all slices that there are if they come as promised. */
    private long capacity() {
        return Math.multiplyExact(sliceSpec.capacity(), spec.slices() + 1L);
    }

    /** What is to be told of so many keys, once for each crowd. */
    private @Nullable CapacityEvent event(long insertions, Slice[] kept) {
        long capacity = capacity();
        boolean above = insertions > capacity;
        boolean reached = insertions >= rule.level() * capacity;
        boolean tellTarget = above && !targetTold;
        boolean tellLevel = reached && !levelTold;
        targetTold = above;
        levelTold = reached;
        if (tellTarget) {
            return new CapacityEvent.TargetPassed(insertions, fpp(kept), spec.targetFpp());
        }
        return tellLevel ? new CapacityEvent.LevelReached(insertions, capacity, rule.level()) : null;
    }

    private void tell(CapacityEvent event) {
        String warning = event instanceof CapacityEvent.TargetPassed passed
                ? "a windowed filter for " + spec.keysPerWindow() + " keys in " + spec.window() + " has "
                        + passed.insertions() + ": its FPP is about " + passed.expectedFpp() + ", more than the "
                        + spec.targetFpp() + " asked for; build it for more keys per window"
                : "";
        rule.tell(event, warning);
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
        Slice[] known = slices;
        long now = time.now();
        for (int i = 0; i < count; i++) {
            answers[at + i] = containsAt(known, hashes[i], now);
        }
    }

    /** Those slices whose time has not passed. */
    private Slice[] kept(long now) {
        return Arrays.stream(slices).filter(slice -> now < slice.dropAt).toArray(Slice[]::new);
    }

    @Override
    public double expectedFpp() {
        return fpp(kept(time.now()));
    }

    /** The chance that at least one of the slices answers <i>maybe</i> to an absent key. */
    private static double fpp(Slice[] slices) {
        double none = 0; // as a logarithm, so that tiny chances do not vanish beside 1
        for (Slice slice : slices) {
            none += Math.log1p(-slice.fpp());
        }
        return -Math.expm1(none);
    }

    @Override
    public void clear() {
        rotating.lock();
        try {
            slices = new Slice[0];
            levelTold = false;
            targetTold = false;
        } finally {
            rotating.unlock();
        }
    }

    /**
     * A filter of its own with the same keys, times, spec, seed, clock and capacity policy. Keys added meanwhile may be in it or not.
     *
     * @return the copy
     */
    public WindowedFilter<K> copy() {
        WindowedFilter<K> copy = new WindowedFilter<>(
                hasher, spec, seed, singleWriter, rule, new WindowTime(time.clock(), time.latest()));
        copy.slices = Arrays.stream(slices)
                .map(slice -> new Slice(copy, slice.table.copy(), slice.start, slice.insertions.get()))
                .toArray(Slice[]::new);
        return copy;
    }

    @Override
    public WindowedInfo info() {
        List<WindowedInfo.Slice> infos = new ArrayList<>();
        Slice[] kept = kept(time.now());
        for (Slice slice : kept) {
            Geometry geometry = slice.table.geometry();
            long setBits = slice.table.setBits();
            BloomInfo bits = new BloomInfo(
                    sliceSpec,
                    slice.insertions.get(),
                    BloomFilter.distinct(geometry, setBits),
                    setBits,
                    slice.table.memoryBytes(),
                    slice.fpp(),
                    slice.table.currentFpp());
            infos.add(new WindowedInfo.Slice(
                    Instant.ofEpochMilli(slice.start), Instant.ofEpochMilli(slice.dropAt), bits));
        }
        return new WindowedInfo(spec, infos);
    }

    /** The spec and the number of slices; neither keys nor the seed. */
    @Override
    public String toString() {
        return "WindowedFilter[" + spec + ", " + slices.length + " slices]";
    }
}
