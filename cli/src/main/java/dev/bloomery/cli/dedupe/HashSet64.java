package dev.bloomery.cli.dedupe;

import java.util.Arrays;

/** A set of hashes: open addressing, at most half full. Zero has a flag of its own. */
final class HashSet64 {
    private long[] slots = new long[1 << 10];
    private int size;
    private boolean hasZero;

    /** Whether the hash was not there. */
    boolean add(long hash) {
        if (hash == 0) {
            boolean added = !hasZero;
            hasZero = true;
            size += added ? 1 : 0;
            return added;
        }
        int at = slotOf(hash);
        if (slots[at] == hash) {
            return false;
        }
        slots[at] = hash;
        if (++size > slots.length / 2) {
            grow();
        }
        return true;
    }

    /** The slot of the hash, or the free one where it belongs. */
    private int slotOf(long hash) {
        int mask = slots.length - 1;
        int at = (int) (hash ^ (hash >>> 32)) & mask;
        while (slots[at] != 0 && slots[at] != hash) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[2 * old.length];
        for (long hash : old) {
            if (hash != 0) {
                slots[slotOf(hash)] = hash;
            }
        }
    }

    int size() {
        return size;
    }

    long[] toArray() {
        long[] hashes = new long[size];
        int count = 0;
        for (long hash : slots) {
            if (hash != 0) {
                hashes[count++] = hash;
            }
        }
        return hashes; // the last one is left 0 if that is in the set
    }

    void clear() {
        Arrays.fill(slots, 0);
        size = 0;
        hasZero = false;
    }
}
