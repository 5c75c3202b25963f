package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.LongSource;
import dev.bloomery.internal.bits.ReadAhead;
import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.geometry.PairedGeometry;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The bits of one Bloom filter and the way from a hash to them.
 *
 * <p>Contract: after {@code addHash(h)} has returned, {@code mightContainHash(h)} is true for every thread that sees the
 * return. {@code addHash} is true when it changed a bit. Readers take no lock.
 */
public abstract sealed class BloomTable permits ScatteredTable, BlockedTable, PairedTable {
    private static final VarHandle RACES;

    static {
        try {
            RACES = MethodHandles.lookup().findVarHandle(BloomTable.class, "races", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Keys that are read ahead: their lines stay in the L1 cache until they are used. */
    static final int TOUCHED = 256;

    private final Geometry geometry;
    final Words words;
    final boolean beyondCaches;
    /** Whether several threads may add at the same time. */
    final boolean shared;

    /** See {@link #races}. */
    private volatile long races;

    BloomTable(Geometry geometry, boolean shared, Words words) {
        this.geometry = geometry;
        this.shared = shared;
        this.words = words;
        this.beyondCaches = ReadAhead.pays(8L * words.length());
    }

    /** An empty table. */
    public static BloomTable of(Geometry geometry, boolean shared) {
        Words words = hasBlocks(geometry) ? Words.ofBlocks(geometry.bits()) : Words.ofBits(geometry.bits());
        return of(geometry, shared, words);
    }

    private static BloomTable of(Geometry geometry, boolean shared, Words words) {
        if (geometry instanceof BlockedGeometry blocked) {
            return new BlockedTable(blocked, shared, words);
        }
        if (geometry instanceof PairedGeometry paired) {
            return new PairedTable(paired, shared, words);
        }
        return new ScatteredTable(geometry, shared, words);
    }

    private static boolean hasBlocks(Geometry geometry) {
        return geometry instanceof BlockedGeometry || geometry instanceof PairedGeometry;
    }

    /** A table whose bytes were {@linkplain #copyBytes copied}. */
    public static BloomTable read(Geometry geometry, boolean shared, LongSource source) throws IOException {
        return of(geometry, shared, Words.read(geometry.bits(), hasBlocks(geometry), source));
    }

    /** How many bytes {@link #copyBytes} has for a geometry. */
    public static long byteLength(Geometry geometry) {
        return ((geometry.bits() + 63) >>> 6) * Long.BYTES;
    }

    /** Bytes on the heap that a table of this geometry takes. */
    public static long memoryBytes(Geometry geometry) {
        return Words.memoryBytes(geometry.bits(), hasBlocks(geometry));
    }

    /** Copies bytes from {@code position} on, a multiple of eight, to the start of {@code target}. Keys added meanwhile may be in it. */
    public void copyBytes(long position, byte[] target, int length) {
        words.copyBytes(position, target, length);
    }

    /**
     * Sets every bit that is 1 in these bytes, as {@link #copyBytes} has them, from {@code position} on. Position, start and length are
     * multiples of eight.
     *
     * @param beside whether other threads may add meanwhile
     */
    public void orBytes(long position, byte[] source, int from, int length, boolean beside) {
        words.orBytes(position, source, from, length, beside);
    }

    /** Whether a bit is set behind the last one that a key may have. */
    public boolean hasMore() {
        return words.countSet(geometry.bits(), 64L * words.length()) != 0;
    }

    public abstract boolean addHash(long hash);

    /**
     * How many adds changed a bit, but perhaps not for a key of their own: threads that add the same key at the same moment may each
     * set some of its bits, and all of them return true. Changes less races are never more than there were distinct keys.
     *
     * <p>An add looks at all its bits before it sets any, and owns its key if it set all those that it found missing. Of two adds of one key
     * at most one does: each would have found bits set that the other one set after it had looked.
     */
    public final long races() {
        return races;
    }

    /** Whether an add of a shared table changed something; notes it if it may not count. */
    final boolean settled(long changed, boolean owns) {
        if (changed == 0) {
            return false;
        }
        if (!owns) {
            long unused = (long) RACES.getAndAdd(this, 1L);
        }
        return true;
    }

    public abstract boolean mightContainHash(long hash);

    /** The chance that an absent key looks present with the bits as they are; reads them all. */
    public abstract double currentFpp();

    public abstract BloomTable copy();

    /**
     * Adds {@code hashes[0 .. count)}; how many of them changed a bit.
     *
     * <p>In a table that is larger than the caches, a word of every line is read before anything is added, in a loop so short that
     * the processor fetches many lines at the same time.
     */
    public long addHashes(long[] hashes, int count) {
        long changed = 0;
        for (int from = 0; from < count; from += TOUCHED) {
            int to = Math.min(from + TOUCHED, count);
            if (beyondCaches) {
                ReadAhead.use(touch(hashes, from, to));
            }
            for (int i = from; i < to; i++) {
                changed += addHash(hashes[i]) ? 1 : 0;
            }
        }
        return changed;
    }

    /** Adds {@code hashes[0 .. count)}, and tells of each whether it changed a bit; how many did. Reads ahead as {@link #addHashes} does. */
    public long addEach(long[] hashes, int count, boolean[] changed) {
        long changes = 0;
        for (int from = 0; from < count; from += TOUCHED) {
            int to = Math.min(from + TOUCHED, count);
            if (beyondCaches) {
                ReadAhead.use(touch(hashes, from, to));
            }
            for (int i = from; i < to; i++) {
                changed[i] = addHash(hashes[i]);
                changes += changed[i] ? 1 : 0;
            }
        }
        return changes;
    }

    /**
     * Answers {@code hashes[0 .. count)} in {@code answers[at .. at + count)}; reads ahead as {@link #addHashes} does. No branch
     * depends on an answer.
     */
    public void mightContainHashes(long[] hashes, int count, boolean[] answers, int at) {
        for (int from = 0; from < count; from += TOUCHED) {
            int to = Math.min(from + TOUCHED, count);
            if (beyondCaches) {
                ReadAhead.use(touch(hashes, from, to));
            }
            for (int i = from; i < to; i++) {
                answers[at + i] = mightContainHash(hashes[i]);
            }
        }
    }

    /** Reads a word of each line of {@code hashes[from .. to)} that a query or an add reads first; all of them ored. */
    abstract long touch(long[] hashes, int from, int to);

    /** How many hashes at once {@link #addHashes} takes best, if there are so many. */
    public int bulkSize() {
        return TOUCHED;
    }

    public Geometry geometry() {
        return geometry;
    }

    public boolean isSet(long position) {
        return (words.get(Words.wordIndex(position)) & (1L << position)) != 0;
    }

    public long setBits() {
        return words.countSet();
    }

    /** The share of the bits that are set, read off a sample of at most this many words. */
    public double sampledFill(int mostWords) {
        return words.sampledFill(geometry.bits(), mostWords);
    }

    /** Whether {@link #sampledFill} of so many words reads a part of the words only. */
    public boolean hasMoreThan(int mostWords) {
        return words.length() > mostWords;
    }

    public void clear() {
        words.clear();
        races = 0;
    }

    /** How many bits of {@code other} are not set here. */
    public long missingFrom(BloomTable other) {
        return words.countMissing(other.words);
    }

    /** All keys of both; other must have the same geometry. Beside adds, if the table is shared. */
    public void unionWith(BloomTable other) {
        words.unionWith(other.words, shared);
    }

    /** The keys that are in both; other must have the same geometry. Not beside adds. */
    public void intersectWith(BloomTable other) {
        words.intersectWith(other.words);
    }

    /** A table of a {@code factor}-th of the size with the same keys; expects a divisor of its fold units. */
    public BloomTable fold(int factor) {
        BloomTable folded = of(geometry.fold(factor), shared);
        words.forEachSet(bit -> folded.setAlone(geometry.foldPosition(bit, factor)));
        return folded;
    }

    /** Sets one bit, as the only writer. */
    void setAlone(long position) {
        long unused = words.setAlone(Words.wordIndex(position), 1L << position);
    }

    public long memoryBytes() {
        return words.memoryBytes();
    }
}
