package dev.bloomery.internal.family;

/** The hash of a key for one owner: a key that is a false positive for one is not so for others. */
public final class OwnedKey {
    private static final long ODD = 0x9E3779B97F4A7C15L;

    private OwnedKey() {}

    /**
     * Both hashes mixed: for one owner a bijection of the key's hash, by the finalizer of SplitMix64, so that keys of different hashes stay
     * different.
     */
    public static long hash(long owner, long key) {
        long x = key ^ Long.rotateLeft(owner * ODD, 32);
        x = (x ^ x >>> 30) * 0xBF58476D1CE4E5B9L;
        x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
        return x ^ x >>> 31;
    }
}
