package dev.bloomery.internal.cuckoo;

import dev.bloomery.internal.geometry.CuckooGeometry;

/**
 * Looks for the shortest chain of moves that makes room in one of two full buckets, without changing anything: one move, two moves,
 * then breadth first, each bucket once. It depends on nothing but the slots, so the same operations always give the same table.
 *
 * <p>A bucket is left by each of its four fingerprints, to their other bucket. In a table of up to {@link #MAX_BUCKETS} buckets the
 * search is complete: if it finds no way, the fingerprints that it has seen have no other room, and no arrangement of all
 * fingerprints would help.
 */
final class PathSearch {
    /** Buckets that are looked at before the table counts as full. */
    static final int MAX_BUCKETS = 1 << 10;

    private final Buckets slots;

    // the buckets seen so far, in the order in which they were; the two full ones first
    private final long[] bucket;
    /** The slot whose fingerprint may move into the bucket. */
    private final long[] from;
    /** The number of the bucket of that slot. */
    private final int[] parent;

    private int count;

    private long leaving; // see wayOut

    // where a bucket was seen: open addressing
    private final int[] seen;
    private final int[] seenIn;
    private int search;

    PathSearch(Buckets slots, long buckets) {
        this.slots = slots;
        int most = (int) Math.min(buckets, MAX_BUCKETS);
        this.bucket = new long[most];
        this.from = new long[Math.max(most, 4)]; // the shortest chains have so many, also in a table of two buckets
        this.parent = new int[from.length];
        this.seen = new int[Integer.highestOneBit(most) << 2];
        this.seenIn = new int[seen.length];
    }

    /** A free slot that a chain of moves leads to, or -1; the chain is then in {@link #source} and {@link #before}. */
    long find(long first, long other) {
        long free = oneMove(first, other);
        if (free < 0) {
            free = twoMoves(first, other);
        }
        return free >= 0 ? free : search(first, other);
    }

    /** Whether a single move is enough, as it is for most: nothing is noted on the way. */
    private long oneMove(long first, long other) {
        for (int at = 0; at < 2; at++) {
            long free = wayOut(at == 0 ? first : other);
            if (free >= 0) {
                from[at] = -1;
                note(2, leaving, at);
                return free;
            }
        }
        return -1;
    }

    /** Whether two are, if one is not: nor is it noted here where the search has been, because the shortest chain meets no bucket twice. */
    private long twoMoves(long first, long other) {
        for (int at = 0; at < 2; at++) {
            long full = at == 0 ? first : other;
            long slot = slots.start(full);
            for (int i = 0; i < CuckooGeometry.SLOTS; i++) {
                long free = wayOut(slots.other(full, slots.get(slot)));
                if (free >= 0) {
                    from[at] = -1;
                    note(2, slot, at);
                    note(3, leaving, 2);
                    return free;
                }
                slot = slots.next(slot);
            }
        }
        return -1;
    }

    /** A free slot that one of the fingerprints of a full bucket can move to, or -1; which of them is then {@link #leaving}. */
    private long wayOut(long full) {
        long slot = slots.start(full);
        for (int i = 0; i < CuckooGeometry.SLOTS; i++) {
            long free = slots.find(slots.other(full, slots.get(slot)), 0);
            if (free >= 0) {
                leaving = slot;
                return free;
            }
            slot = slots.next(slot);
        }
        return -1;
    }

    /** The last bucket of a chain so far. */
    private void note(int number, long slot, int before) {
        from[number] = slot;
        parent[number] = before;
        count = number + 1;
    }

    private long search(long first, long other) {
        search++;
        count = 0;
        see(first, -1, -1);
        see(other, -1, -1);
        for (int at = 0; at < count; at++) {
            long slot = slots.start(bucket[at]);
            for (int i = 0; i < CuckooGeometry.SLOTS; i++) {
                long to = slots.other(bucket[at], slots.get(slot));
                if (see(to, slot, at)) {
                    long free = slots.find(to, 0);
                    if (free >= 0) {
                        return free;
                    }
                    if (count == bucket.length) {
                        return -1;
                    }
                }
                slot = slots.next(slot);
            }
        }
        return -1;
    }

    /** The number of the bucket that {@link #find} ended in. */
    int last() {
        return count - 1;
    }

    /** The slot whose fingerprint moves into the bucket of this number; -1 if it is one of the two that {@link #find} began with. */
    long source(int number) {
        return from[number];
    }

    /** The number of the bucket of that slot. */
    int before(int number) {
        return parent[number];
    }

    /** Notes a bucket, unless it was seen before. */
    private boolean see(long to, long slot, int number) {
        int mask = seen.length - 1;
        int at = (int) ((to * 0x9E3779B97F4A7C15L) >>> 40) & mask;
        while (seenIn[at] == search) {
            if (bucket[seen[at]] == to) {
                return false;
            }
            at = (at + 1) & mask;
        }
        seenIn[at] = search;
        seen[at] = count;
        bucket[count] = to;
        from[count] = slot;
        parent[count] = number;
        count++;
        return true;
    }
}
