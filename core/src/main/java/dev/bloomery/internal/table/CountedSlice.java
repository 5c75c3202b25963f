package dev.bloomery.internal.table;

import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.count.InsertionCount;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.spec.BloomSpec;

/** One slice of a scalable or windowed filter: a table of fixed size, and the count of the keys that came to it. */
public abstract class CountedSlice {
    /** The count of a slice without keys. */
    public static final ReadCount NO_KEYS = new ReadCount(0, 0);

    public final BloomSpec spec;
    public final BloomTable table;
    public final InsertionCount insertions;

    /** New keys after which it has as many distinct ones as it was made for, on average. */
    public final long fullAt;

    /** Takes no more keys, unless there is no other slice for them. */
    public volatile boolean full;

    /** How many of the insertions it came with are estimated from its bits. */
    private final long unproven;

    protected CountedSlice(BloomSpec spec, BloomTable table, boolean shared, ReadCount count) {
        this.spec = spec;
        this.table = table;
        this.insertions = new InsertionCount(shared, spec.capacity());
        insertions.set(count.count());
        unproven = count.count() - count.known();
        fullAt = Math.max(1, Math.round(table.geometry().newAmong(spec.capacity())));
        full = count.count() >= fullAt;
    }

    /** A table for an empty slice; says what to do if the heap has no room for it. */
    public static BloomTable emptyTable(BloomSpec spec, boolean shared) {
        Geometry geometry = SpecGeometry.of(spec);
        return HeapRoom.of(BloomTable.memoryBytes(geometry), spec, () -> BloomTable.of(geometry, shared));
    }

    /** A count that is never above the number of distinct keys that came to this slice. */
    public final long known() {
        return insertions.get() - table.races() - unproven;
    }

    /** The count for a copy of this slice. */
    public final ReadCount count() {
        long certain = known();
        return new ReadCount(Math.max(certain, insertions.get()), Math.max(0, certain));
    }

    /** The FPP by formula, for its insertions. */
    public final double fpp() {
        return TableLoad.fpp(table.geometry(), spec.capacity(), insertions.get(), table::setBits);
    }
}
