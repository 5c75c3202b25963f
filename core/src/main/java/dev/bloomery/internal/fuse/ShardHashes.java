package dev.bloomery.internal.fuse;

import java.util.Arrays;

/** The hashes of one shard, some of them perhaps more than once, in an array that may have room for more. */
final class ShardHashes {
    private final long[] hashes;
    private int count;

    ShardHashes(long[] hashes, int count) {
        this.hashes = hashes;
        this.count = count;
    }

    /** Adds one; if there is no room, repeated ones make some. */
    void add(long hash) {
        if (count == hashes.length && !removeRepeated()) {
            throw new IllegalArgumentException("more than " + count
                    + " of the hashes fall into one shard, which well-mixed ones never do;"
                    + " give hashes of KeyHash, not counters or values of hashCode()");
        }
        hashes[count++] = hash;
    }

    /** Keeps one of each; whether there were others. */
    boolean removeRepeated() {
        Arrays.sort(hashes, 0, count);
        int kept = Math.min(count, 1);
        for (int i = 1; i < count; i++) {
            if (hashes[i] != hashes[i - 1]) {
                hashes[kept++] = hashes[i];
            }
        }
        boolean repeated = kept < count;
        count = kept;
        return repeated;
    }

    long[] array() {
        return hashes;
    }

    int count() {
        return count;
    }
}
