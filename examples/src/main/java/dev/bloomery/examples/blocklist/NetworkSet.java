package dev.bloomery.examples.blocklist;

/** The exact set of networks: a hash table of keys in one array, half full at most. */
final class NetworkSet {
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L; // 2^64 over the golden ratio: spreads neighbours

    private final long[] slots;
    private final int shift;

    NetworkSet(long[] keys) {
        int bits = 64 - Long.numberOfLeadingZeros(2L * Math.max(1, keys.length) - 1);
        slots = new long[1 << bits];
        shift = 64 - bits;
        for (long key : keys) {
            slots[slotOf(key)] = key;
        }
    }

    boolean contains(long key) {
        return slots[slotOf(key)] == key;
    }

    /** Where the key is, or would be: no key is 0. */
    private int slotOf(long key) {
        int slot = (int) ((key * MIX) >>> shift);
        while (slots[slot] != 0 && slots[slot] != key) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    long memoryBytes() {
        return 8L * slots.length;
    }
}
