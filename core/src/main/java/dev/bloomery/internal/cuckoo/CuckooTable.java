package dev.bloomery.internal.cuckoo;

import dev.bloomery.internal.bits.ByteSource;
import dev.bloomery.internal.bits.LongSource;
import dev.bloomery.internal.geometry.CuckooGeometry;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The slots of one cuckoo filter and the way from a hash to them.
 *
 * <p>Writers exclude each other: in a shared table by its lock, else there is one at a time. Readers take no lock and never miss a
 * fingerprint that is in, while others come, move and go:
 *
 * <ol>
 *   <li>The table has a version. <b>A slot that holds a fingerprint is overwritten only after the version has stepped</b>
 *       ({@link Buckets#step}), and the step comes after all that was written before. That is the one rule; moves and removes
 *       keep it. A move copies the fingerprint, steps, and only then may its old slot be overwritten; so a chain of moves goes from
 *       its free end backwards. Adds that move nothing do not step.
 *   <li>A reader reads the version, both buckets, and the version again. <i>Maybe</i> it may answer whatever it saw. <i>No</i> it
 *       answers only if the version is the same, say v.
 *   <li>Then it saw all that was written before step v (it read v with acquire), and of what came after nothing that took a
 *       fingerprint from a slot: that is written after step v + 1, which the second reading would have shown.
 *   <li>So a slot that held the fingerprint at step v held it in the eyes of the reader. If the fingerprint came in after step v, by
 *       an add whose return the reader knows of, its slot has not been overwritten since, for the same reason. Either way the
 *       reader found it.
 *   <li>That holds for chains of moves, for a fingerprint that moves to and fro, and where one copy is added and another one
 *       removed: the point is only that none of them is taken away without a step.
 *   <li>One version may serve for many queries, which are then all within its two readings; each <i>no</i> among them is asked for
 *       again if it has stepped.
 *   <li>A slot may be seen half written. Half of a new fingerprint, or of an old one that was moved or removed, may look like a third
 *       one: then the answer is <i>maybe</i>, by chance as rare as any other. It cannot hide one: the bits of other slots do not
 *       change.
 *   <li>Progress: readers are wait-free. One that finds the version changed {@link #MAX_TRIES} times answers <i>maybe</i>.
 * </ol>
 *
 * <p>A version for each of several stripes would spare readers a second look, but costs every query a nanosecond; and a reader
 * fetches the line of a version as often, because it comes back to each of them as much later.
 *
 * <p>A failed add changes nothing: the chain is found before anything is moved.
 */
public class CuckooTable {
    /** The bits of the largest table. */
    public static final long MAX_BITS = Buckets.MAX_BITS;

    private static final int MAX_TRIES = 1_000;

    /** Keys that are asked for together. */
    private static final int GROUP = 128;

    private final CuckooGeometry geometry;
    final Buckets slots;
    private final boolean beyondCaches;

    /** Null if there is one writer at a time. */
    private final @Nullable ReentrantLock lock;

    /** Made when it is first needed. */
    private @Nullable PathSearch search;

    // written by writers only; what others read of them may be old
    private long entries;
    /** Entries that were in already when they came, as far as can be told. */
    private long copies;

    /** An empty table. */
    public CuckooTable(CuckooGeometry geometry, boolean shared) {
        this(geometry, shared, new Buckets(geometry));
    }

    /**
     * A table whose bytes were {@linkplain #copyBytes copied}.
     *
     * @param taken what {@link #taken} was then
     */
    public static CuckooTable read(
            CuckooGeometry geometry, boolean shared, long taken, ByteSource bytes, LongSource longs)
            throws IOException {
        CuckooTable table = new CuckooTable(geometry, shared, Buckets.read(geometry, bytes, longs));
        table.entries = table.slots.countUsed();
        table.copies = table.entries - taken;
        return table;
    }

    /** How many bytes {@link #copyBytes} has for a geometry. */
    public static long byteLength(CuckooGeometry geometry) {
        return Buckets.byteLength(geometry);
    }

    /** Bytes on the heap that a table of this geometry takes. */
    public static long memoryBytes(CuckooGeometry geometry) {
        return Buckets.memoryBytes(geometry);
    }

    /** Copies bytes from {@code position}, a multiple of eight, on to the start of {@code target}. Not beside changes. */
    public void copyBytes(long position, byte[] target, int length) {
        slots.copyBytes(position, target, length);
    }

    /** Whether there is something behind the last slot. */
    public boolean hasMore() {
        return slots.hasMore();
    }

    public boolean isShared() {
        return lock != null;
    }

    private CuckooTable(CuckooGeometry geometry, boolean shared, Buckets slots) {
        this.geometry = geometry;
        this.slots = slots;
        this.beyondCaches = slots.beyondCaches();
        this.lock = shared ? new ReentrantLock() : null;
    }

    // readers

    public boolean mightContainHash(long hash) {
        Buckets slots = this.slots; // read once: after the version nothing is known of fields any more
        long fingerprint = slots.fingerprint(hash);
        long pattern = slots.pattern(fingerprint);
        long first = slots.first(hash);
        long other = slots.other(first, fingerprint);
        long before = slots.read(); // as late as may be: what is found before it needs to be kept no longer
        boolean present = slots.isFound(matches(slots, first, pattern) | matches(slots, other, pattern));
        // asked in this order no branch depends on the answer
        return isUnchanged(slots, before) ? present : present || mightContainAfterAll(hash);
    }

    private boolean has(Buckets slots, long hash) {
        long fingerprint = slots.fingerprint(hash);
        long pattern = slots.pattern(fingerprint);
        long first = slots.first(hash);
        long other = slots.other(first, fingerprint);
        return slots.isFound(matches(slots, first, pattern) | matches(slots, other, pattern));
    }

    private boolean mightContainAfterAll(long hash) {
        for (int tries = 1; tries < MAX_TRIES; tries++) {
            long before = slots.read();
            boolean present = has(slots, hash);
            if (present || isUnchanged(slots, before)) {
                return present;
            }
        }
        return true;
    }

    /**
     * Answers {@code hashes[0 .. count)} in {@code answers[at .. at + count)}, a group at a time. One version serves for a group: if it
     * has stepped, each <i>no</i> is asked for again. In a table that is larger than the caches the buckets of a group are found
     * before the first of them is looked into, so that the loop that reads is short and the processor has many lines under way.
     */
    public void mightContainHashes(long[] hashes, int count, boolean[] answers, int at) {
        mightContainHashes(hashes, count, answers, at, beyondCaches ? new Located() : null);
    }

    /** @param located null to look into the buckets of each hash at once */
    final void mightContainHashes(long[] hashes, int count, boolean[] answers, int at, @Nullable Located located) {
        for (int from = 0; from < count; from += GROUP) {
            int to = Math.min(from + GROUP, count);
            long before = slots.read();
            if (located != null) {
                located.answer(hashes, from, to, answers, at);
            } else {
                for (int i = from; i < to; i++) {
                    answers[at + i] = has(slots, hashes[i]);
                }
            }
            if (!isUnchanged(slots, before)) {
                for (int i = from; i < to; i++) {
                    answers[at + i] = answers[at + i] || mightContainHash(hashes[i]);
                }
            }
        }
    }

    /** The buckets and patterns of a group. */
    final class Located {
        private final long[] first = new long[GROUP];
        private final long[] other = new long[GROUP];
        private final long[] pattern = new long[GROUP];

        void answer(long[] hashes, int from, int to, boolean[] answers, int at) {
            for (int i = from; i < to; i++) {
                long fingerprint = slots.fingerprint(hashes[i]);
                long bucket = slots.first(hashes[i]);
                first[i - from] = bucket;
                other[i - from] = slots.other(bucket, fingerprint);
                pattern[i - from] = slots.pattern(fingerprint);
            }
            for (int i = from; i < to; i++) {
                long sought = pattern[i - from];
                answers[at + i] = slots.isFound(
                        matches(slots, first[i - from], sought) | matches(slots, other[i - from], sought));
            }
        }
    }

    /** How many copies are in: never less, and more if one of them is being moved. */
    public int count(long hash) {
        long fingerprint = slots.fingerprint(hash);
        long first = slots.first(hash);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            long before = slots.read();
            int copies = copies(first, fingerprint);
            if (isUnchanged(slots, before)) {
                return copies;
            }
        }
        return CuckooGeometry.MAX_COPIES;
    }

    private int copies(long first, long fingerprint) {
        long pattern = slots.pattern(fingerprint);
        return slots.count(first, pattern) + slots.count(slots.other(first, fingerprint), pattern);
    }

    // what tests replace, to look at every step or to break it on purpose

    /** A look into a bucket. */
    long matches(Buckets slots, long bucket, long pattern) {
        return slots.matches(bucket, pattern);
    }

    /** Whether nothing was taken from a slot since the version was read. */
    boolean isUnchanged(Buckets slots, long before) {
        return slots.isUnstepped(before);
    }

    /** Announces that a slot that holds a fingerprint will be overwritten. */
    void step() {
        slots.step();
    }

    /** Writes a slot. */
    void put(long slot, long fingerprint) {
        slots.put(slot, fingerprint);
    }

    /** Writes an empty slot of the emptier bucket, so that fewer have to be moved in the end; false if there is none. */
    boolean fillEmptier(long first, long other, long fingerprint) {
        return slots.fillEmptier(first, other, fingerprint);
    }

    // writers

    public Placement add(long hash) {
        lock();
        try {
            return place(hash);
        } finally {
            unlock();
        }
    }

    private Placement place(long hash) {
        long fingerprint = slots.fingerprint(hash);
        long first = slots.first(hash);
        long other = slots.other(first, fingerprint);
        long pattern = slots.pattern(fingerprint);
        boolean present = slots.isFound(slots.matches(first, pattern) | slots.matches(other, pattern));
        if (!fillEmptier(first, other, fingerprint)) {
            if (present && copies(first, fingerprint) == CuckooGeometry.MAX_COPIES) {
                return Placement.TOO_MANY_COPIES;
            }
            long free = makeRoom(first, other);
            if (free < 0) {
                return Placement.FULL;
            }
            put(free, fingerprint);
        }
        entries++;
        if (present) {
            copies++;
            return Placement.COPY;
        }
        return Placement.NEW;
    }

    /** Frees a slot of two full buckets; it, or -1. What was in the slot is in another one, too, and the version has stepped. */
    long makeRoom(long first, long other) {
        PathSearch search = search();
        long free = search.find(first, other);
        if (free >= 0) {
            int number = search.last();
            for (long source = search.source(number); source >= 0; source = search.source(number)) {
                move(source, free);
                free = source;
                number = search.before(number);
            }
        }
        return free;
    }

    /** Copies a fingerprint into a free slot; its own may be overwritten from now on. */
    final void move(long from, long free) {
        put(free, slots.get(from));
        step();
    }

    final PathSearch search() {
        PathSearch search = this.search;
        if (search == null) {
            search = new PathSearch(slots, geometry.buckets());
            this.search = search;
        }
        return search;
    }

    /** Takes back one add of the hash, if it tests present. */
    public boolean remove(long hash) {
        lock();
        try {
            return takeOut(hash);
        } finally {
            unlock();
        }
    }

    private boolean takeOut(long hash) {
        long fingerprint = slots.fingerprint(hash);
        long first = slots.first(hash);
        long other = slots.other(first, fingerprint);
        long pattern = slots.pattern(fingerprint);
        long slot = slots.find(first, pattern);
        if (slot < 0) {
            slot = slots.find(other, pattern);
        }
        if (slot < 0) {
            return false;
        }
        step(); // another copy may have come in where a reader has already looked
        put(slot, 0);
        entries--;
        copies -= slots.isFound(slots.matches(first, pattern) | slots.matches(other, pattern)) ? 1 : 0;
        return true;
    }

    /** No fingerprint is in any more. A query beside it may miss what was in. */
    public void clear() {
        alone(() -> {
            slots.clear();
            entries = 0;
            copies = 0;
            return true;
        });
    }

    /** With the same fingerprints. Not beside changes, unless the table is shared. */
    public CuckooTable copy() {
        return alone(() -> {
            CuckooTable copy = new CuckooTable(geometry, lock != null, slots.copy());
            copy.entries = entries;
            copy.copies = copies;
            return copy;
        });
    }

    /**
     * Whether both have the same fingerprints equally often, whichever of its two buckets each lies in. Expects the same geometry. Not beside changes.
     */
    public boolean hasSameFingerprints(CuckooTable other) {
        if (entries != other.entries) {
            return false;
        }
        long slotCount = geometry.slots();
        for (long slot = 0; slot < slotCount; slot++) {
            long bucket = slot / CuckooGeometry.SLOTS;
            long fingerprint = slots.get(slot * geometry.width());
            if (fingerprint != 0 && copies(bucket, fingerprint) != other.copies(bucket, fingerprint)) {
                return false;
            }
        }
        return true;
    }

    private <T> T alone(Supplier<T> action) {
        lock();
        try {
            return action.get();
        } finally {
            unlock();
        }
    }

    /** Keeps other writers out of a shared table; a table of a single writer has no lock. */
    private void lock() {
        if (lock != null) {
            lock.lock();
        }
    }

    private void unlock() {
        if (lock != null) {
            lock.unlock();
        }
    }

    public CuckooGeometry geometry() {
        return geometry;
    }

    /** Slots that are not empty. */
    public long entries() {
        return entries;
    }

    /** Different keys that are in, as far as they can be told apart: adds that were new less removes of a last copy, exactly. */
    public long taken() {
        return entries - copies;
    }

    public long memoryBytes() {
        return slots.memoryBytes();
    }
}
