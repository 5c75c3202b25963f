package dev.bloomery.testkit;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A counting Bloom filter in the plainest form, under one lock, and the carrier of variants that are broken on purpose: the
 * controls of {@link MultisetCheck}.
 */
public final class PlainCountingFilter implements CountingSubject {

    /** What is broken. */
    public enum Flaw {
        NONE,
        /** A full counter goes on at 0. */
        WRAPS,
        /** A full counter, which has lost count, is lowered by a remove. */
        UNSTICKS,
        /** Counters are read and written in two steps, without a lock. */
        LOSES_UPDATES,
        /** A remove asks, then lowers the counters, each atomically but without a lock around both. */
        REMOVES_UNLOCKED,
        /** A remove takes a counter to 0 for a moment before it writes the lower value. */
        BLINKS
    }

    private final Flaw flaw;
    private final PlainBloomFilter.Positions positions;
    private final int largest;
    private final AtomicIntegerArray counters;
    private final Object lock = new Object();

    public PlainCountingFilter(int size, int probes, int largest, Flaw flaw) {
        this(PlainBloomFilter.independent(size, probes), size, largest, flaw);
    }

    /** With positions of one's own: then a key is what they take, a hash. */
    public PlainCountingFilter(PlainBloomFilter.Positions positions, int size, int largest, Flaw flaw) {
        this.flaw = flaw;
        this.largest = largest;
        this.positions = positions;
        this.counters = new AtomicIntegerArray(size);
    }

    @Override
    public boolean add(long key) {
        if (flaw == Flaw.LOSES_UPDATES || flaw == Flaw.REMOVES_UNLOCKED) {
            return addUnlocked(key);
        }
        synchronized (lock) {
            return addUnlocked(key);
        }
    }

    private boolean addUnlocked(long key) {
        boolean absent = !mightContain(key);
        for (long position : positions.of(key)) {
            if (flaw == Flaw.LOSES_UPDATES) {
                counters.set((int) position, raised(counters.get((int) position)));
            } else {
                counters.updateAndGet((int) position, this::raised);
            }
        }
        return absent;
    }

    private int raised(int value) {
        if (value < largest) {
            return value + 1;
        }
        return flaw == Flaw.WRAPS ? 0 : value;
    }

    @Override
    public boolean remove(long key) {
        if (flaw == Flaw.LOSES_UPDATES || flaw == Flaw.REMOVES_UNLOCKED) {
            return removeUnlocked(key);
        }
        synchronized (lock) {
            return removeUnlocked(key);
        }
    }

    private boolean removeUnlocked(long key) {
        if (!mightContain(key)) {
            return false;
        }
        for (long position : positions.of(key)) {
            if (flaw == Flaw.LOSES_UPDATES) {
                counters.set((int) position, lowered(counters.get((int) position)));
            } else if (flaw == Flaw.BLINKS) {
                int lower = lowered(counters.getAndSet((int) position, 0));
                counters.set((int) position, lower);
            } else {
                counters.updateAndGet((int) position, this::lowered);
            }
        }
        return true;
    }

    private int lowered(int value) {
        return value == 0 || (value == largest && flaw != Flaw.UNSTICKS) ? value : value - 1;
    }

    @Override
    public boolean mightContain(long key) {
        return count(key) > 0;
    }

    @Override
    public long count(long key) {
        long least = largest;
        for (long position : positions.of(key)) {
            least = Math.min(least, counters.get((int) position));
        }
        return least;
    }

    @Override
    public long largestCount() {
        return largest;
    }

    @Override
    public long used() {
        return counted(1);
    }

    @Override
    public long stuck() {
        return counted(largest);
    }

    private long counted(int from) {
        long count = 0;
        for (int i = 0; i < counters.length(); i++) {
            count += counters.get(i) >= from ? 1 : 0;
        }
        return count;
    }
}
