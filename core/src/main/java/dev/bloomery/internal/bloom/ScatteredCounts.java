package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.Counters;
import dev.bloomery.internal.bits.LongSource;
import dev.bloomery.internal.count.KeyLocks;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.geometry.Mix;
import dev.bloomery.internal.geometry.PartitionedGeometry;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counters of the layouts classic and partitioned, at the positions of {@link ScatteredTable}. Each of them changes
 * atomically, and a lock by the hash keeps writers of the same key apart.
 */
final class ScatteredCounts extends CountingTable {
    private final Counters counters;
    private final int probes;
    private final long range;
    private final long move;

    private ScatteredCounts(Geometry geometry, Counters counters, boolean shared) {
        super(geometry, shared);
        this.counters = counters;
        this.probes = geometry.probes();
        boolean sliced = geometry instanceof PartitionedGeometry;
        this.range = sliced ? geometry.bits() / probes : geometry.bits();
        this.move = sliced ? range : 0;
    }

    static ScatteredCounts empty(Geometry geometry, int counterBits, boolean shared) {
        return new ScatteredCounts(geometry, Counters.of(geometry.bits(), counterBits, shared), shared);
    }

    static ScatteredCounts readCounts(Geometry geometry, int counterBits, boolean shared, LongSource source)
            throws IOException {
        return new ScatteredCounts(geometry, Counters.read(geometry.bits(), counterBits, shared, source), shared);
    }

    @Override
    public void copyBytes(long position, byte[] target, int length) {
        counters.copyBytes(position, target, length);
    }

    @Override
    public boolean hasMore() {
        return counters.hasMore();
    }

    @Override
    public boolean mightContainHash(long hash) {
        long word = hash;
        for (int i = 0; i < probes; i++) {
            if (counters.get(i * move + Mix.reduce(word, range)) == 0) {
                return false;
            }
            word = Mix.step(word);
        }
        return true;
    }

    @Override
    public int addHash(long hash) {
        if (!shared) {
            return add(hash);
        }
        ReentrantLock lock = KeyLocks.of(hash);
        lock.lock();
        try {
            return add(hash);
        } finally {
            lock.unlock();
        }
    }

    private int add(long hash) {
        int newlyUsed = 0;
        long word = hash;
        for (int i = 0; i < probes; i++) {
            newlyUsed += counters.increment(i * move + Mix.reduce(word, range));
            word = Mix.step(word);
        }
        return newlyUsed;
    }

    @Override
    public int removeIfPresent(long hash) {
        if (!shared) {
            return mightContainHash(hash) ? remove(hash) : -1;
        }
        ReentrantLock lock = KeyLocks.of(hash);
        lock.lock();
        try {
            return mightContainHash(hash) ? remove(hash) : -1;
        } finally {
            lock.unlock();
        }
    }

    private int remove(long hash) {
        int newlyFree = 0;
        long word = hash;
        for (int i = 0; i < probes; i++) {
            newlyFree += counters.decrement(i * move + Mix.reduce(word, range));
            word = Mix.step(word);
        }
        return newlyFree;
    }

    @Override
    public long count(long hash) {
        long least = counters.stuckValue();
        long word = hash;
        for (int i = 0; i < probes; i++) {
            least = Math.min(least, counters.get(i * move + Mix.reduce(word, range)));
            word = Mix.step(word);
        }
        return least;
    }

    @Override
    public CountingTable copy() {
        return new ScatteredCounts(geometry(), counters.copy(), shared);
    }

    @Override
    public BloomTable toBloomTable() {
        BloomTable table = BloomTable.of(geometry(), shared);
        for (long i = 0; i < counters.length(); i++) {
            if (counters.get(i) != 0) {
                table.setAlone(i);
            }
        }
        return table;
    }

    @Override
    public long countUsed() {
        return counters.countUsed();
    }

    @Override
    public long addFrom(CountingTable other) {
        return counters.addFrom(((ScatteredCounts) other).counters);
    }

    @Override
    public long stuckCounters() {
        return counters.countStuck();
    }

    @Override
    public void clear() {
        counters.clear();
    }

    @Override
    public long memoryBytes() {
        return counters.memoryBytes();
    }
}
