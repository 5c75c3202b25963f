package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.BranchFree;
import dev.bloomery.internal.bits.CounterPlanes;
import dev.bloomery.internal.bits.LongSource;
import dev.bloomery.internal.bits.WriteVersions;
import dev.bloomery.internal.count.KeyLocks;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counters of the layout blocked, at the positions of {@link BlockedTable}: the counters of a word are half a cache line (of
 * 4 bits) or a whole one (of 8 bits), so a key has two to four lines, and all counters of a word change at once.
 *
 * <ol>
 *   <li>Shared: writers lock the block, which keeps those of the same word apart, and so those of the same key. A lock, like
 *       the version that goes with it, serves many blocks, and those of all filters. No thread holds two of them.
 *   <li>Alone: no lock, one writer at a time.
 *   <li>Readers take no lock. <i>Maybe</i> they may answer whatever they saw; <i>no</i> only if no writer was at the block
 *       meanwhile, as its version tells, because counters are written in several steps. Else they look again.
 *   <li>Progress of readers: a query ends after a bounded number of tries, with <i>maybe</i> (a count with its largest value).
 *       It takes a writer that stops for good in the middle of a change to see that. Reads of the whole table wait.
 * </ol>
 */
final class BlockedCounts extends CountingTable {
    private static final int WORDS = BlockShape.BLOCK_WORDS;

    /** One set for all shared tables, as of the locks: a stripe is written under the lock of its number. */
    private static final long[] SHARED_VERSIONS = WriteVersions.of(1024);

    /** Versions of a table that is not shared: so many that a reader seldom meets the writer, and few enough to stay in L1. */
    private static final int MAX_STRIPES = 64;

    /** Tries without rest: a change takes some nanoseconds. */
    private static final int SPINS = 100;

    /** Between the other tries: the writer was suspended, so let it run. */
    private static final int PAUSE_NANOS = 1_000;

    /** Tries of a query in all; a tenth of a second or so. */
    private static final int MAX_TRIES = 2_000;

    private final BlockedGeometry geometry;
    private final CounterPlanes planes;
    private final long[] array;
    private final int lead;
    /** The most common case has a way of its own. */
    private final boolean twoNibbles;

    private final long[] versions;
    private final long blocks;
    private final int groups;
    private final boolean twoWords;
    private final int bitsPerWord;

    private BlockedCounts(BlockedGeometry geometry, CounterPlanes planes, boolean shared) {
        super(geometry, shared);
        this.geometry = geometry;
        this.planes = planes;
        this.array = planes.array();
        this.lead = planes.lead();
        this.blocks = geometry.blocks();
        this.versions =
                shared ? SHARED_VERSIONS : WriteVersions.of((int) Long.highestOneBit(Math.min(blocks, MAX_STRIPES)));
        this.groups = geometry.shape().words();
        this.twoWords = groups == 2;
        this.twoNibbles = twoWords && planes.counterBits() == 4;
        this.bitsPerWord = geometry.shape().bitsPerWord();
    }

    static BlockedCounts empty(BlockedGeometry geometry, int counterBits, boolean shared) {
        return new BlockedCounts(geometry, CounterPlanes.of(geometry.blocks() * WORDS, counterBits), shared);
    }

    static BlockedCounts readCounts(BlockedGeometry geometry, int counterBits, boolean shared, LongSource source)
            throws IOException {
        return new BlockedCounts(geometry, CounterPlanes.read(geometry.blocks() * WORDS, counterBits, source), shared);
    }

    /** The key's block. The counters are an array, so the number of blocks, and this, is an int. */
    private int block(long hash) {
        return (int) geometry.block(hash);
    }

    /** The first plane of a word, of counters of 4 bits. */
    private int at(long word) {
        return lead + 4 * (int) word;
    }

    // readers

    @Override
    public boolean mightContainHash(long hash) {
        long[] versions = this.versions;
        int block = block(hash);
        int stripe = WriteVersions.stripe(versions, block);
        long version = WriteVersions.read(versions, stripe);
        boolean present = twoNibbles ? hasTwo(block, hash) : has(block, hash);
        // asked in this order no branch depends on the answer
        return WriteVersions.isUnchanged(versions, stripe, version) ? present : present || mightContainAfterAll(hash);
    }

    private boolean hasTwo(int block, long hash) {
        long[] planes = array;
        int first = block * WORDS;
        long even = CounterPlanes.usedNibbles(planes, at(first | BlockedGeometry.evenWord(hash)));
        long odd = CounterPlanes.usedNibbles(planes, at(first | BlockedGeometry.oddWord(hash)));
        long turned = Long.rotateRight(even, (int) hash) & Long.rotateRight(odd, BlockedGeometry.rotation(hash, 1));
        return BranchFree.isZero(~turned & BlockedGeometry.setForTwo(bitsPerWord, hash));
    }

    private boolean mightContainAfterAll(long hash) {
        int block = block(hash);
        int stripe = WriteVersions.stripe(versions, block);
        for (int tries = 1; tries < MAX_TRIES; tries++) {
            rest(tries);
            long version = WriteVersions.read(versions, stripe);
            boolean present = has(block, hash);
            if (present || WriteVersions.isUnchanged(versions, stripe, version)) {
                return present;
            }
        }
        return true;
    }

    private static void rest(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Whether all counters of the key are above 0, if they are whole. */
    private boolean has(int block, long hash) {
        long missing = 0;
        for (int group = 0; group < groups; group++) {
            missing |= geometry.mask(hash, group) & ~planes.used(block * WORDS + geometry.word(hash, group));
        }
        return BranchFree.isZero(missing);
    }

    @Override
    public long count(long hash) {
        int block = block(hash);
        int stripe = WriteVersions.stripe(versions, block);
        for (int tries = 1; tries < MAX_TRIES; tries++) {
            long version = WriteVersions.read(versions, stripe);
            int least = planes.stuckValue();
            for (int group = 0; group < groups; group++) {
                int word = block * WORDS + geometry.word(hash, group);
                least = Math.min(least, planes.least(word, geometry.mask(hash, group)));
            }
            if (WriteVersions.isUnchanged(versions, stripe, version)) {
                return least;
            }
            rest(tries);
        }
        return planes.stuckValue();
    }

    // writers

    @Override
    public int addHash(long hash) {
        int block = block(hash);
        if (!shared) {
            return add(block, hash);
        }
        ReentrantLock lock = lock(block);
        lock.lock();
        try {
            return add(block, hash);
        } finally {
            lock.unlock();
        }
    }

    /** By the stripe: all writers of a stripe meet at one lock. */
    private ReentrantLock lock(int block) {
        return KeyLocks.of(WriteVersions.stripe(versions, block));
    }

    private int add(int block, long hash) {
        if (twoNibbles) {
            return addTwo(block, hash);
        }
        int stripe = WriteVersions.stripe(versions, block);
        int newlyUsed = 0;
        long odd = WriteVersions.begin(versions, stripe);
        for (int group = 0; group < groups; group++) {
            newlyUsed += planes.increment(block * WORDS + geometry.word(hash, group), geometry.mask(hash, group));
        }
        WriteVersions.end(versions, stripe, odd);
        return newlyUsed;
    }

    private int addTwo(int block, long hash) {
        long[] planes = array;
        long[] versions = this.versions;
        int first = block * WORDS;
        int stripe = WriteVersions.stripe(versions, block);
        long set = BlockedGeometry.setForTwo(bitsPerWord, hash);
        long odd = WriteVersions.begin(versions, stripe);
        int newlyUsed = CounterPlanes.incrementNibbles(
                        planes, at(first | BlockedGeometry.evenWord(hash)), Long.rotateLeft(set, (int) hash))
                + CounterPlanes.incrementNibbles(
                        planes,
                        at(first | BlockedGeometry.oddWord(hash)),
                        Long.rotateLeft(set, BlockedGeometry.rotation(hash, 1)));
        WriteVersions.end(versions, stripe, odd);
        return newlyUsed;
    }

    @Override
    public int removeIfPresent(long hash) {
        int block = block(hash);
        if (!shared) {
            return remove(block, hash);
        }
        ReentrantLock lock = lock(block);
        lock.lock();
        try {
            return remove(block, hash);
        } finally {
            lock.unlock();
        }
    }

    private int remove(int block, long hash) {
        if (twoNibbles) {
            return removeTwo(block, hash);
        }
        if (!has(block, hash)) {
            return -1;
        }
        int stripe = WriteVersions.stripe(versions, block);
        int newlyFree = 0;
        long odd = WriteVersions.begin(versions, stripe);
        for (int group = 0; group < groups; group++) {
            newlyFree += planes.decrement(block * WORDS + geometry.word(hash, group), geometry.mask(hash, group));
        }
        WriteVersions.end(versions, stripe, odd);
        return newlyFree;
    }

    private int removeTwo(int block, long hash) {
        long[] planes = array;
        long[] versions = this.versions;
        int first = block * WORDS;
        int even = at(first | BlockedGeometry.evenWord(hash));
        int odd = at(first | BlockedGeometry.oddWord(hash));
        long set = BlockedGeometry.setForTwo(bitsPerWord, hash);
        long evenMask = Long.rotateLeft(set, (int) hash);
        long oddMask = Long.rotateLeft(set, BlockedGeometry.rotation(hash, 1));
        int stripe = WriteVersions.stripe(versions, block);
        long version = WriteVersions.begin(versions, stripe); // before the test: what it reads need not be read again
        long missing = evenMask & ~CounterPlanes.usedNibbles(planes, even);
        missing |= oddMask & ~CounterPlanes.usedNibbles(planes, odd);
        if (missing != 0) {
            WriteVersions.end(versions, stripe, version);
            return -1;
        }
        int newlyFree = CounterPlanes.decrementNibbles(planes, even, evenMask)
                + CounterPlanes.decrementNibbles(planes, odd, oddMask);
        WriteVersions.end(versions, stripe, version);
        return newlyFree;
    }

    // the whole table, block by block

    /** Copies a block as it was at one moment to the words from {@code at} on. */
    private void snapshot(int block, CounterPlanes to, int at) {
        int stripe = WriteVersions.stripe(versions, block);
        for (int tries = 1; ; tries = Math.min(tries + 1, SPINS)) {
            long version = WriteVersions.read(versions, stripe);
            planes.copyTo(block * WORDS, WORDS, to, at);
            if (WriteVersions.isUnchanged(versions, stripe, version)) {
                return;
            }
            rest(tries);
        }
    }

    private CounterPlanes ofOneBlock() {
        return CounterPlanes.of(WORDS, planes.counterBits());
    }

    @Override
    public void copyBytes(long position, byte[] target, int length) {
        int blockBytes = WORDS * planes.counterBits() * Long.BYTES;
        int first = (int) (position / blockBytes);
        int count = length / blockBytes;
        CounterPlanes copy = CounterPlanes.of((long) count * WORDS, planes.counterBits());
        for (int block = 0; block < count; block++) {
            snapshot(first + block, copy, block * WORDS);
        }
        copy.copyBytes(0, count * WORDS, target);
    }

    @Override
    public boolean hasMore() {
        return false; // the last block is one like the others
    }

    @Override
    public long addFrom(CountingTable other) {
        CounterPlanes more = ofOneBlock();
        long newlyUsed = 0;
        for (int block = 0; block < blocks; block++) {
            ((BlockedCounts) other).snapshot(block, more, 0);
            newlyUsed += addLocked(block, more);
        }
        return newlyUsed;
    }

    private int addLocked(int block, CounterPlanes more) {
        if (!shared) {
            return add(block, more);
        }
        ReentrantLock lock = lock(block);
        lock.lock();
        try {
            return add(block, more);
        } finally {
            lock.unlock();
        }
    }

    private int add(int block, CounterPlanes more) {
        int newlyUsed = 0;
        int stripe = WriteVersions.stripe(versions, block);
        long odd = WriteVersions.begin(versions, stripe);
        for (int word = 0; word < WORDS; word++) {
            newlyUsed += planes.addFrom(block * WORDS + word, more, word);
        }
        WriteVersions.end(versions, stripe, odd);
        return newlyUsed;
    }

    @Override
    public CountingTable copy() {
        BlockedCounts copy = empty(geometry, planes.counterBits(), shared);
        for (int block = 0; block < blocks; block++) {
            snapshot(block, copy.planes, block * WORDS);
        }
        return copy;
    }

    @Override
    public BloomTable toBloomTable() {
        BloomTable table = BloomTable.of(geometry, shared);
        CounterPlanes one = ofOneBlock();
        for (int block = 0; block < blocks; block++) {
            snapshot(block, one, 0);
            for (int word = 0; word < WORDS; word++) {
                long unused = table.words.setAlone(block * WORDS + word, one.used(word));
            }
        }
        return table;
    }

    @Override
    public long countUsed() {
        CounterPlanes one = ofOneBlock();
        long used = 0;
        for (int block = 0; block < blocks; block++) {
            snapshot(block, one, 0);
            for (int word = 0; word < WORDS; word++) {
                used += Long.bitCount(one.used(word));
            }
        }
        return used;
    }

    @Override
    public long stuckCounters() {
        CounterPlanes one = ofOneBlock();
        long stuck = 0;
        for (int block = 0; block < blocks; block++) {
            snapshot(block, one, 0);
            for (int word = 0; word < WORDS; word++) {
                stuck += Long.bitCount(one.stuck(word));
            }
        }
        return stuck;
    }

    @Override
    public void clear() {
        planes.clear();
        VarHandle.fullFence();
    }

    @Override
    public long memoryBytes() {
        return planes.memoryBytes();
    }
}
