package dev.bloomery.benchmarks.contestant.peer;

/**
 * 128 well-mixed bits of a long, for libraries that leave the hash to their user: the finalizer of MurmurHash3, and once more
 * of that.
 */
public final class LongHash128 {
    private LongHash128() {}

    public static long first(long key) {
        return mix(key ^ 0x9368e53c2f6af274L);
    }

    /** The second half, of the first one. */
    public static long second(long first) {
        return mix(first ^ 0x586dcd208f7cd3fdL);
    }

    private static long mix(long h) {
        h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
        h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return h ^ (h >>> 33);
    }
}
