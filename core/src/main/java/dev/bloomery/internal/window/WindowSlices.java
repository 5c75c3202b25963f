package dev.bloomery.internal.window;

import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.internal.check.Figures;
import dev.bloomery.internal.table.CountedSlice;
import dev.bloomery.internal.table.HeapRoom;
import dev.bloomery.internal.table.ReadCount;
import dev.bloomery.internal.table.TableLoad;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.WindowedSpec;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The slices of a windowed filter: opened and dropped as time goes on, and as they fill.
 *
 * <ol>
 *   <li>A slice takes keys for sliceMillis from its start on, and is forgotten when the window has passed after that. So a key that came at t is
 *       remembered until t + window at least, and until t + window + sliceMillis at most.
 *   <li>An add reads the time first, and then takes the newest slice, unless its time is over by then: then it opens another one. So what
 *       it adds to is kept until window after the call.
 *   <li>No slice is ever cleared. Dropped ones are left to the garbage collector. An add that finds that its slice was dropped before
 *       its bits were in adds again, to the newest one.
 *   <li>A slice that is full before its time is followed by another one. At most s + 1 are full and at most s + 2 ended by time if
 *       the keys are no more than promised, so beyond 2 s + 3 slices no more are opened early: the newest takes what comes.
 *   <li>Capacity events follow from what the counts of the slices prove, at the add that makes them due, whenever slices come and go: see
 *       {@link WindowCrowd}.
 *   <li>Queries are wait-free, and read the clock only if they find the key. Adds wait for each other when a slice is opened, and
 *       are lock-free otherwise.
 * </ol>
 */
public class WindowSlices {
    private final WindowedSpec spec;
    private final BloomSpec sliceSpec;
    private final boolean shared;
    private final CapacityRule rule;
    private final WindowTime time;
    private final long sliceMillis;
    private final long keepMillis;
    private final int mostSlices;
    private final ReentrantLock rotating = new ReentrantLock();

    /** The newest last; replaced as a whole. Empty until the first add. */
    private volatile Slice[] slices = new Slice[0];

    /** Guarded by the lock, but for what adds ask it. */
    private final WindowCrowd crowd;

    /** An add saw a count at which there may be something to tell. */
    private volatile boolean due;

    /** Takes the keys of some time. */
    public static final class Slice extends CountedSlice {
        private final WindowCrowd crowd;

        public final long start;
        /** From then on it takes no keys. */
        public final long end;
        /** From then on its keys are forgotten. */
        public final long dropAt;

        /** Keys of the slices before it when it was last looked. Plain: who reads an old one only asks too often, or an add later. */
        private long before;

        public Slice(WindowSlices slices, BloomTable table, long start, ReadCount count) {
            super(slices.sliceSpec, table, slices.shared, count);
            this.crowd = slices.crowd;
            this.start = start;
            this.end = start + slices.sliceMillis;
            this.dropAt = start + slices.keepMillis;
        }

        /** Adds; whether there may be something to tell. */
        private boolean addHash(long hash) {
            long untilDue = crowd.dueAt() - before;
            if (!table.addHash(hash) || !insertions.add(1, Math.min(fullAt, untilDue))) {
                return false;
            }
            long count = insertions.get();
            if (count >= fullAt) {
                full = true;
            }
            return count >= untilDue;
        }
    }

    /** None yet; expects a settled spec. */
    public WindowSlices(WindowedSpec spec, boolean shared, CapacityRule rule, WindowTime time) {
        this.spec = spec;
        this.sliceSpec = spec.slice();
        this.shared = shared;
        this.rule = rule;
        this.time = time;
        this.sliceMillis = spec.sliceMillis();
        this.keepMillis = spec.window().toMillis() + sliceMillis;
        this.mostSlices = 2 * spec.slices() + 3;
        this.crowd = new WindowCrowd(spec, rule.level());
    }

    /** Before anyone else knows these: one more that comes from elsewhere, newer than the others. */
    public final void put(BloomTable table, long start, ReadCount count) {
        Slice[] more = Arrays.copyOf(slices, slices.length + 1);
        more[slices.length] = new Slice(this, table, start, count);
        more[slices.length].before = known(slices);
        slices = more;
    }

    public WindowTime time() {
        return time;
    }

    /** All that were not dropped, also those whose time has passed. */
    public Slice[] all() {
        return slices;
    }

    /** Those whose time has not passed. */
    public Slice[] kept() {
        return kept(time.now());
    }

    private Slice[] kept(long now) {
        return Arrays.stream(slices).filter(slice -> now < slice.dropAt).toArray(Slice[]::new);
    }

    // queries

    public boolean contains(long hash) {
        Slice[] known = slices;
        for (int i = known.length - 1; i >= 0; i--) {
            if (known[i].table.mightContainHash(hash)) {
                return time.now() < known[i].dropAt; // older ones are dropped earlier
            }
        }
        return false;
    }

    public boolean containsAt(long hash, long now) {
        Slice[] known = slices;
        for (int i = known.length - 1; i >= 0 && now < known[i].dropAt; i--) {
            if (known[i].table.mightContainHash(hash)) {
                return true;
            }
        }
        return false;
    }

    // adds

    /** Adds a key that came at this time, which is one that {@link WindowTime} gave; whether it was certainly new. */
    public boolean add(long hash, long now) {
        boolean isNew = !containsAt(hash, now);
        while (true) {
            Slice slice = newestFor(now, isNew);
            put(slice, hash);
            if (isKept(slice)) {
                if (due) {
                    inspect(now);
                }
                return isNew;
            }
        }
    }

    /** Sets the bits; a step that tests can stop before. */
    void put(Slice slice, long hash) {
        if (slice.addHash(hash)) {
            due = true;
        }
    }

    /** Tells what there is to tell; not under the lock. */
    private void inspect(long now) {
        List<CapacityEvent> events;
        rotating.lock();
        try {
            due = false;
            events = look(kept(now));
        } finally {
            rotating.unlock();
        }
        events.forEach(this::tell);
    }

    /** What is to be told of these slices; expects to hold the lock. */
    private List<CapacityEvent> look(Slice[] kept) {
        long known = known(kept);
        if (kept.length > 0) {
            Slice newest = kept[kept.length - 1];
            newest.before = known - newest.known();
        }
        return crowd.look(known, () -> fpp(kept));
    }

    /** Whether what was added to the slice will be found: asked after its bits were set. */
    boolean isKept(Slice slice) {
        Slice[] known = slices;
        for (int i = known.length - 1; i >= 0; i--) {
            if (known[i] == slice) {
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
        List<CapacityEvent> events = List.of();
        rotating.lock();
        try {
            Slice[] kept = kept(now);
            slices = kept;
            events = look(kept);
            if (takes(kept, now, isNew)) {
                return kept[kept.length - 1]; // another thread was faster, or there is room again
            }
            if (rule.rejects() && isNew && crowd.isFull()) {
                throw new FilterFullException("the filter has " + Figures.of(known(kept))
                        + " keys, all that it takes for a window of " + spec.window()
                        + ", and was told to reject more; build it for more keys per window");
            }
            return open(kept, now);
        } finally {
            rotating.unlock();
            events.forEach(this::tell); // not under the lock
        }
    }

    /** Whether the newest of these takes a key of this moment: its time is not over, and it has room, or must do. */
    private boolean takes(Slice[] slices, long now, boolean isNew) {
        if (slices.length == 0) {
            return false;
        }
        Slice newest = slices[slices.length - 1];
        boolean mayRefuse = rule.rejects() && isNew;
        boolean overfull = slices.length >= mostSlices && !mayRefuse;
        return now < newest.end && (!newest.full || overfull) && !(mayRefuse && crowd.isFull());
    }

    /** Expects to hold the lock. */
    private Slice open(Slice[] kept, long now) {
        // not before the newest, whose opener may have read the clock later: slices are in order of time
        long start = kept.length == 0 ? now : Math.max(now, kept[kept.length - 1].start);
        Slice opened = new Slice(this, CountedSlice.emptyTable(sliceSpec, shared), start, CountedSlice.NO_KEYS);
        opened.before = known(kept);
        Slice[] more = Arrays.copyOf(kept, kept.length + 1);
        more[kept.length] = opened;
        slices = more;
        return opened;
    }

    private static long known(Slice[] slices) {
        return Arrays.stream(slices).mapToLong(Slice::known).sum();
    }

    private void tell(CapacityEvent event) {
        String warning = event instanceof CapacityEvent.TargetPassed passed
                ? "a windowed filter for " + Figures.of(spec.keysPerWindow()) + " keys in " + spec.window() + " has "
                        + Figures.of(passed.insertions()) + ": its FPP is about " + Figures.of(passed.expectedFpp())
                        + ", more than the " + Figures.of(spec.targetFpp())
                        + " asked for; build it for more keys per window"
                : "";
        rule.tell(event, warning);
    }

    /** The chance that at least one of the slices answers <i>maybe</i> to an absent key. */
    public static double fpp(Slice[] slices) {
        return TableLoad.fppOfAny(Arrays.stream(slices).mapToDouble(Slice::fpp));
    }

    /** Forgets everything. */
    public void clear() {
        rotating.lock();
        try {
            slices = new Slice[0];
            crowd.clear();
        } finally {
            rotating.unlock();
        }
    }

    /** With the same keys and times. Keys added meanwhile may be in it or not. */
    public WindowSlices copy() {
        WindowSlices copy = new WindowSlices(spec, shared, rule, new WindowTime(time.clock(), time.latest()));
        for (Slice slice : slices) {
            ReadCount count = slice.count();
            BloomTable table = HeapRoom.of(slice.table.memoryBytes(), sliceSpec, slice.table::copy);
            copy.put(table, slice.start, count);
        }
        copy.crowd.toldLike(crowd);
        return copy;
    }
}
