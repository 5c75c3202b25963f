package dev.bloomery.internal.cuckoo;

import dev.bloomery.internal.bits.BranchFree;
import dev.bloomery.internal.bits.ByteSource;
import dev.bloomery.internal.bits.LongBytes;
import dev.bloomery.internal.bits.LongSource;
import dev.bloomery.internal.bits.ReadAhead;
import dev.bloomery.internal.bits.StepVersion;
import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.geometry.CuckooGeometry;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Slots of any width, one after the other without padding, four to a bucket; a slot is known by its first bit.
 *
 * <p>As many slots as fit into 64 bits are looked at together (four up to 16 bits, two up to 30 and at 32, else one). They are
 * read as one long from the byte in which they begin, and shifted by what is before them in it: a bucket begins at a byte or
 * in the middle of one, so 60 bits are left, and half a bucket leaves 58. They are xored with the fingerprint in all places, and a slot
 * that is 0 then is found by one addition.
 *
 * <pre>
 * x                     slot 3 | slot 2 | slot 1 | slot 0      bits from above are left over; they carry into nothing
 * (x &amp; lows) + lows     the top bit of a slot is set if any of its lower bits was; no carry leaves the slot
 * ~(that | x) &amp; highs   the top bits of the slots that were 0
 * </pre>
 *
 * <p>Four slots of 16 bits are a long, and lie in an array of longs: to look at a bucket is then one check and one read. All others lie
 * in bytes.
 *
 * <p>The version that readers need ({@link CuckooTable}) lies in the same object: a query has one reference less to follow and to
 * keep.
 *
 * <p>Reads and writes are plain. A long that does not begin at a multiple of eight bytes may be read and written in pieces, so a
 * reader may see half of a slot; bits of other slots are written as they were.
 */
final class Buckets extends StepVersion {
    /** What one array holds, with the bytes that are read behind the last slot. */
    static final long MAX_BITS = (Integer.MAX_VALUE - 7L - Long.BYTES) * 8;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final CuckooGeometry geometry;
    private final byte[] bytes; // none if the buckets are words
    private final long[] words; // a bucket each, or none

    /** One of those that follow: the same for all buckets, so that asking for it costs a comparison. */
    private final int reading;

    private static final int AS_WORD = 0;
    /** Of up to four whole bytes, and no more than that: a long would reach into the next cache line more often. */
    private static final int AS_INT = 1;

    /** Of up to eight whole bytes. */
    private static final int AS_LONG = 2;

    /** Two parts. */
    private static final int IN_HALVES = 3;

    /** Four parts, or one that begins in the middle of a byte. */
    private static final int IN_PARTS = 4;

    private final long buckets;
    private final long twiceBuckets;
    private final long twiceFingerprints;
    private final int width;
    private final long mask;
    /** Parts of a bucket that are looked at one after the other: 1, 2 or 4. */
    private final int parts;

    private final int partBits;
    private final int bucketBits;
    /** Of a bucket of whole bytes, which slots of an even width up to 16 are; not for others. */
    private final int bucketBytes;

    /** The lowest bit of each slot of a part. */
    private final long ones;

    private final long lows;
    private final long highs;

    Buckets(CuckooGeometry geometry) {
        this(
                geometry,
                new byte[isWordWide(geometry) ? 0 : byteLength(geometry) + Long.BYTES],
                new long[isWordWide(geometry) ? Math.toIntExact(geometry.buckets()) : 0]);
    }

    /** Slots whose bytes were {@linkplain #copyBytes copied}. */
    static Buckets read(CuckooGeometry geometry, ByteSource bytes, LongSource longs) throws IOException {
        return isWordWide(geometry)
                ? new Buckets(geometry, new byte[0], longs.take(0, Math.toIntExact(geometry.buckets())))
                : new Buckets(geometry, bytes.take(byteLength(geometry), Long.BYTES), new long[0]);
    }

    private static boolean isWordWide(CuckooGeometry geometry) {
        return geometry.width() * CuckooGeometry.SLOTS == Long.SIZE;
    }

    static int byteLength(CuckooGeometry geometry) {
        return Math.toIntExact((geometry.bits() + 7) >>> 3);
    }

    /** Copies bytes from {@code position}, a multiple of eight, on to the start of {@code target}. */
    void copyBytes(long position, byte[] target, int length) {
        if (reading == AS_WORD) {
            LongBytes.copy(words, (int) (position / Long.BYTES), target, length);
        } else {
            System.arraycopy(bytes, (int) position, target, 0, length);
        }
    }

    /** Slots of all buckets that hold something. */
    long countUsed() {
        long used = buckets * CuckooGeometry.SLOTS;
        for (long bucket = 0; bucket < buckets; bucket++) {
            used -= count(bucket, 0);
        }
        return used;
    }

    /** Whether there is something behind the last slot. */
    boolean hasMore() {
        long end = start(buckets);
        return (end & 7) != 0 && window(end) != 0;
    }

    private Buckets(CuckooGeometry geometry, byte[] bytes, long[] words) {
        this.geometry = geometry;
        this.bytes = bytes;
        this.words = words;
        this.buckets = geometry.buckets();
        this.twiceBuckets = 2 * buckets;
        this.twiceFingerprints = 2 * geometry.fingerprints();
        this.width = geometry.width();
        this.mask = geometry.fingerprints();
        int together = width <= 16 ? 4 : width <= 30 || width == 32 ? 2 : 1;
        this.parts = CuckooGeometry.SLOTS / together;
        this.partBits = together * width;
        this.bucketBits = CuckooGeometry.SLOTS * width;
        this.bucketBytes = bucketBits / Byte.SIZE;
        if (isWordWide(geometry)) {
            this.reading = AS_WORD;
        } else if (parts > 1 || bucketBits % Byte.SIZE != 0) {
            this.reading = parts == 2 ? IN_HALVES : IN_PARTS;
        } else {
            this.reading = bucketBytes <= Integer.BYTES ? AS_INT : AS_LONG;
        }
        long each = 0;
        for (int slot = 0; slot < together; slot++) {
            each |= 1L << (slot * width);
        }
        this.ones = each;
        this.highs = each << (width - 1);
        this.lows = highs - each;
    }

    Buckets copy() {
        return new Buckets(geometry, bytes.clone(), words.clone());
    }

    void clear() {
        Arrays.fill(bytes, (byte) 0);
        Arrays.fill(words, 0);
        VarHandle.fullFence();
    }

    long memoryBytes() {
        return memoryBytes(geometry);
    }

    /** Bytes on the heap that the slots of a geometry take. */
    static long memoryBytes(CuckooGeometry geometry) {
        return Words.HEADER_BYTES + ((geometry.bits() + 7) >>> 3) + (isWordWide(geometry) ? 0 : Long.BYTES);
    }

    boolean beyondCaches() {
        return ReadAhead.pays(memoryBytes());
    }

    /** {@link CuckooGeometry#fingerprint} in these buckets. */
    long fingerprint(long hash) {
        return CuckooGeometry.fingerprint(hash, twiceFingerprints);
    }

    /** {@link CuckooGeometry#first} of these buckets. */
    long first(long hash) {
        return CuckooGeometry.first(hash, twiceBuckets);
    }

    /** {@link CuckooGeometry#other} of these buckets. */
    long other(long bucket, long fingerprint) {
        return CuckooGeometry.other(bucket, CuckooGeometry.sum(fingerprint, twiceBuckets), buckets);
    }

    /** What a fingerprint is compared as. That of 0 finds empty slots. */
    long pattern(long fingerprint) {
        return fingerprint * ones;
    }

    /** The first bit of a bucket. */
    long start(long bucket) {
        return bucket * bucketBits;
    }

    /** Where the slot after this one begins. */
    long next(long slot) {
        return slot + width;
    }

    /** What is from {@code bit} on: 57 bits at least. */
    private long window(long bit) {
        return reading == AS_WORD
                ? words[(int) (bit >>> 6)] >>> (bit & 63)
                : (long) LONG.get(bytes, (int) (bit >>> 3)) >>> (bit & 7);
    }

    /** All of a bucket that is not read in parts, whatever is above. */
    private long wholeBucket(long bucket) {
        return switch (reading) {
            case AS_WORD -> words[(int) bucket];
            case AS_INT -> (int) INT.get(bytes, (int) bucket * bucketBytes);
            default -> (long) LONG.get(bytes, (int) bucket * bucketBytes);
        };
    }

    /** The top bits of the slots of a part that are 0. */
    private long empty(long part) {
        return ~(((part & lows) + lows) | part) & highs;
    }

    /**
     * For {@link #isFound}: what the bucket, or several of them, ored, say about the fingerprint. That a slot is 0 is seen here by
     * the borrow of a subtraction, which is cheaper; it may show in the next slot, too, which does not matter.
     */
    long matches(long bucket, long pattern) {
        return switch (reading) { // as in wholeBucket, but asked once
            case AS_WORD -> borrows(words[(int) bucket] ^ pattern);
            case AS_INT -> borrows((int) INT.get(bytes, (int) bucket * bucketBytes) ^ pattern);
            case AS_LONG -> borrows((long) LONG.get(bytes, (int) bucket * bucketBytes) ^ pattern);
            case IN_HALVES -> matchesOfPart(start(bucket), pattern) | matchesOfPart(start(bucket) + partBits, pattern);
            default -> matchesInParts(start(bucket), pattern);
        };
    }

    private long matchesOfPart(long bit, long pattern) {
        return borrows(window(bit) ^ pattern);
    }

    private long matchesInParts(long bit, long pattern) {
        long found = matchesOfPart(bit, pattern);
        for (int part = 1; part < parts; part++) {
            found |= matchesOfPart(bit + (long) part * partBits, pattern);
        }
        return found;
    }

    private long borrows(long part) {
        return (part - ones) & ~part;
    }

    /** Whether a slot holds the fingerprint; no branch depends on it. */
    boolean isFound(long matches) {
        return BranchFree.isNotZero(matches & highs);
    }

    /** How many slots of the bucket hold the fingerprint. */
    int count(long bucket, long pattern) {
        if (reading <= AS_LONG) {
            return Long.bitCount(empty(wholeBucket(bucket) ^ pattern));
        }
        int count = Long.bitCount(empty(window(start(bucket)) ^ pattern));
        for (int part = 1; part < parts; part++) {
            count += Long.bitCount(empty(window(start(bucket) + (long) part * partBits) ^ pattern));
        }
        return count;
    }

    /** The first slot of the bucket that holds the fingerprint, or -1. */
    long find(long bucket, long pattern) {
        if (reading <= AS_LONG) {
            return slotIn(bucket, empty(wholeBucket(bucket) ^ pattern));
        }
        long bit = start(bucket);
        for (int part = 0; part < parts; part++) {
            long found = empty(window(bit) ^ pattern);
            if (found != 0) {
                return bit + Long.numberOfTrailingZeros(found) - (width - 1);
            }
            bit += partBits;
        }
        return -1;
    }

    /**
     * Puts the fingerprint into the first empty slot of the emptier of two buckets, as the only writer; false if both are full. By a
     * mask, because no one could predict the branch.
     */
    boolean fillEmptier(long first, long other, long fingerprint) {
        if (reading > AS_LONG) {
            int otherIfEmptier = (count(first, 0) - count(other, 0)) >> 31;
            long slot = find(first ^ ((first ^ other) & otherIfEmptier), 0);
            if (slot >= 0) {
                put(slot, fingerprint);
            }
            return slot >= 0;
        }
        long inFirst = empty(wholeBucket(first));
        long inOther = empty(wholeBucket(other));
        int otherIfEmptier = (Long.bitCount(inFirst) - Long.bitCount(inOther)) >> 31;
        long free = inFirst ^ ((inFirst ^ inOther) & otherIfEmptier);
        if (free == 0) {
            return false;
        }
        fill(
                first ^ ((first ^ other) & otherIfEmptier),
                fingerprint << (Long.numberOfTrailingZeros(free) - (width - 1)));
        return true;
    }

    /** Sets bits of a bucket that is not read in parts. */
    private void fill(long bucket, long bits) {
        int at = (int) bucket * bucketBytes;
        switch (reading) {
            case AS_WORD -> words[(int) bucket] |= bits;
            case AS_INT -> INT.set(bytes, at, (int) INT.get(bytes, at) | (int) bits);
            default -> LONG.set(bytes, at, (long) LONG.get(bytes, at) | bits);
        }
    }

    /** The first of the slots whose top bits were found in a bucket, or -1. */
    private long slotIn(long bucket, long found) {
        return found == 0 ? -1 : start(bucket) + Long.numberOfTrailingZeros(found) - (width - 1);
    }

    /** The fingerprint in a slot, or 0. */
    long get(long slot) {
        return window(slot) & mask;
    }

    /** Writes a slot, as the only writer. */
    void put(long slot, long fingerprint) {
        if (reading == AS_WORD) {
            int at = (int) (slot >>> 6);
            words[at] = replaced(words[at], (int) slot & 63, fingerprint);
            return;
        }
        int at = (int) (slot >>> 3);
        LONG.set(bytes, at, replaced((long) LONG.get(bytes, at), (int) slot & 7, fingerprint));
    }

    private long replaced(long part, int shift, long fingerprint) {
        return (part & ~(mask << shift)) | (fingerprint << shift);
    }
}
