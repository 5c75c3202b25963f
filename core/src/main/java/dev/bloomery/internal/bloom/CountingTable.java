package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.CounterPlanes;
import dev.bloomery.internal.bits.Counters;
import dev.bloomery.internal.bits.LongSource;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.Geometry;
import java.io.IOException;

/**
 * A counter in the place of each bit: a key that is removed takes back what it added.
 *
 * <p>Readers look at the counters of a key and take no lock: each of them is at least 1 from before the add of a key
 * returns until its remove begins, whatever other keys do meanwhile. Writers of a shared table lock those of the same key
 * out; a table that is not shared has one writer at a time.
 */
public abstract sealed class CountingTable permits ScatteredCounts, BlockedCounts {
    private final Geometry geometry;
    final boolean shared;

    CountingTable(Geometry geometry, boolean shared) {
        this.geometry = geometry;
        this.shared = shared;
    }

    /** An empty table. */
    public static CountingTable of(Geometry geometry, int counterBits, boolean shared) {
        if (geometry instanceof BlockedGeometry blocked) {
            return BlockedCounts.empty(blocked, counterBits, shared);
        }
        return ScatteredCounts.empty(geometry, counterBits, shared);
    }

    /** A table whose bytes were {@linkplain #copyBytes copied}. */
    public static CountingTable read(Geometry geometry, int counterBits, boolean shared, LongSource source)
            throws IOException {
        if (geometry instanceof BlockedGeometry blocked) {
            return BlockedCounts.readCounts(blocked, counterBits, shared, source);
        }
        return ScatteredCounts.readCounts(geometry, counterBits, shared, source);
    }

    /** How many bytes {@link #copyBytes} has for a geometry. */
    public static long byteLength(Geometry geometry, int counterBits) {
        return Counters.words(geometry.bits(), counterBits) * Long.BYTES;
    }

    /** Bytes on the heap that a table of this geometry takes. */
    public static long memoryBytes(Geometry geometry, int counterBits) {
        return geometry instanceof BlockedGeometry blocked
                ? CounterPlanes.memoryBytes(blocked.blocks() * BlockShape.BLOCK_WORDS, counterBits)
                : Counters.memoryBytes(geometry.bits(), counterBits);
    }

    /**
     * Copies bytes from {@code position} on, a multiple of 512, to the start of {@code target}: blocked the planes of each word, else the
     * counters, packed. Beside changes: every counter is one that it had meanwhile, so a key that is in all the time is in the copy; one
     * that comes or goes may be in it in part.
     */
    public abstract void copyBytes(long position, byte[] target, int length);

    /** Whether a counter is used that no key can have. */
    public abstract boolean hasMore();

    public abstract boolean mightContainHash(long hash);

    /**
     * Counts the key once more; how many of its counters were 0, so none if it tested present, and {@link Counters#STUCK} times how many stick
     * from now on.
     */
    public abstract int addHash(long hash);

    /** Takes back one add of the key, if it tests present: how many of its counters became 0; else -1. */
    public abstract int removeIfPresent(long hash);

    /** The least of the key's counters. */
    public abstract long count(long hash);

    public abstract CountingTable copy();

    /** The table of bits in which those are set whose counters are not 0. */
    public abstract BloomTable toBloomTable();

    /** Counters that are not 0. */
    public abstract long countUsed();

    /** Adds up the counters; other must have the same geometry and width. How many were 0 and are not any more. */
    public abstract long addFrom(CountingTable other);

    public Geometry geometry() {
        return geometry;
    }

    public abstract long stuckCounters();

    public abstract void clear();

    public abstract long memoryBytes();
}
