package dev.bloomery.internal.family;

/**
 * Where the record of each owner of a stripe is: a table with linear probing of longs, 32 bits of the owner's hash above and a place below.
 *
 * <p>The 32 bits follow those that chose the stripe, and they alone give the slot where an entry would like to be: so the table grows and closes
 * gaps without a look at the records, of which many may be on disk. Several owners may have the same 32 bits; who asks compares the
 * records. Filled between 68 and 85 %: 9.4 to 11.8 bytes an owner. Not safe for use by several threads.
 */
final class OwnerIndex {
    private static final int FIRST_SLOTS = 16;
    private static final int ARRAY_HEADER = 16;

    /** The bits below the six of the stripe. */
    private static final int SHIFT = 26;

    private final MemoryUse memory;
    private long[] entries = new long[FIRST_SLOTS]; // 0: free; no place is 0
    private int size;

    OwnerIndex(MemoryUse memory) {
        this.memory = memory;
        memory.add(bytes());
    }

    /** Of an index of so many owners. */
    static long bytesOf(long owners) {
        long slots = FIRST_SLOTS;
        while (isTooFull(owners, slots)) {
            slots = grown(slots);
        }
        return ARRAY_HEADER + 8 * slots;
    }

    private static boolean isTooFull(long owners, long slots) {
        return owners * 20 > slots * 17;
    }

    private static long grown(long slots) {
        return slots + Math.max(4, slots >> 2);
    }

    int size() {
        return size;
    }

    int slots() {
        return entries.length;
    }

    long bytes() {
        return ARRAY_HEADER + 8L * entries.length;
    }

    private static int bitsOf(long owner) {
        return (int) (owner >>> SHIFT);
    }

    private int home(int bits) {
        return (int) (((bits & 0xFFFF_FFFFL) * entries.length) >>> 32);
    }

    private int after(int slot) {
        return slot + 1 == entries.length ? 0 : slot + 1;
    }

    /** The first slot that may be the owner's, or -1. */
    int first(long owner) {
        return find(home(bitsOf(owner)), bitsOf(owner));
    }

    /** The next slot that may be the owner's, or -1. */
    int next(int slot, long owner) {
        return find(after(slot), bitsOf(owner));
    }

    private int find(int from, int bits) {
        long[] entries = this.entries;
        int slot = from;
        while (entries[slot] != 0) {
            if ((int) (entries[slot] >>> 32) == bits) {
                return slot;
            }
            slot = after(slot);
        }
        return -1;
    }

    /** The slot of that owner with that place, or -1. */
    int slotOf(long owner, int place) {
        int slot = first(owner);
        while (slot >= 0 && place(slot) != place) {
            slot = next(slot, owner);
        }
        return slot;
    }

    /** The place in a slot, 0 if it is free. */
    int place(int slot) {
        return (int) entries[slot];
    }

    void setPlace(int slot, int place) {
        entries[slot] = (entries[slot] & ~0xFFFF_FFFFL) | (place & 0xFFFF_FFFFL);
    }

    /** Adds an owner; slots change. */
    void insert(long owner, int place) {
        if (isTooFull(size + 1, entries.length)) {
            grow();
        }
        put(((long) bitsOf(owner) << 32) | (place & 0xFFFF_FFFFL));
        size++;
    }

    private void put(long entry) {
        int slot = home((int) (entry >>> 32));
        while (entries[slot] != 0) {
            slot = after(slot);
        }
        entries[slot] = entry;
    }

    private void grow() {
        long[] old = entries;
        int more = Math.toIntExact(grown(old.length));
        entries = new long[more];
        memory.add(8L * (more - old.length));
        for (long entry : old) {
            if (entry != 0) {
                put(entry);
            }
        }
    }

    /** Removes an entry and moves those behind it up, so that none is cut off from its home; slots change. */
    void remove(int slot) {
        int gap = slot;
        int at = after(slot);
        while (entries[at] != 0) {
            int home = home((int) (entries[at] >>> 32));
            // it may move if its home is not between the gap and where it is
            if (gap <= at ? home <= gap || home > at : home <= gap && home > at) {
                entries[gap] = entries[at];
                gap = at;
            }
            at = after(at);
        }
        entries[gap] = 0;
        size--;
    }
}
