package dev.bloomery.internal.geometry;

/**
 * Where the cells of a key lie in a binary fuse filter: in as many neighbouring segments as the filter has arity, one in each.
 *
 * <p>The cells are cut into segments of equal length, a power of two. A key falls on any cell but those of the last
 * {@code arity - 1} segments; that is its first cell, and its others are in the segments that follow, each at a place of its own.
 * Segments couple their neighbours: peeling begins at the ends, where keys are few, and goes on from there through all of
 * them, at a load that the same number of keys thrown anywhere would not allow.
 *
 * @param arity cells of a key, 3 or 4
 * @param segmentLength cells of a segment, a power of two up to 2^13
 * @param windows segments in which the first cell of a key may lie
 */
public record FuseGeometry(int arity, int segmentLength, int windows) {
    public static final int MAX_ARITY = 4;

    /** Two cells have so many bits each, and leave 38 for the first one and the fingerprint. */
    static final int MAX_SEGMENT_BITS = 13;

    /** A seed under which the hash itself is the spread: all its bits are mixed already. Not for the hashes of one of several shards. */
    public static final long AS_IT_IS = 0;

    /** One of those of Stafford's Mix13; another one than that of the cells, or else the two would be tied together. */
    private static final long FINGERPRINT_MULTIPLIER = 0x94D049BB133111EBL;

    public FuseGeometry {
        if (arity != 3 && arity != 4) {
            throw new IllegalArgumentException("arity is " + arity + "; use 3 or 4");
        }
        if (Integer.bitCount(segmentLength) != 1 || segmentLength > 1 << MAX_SEGMENT_BITS) {
            throw new IllegalArgumentException("segmentLength is " + segmentLength + "; use a power of two up to 2^13");
        }
        if (windows < 1) {
            throw new IllegalArgumentException("windows is " + windows + "; use 1 or more");
        }
    }

    public int cells() {
        return Math.multiplyExact(windows + arity - 1, segmentLength);
    }

    /** Cells that may be the first one of a key. */
    public int range() {
        return windows * segmentLength;
    }

    /**
     * 64 bits that decide where the key with this hash goes under a seed; under another seed it goes elsewhere. The upper half
     * depends on all bits of the hash; it is mixed into the lower one, whose bits depend but on lower ones.
     */
    public static long spread(long hash, long seed) {
        if (seed == AS_IT_IS) {
            return hash; // the same for all keys of a filter, so the branch costs nothing; the multiplication would
        }
        long product = Mix.step(hash ^ seed);
        return product ^ (product >>> 32);
    }

    /** The first cell, by the upper half: evenly enough for the 2^25 cells of the largest shard. */
    public static int first(long spread, int range) {
        return (int) (((spread >>> 32) * range) >>> 32);
    }

    /** The cell in the segment after that of the first one. */
    public static int second(int first, long spread, int segmentLength) {
        return (first + segmentLength) ^ ((int) spread & (segmentLength - 1));
    }

    /** The cell in the next but one. */
    public static int third(int first, long spread, int segmentLength) {
        return (first + 2 * segmentLength) ^ ((int) spread >>> MAX_SEGMENT_BITS & (segmentLength - 1));
    }

    /** The cell in the last segment, if the arity is 4: for that the bits of the spread would not last. */
    public static int fourth(int first, long spread, int segmentLength) {
        return (first + 3 * segmentLength) ^ ((int) (Mix.step(spread) >>> 32) & (segmentLength - 1));
    }

    /**
     * The first three cells in 64 bits: the first one, and the half of the spread that says where the others are. From it
     * {@link #second} and {@link #third} are found as from the spread itself.
     */
    public static long place(int first, long spread) {
        return ((long) first << 32) | (spread & 0xFFFF_FFFFL);
    }

    /** The first cell of a {@link #place}. */
    public static int firstOf(long place) {
        return (int) (place >>> 32);
    }

    /**
     * Whether fingerprints of so many bits need to be mixed. As they are, they are the bits of the hash between those of the second
     * and third cell, which are the lowest, and those of the first cell, the uppermost, of which one or two more make hardly a
     * difference. A wider one would reach into the latter. Then keys that share their first cell share those bits, the cells learn
     * that, and absent keys agree with them two or three times as often as by chance ({@code WideFingerprintTest}).
     */
    public boolean mixesFingerprint(int width) {
        int bitsOfFirst = Integer.SIZE - Integer.numberOfLeadingZeros(range() - 1);
        return 2 * MAX_SEGMENT_BITS + width + bitsOfFirst > Long.SIZE - 1;
    }

    /**
     * The fingerprint of a key in its lowest bits: as many as a cell has, whatever is above.
     *
     * @param mixed what {@link #mixesFingerprint} says: the same for all keys of a filter, so the branch costs nothing
     */
    public static long fingerprint(long hash, boolean mixed) {
        return mixed
                ? Long.reverseBytes(
                        (hash ^ (hash >>> 32)) * FINGERPRINT_MULTIPLIER) // the upper bits depend on most others
                : Long.rotateRight(hash, 2 * MAX_SEGMENT_BITS);
    }
}
