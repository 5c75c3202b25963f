package dev.bloomery.internal.fuse;

import java.util.Arrays;

/** The hashes of the keys that one thread of a stream has met, in order. */
public final class CollectedHashes {
    private static final int FIRST_LENGTH = 1 << 8;
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private long[] hashes = new long[FIRST_LENGTH];
    private int count;

    public void add(long hash) {
        makeRoomFor(1);
        hashes[count++] = hash;
    }

    public CollectedHashes addAll(CollectedHashes other) {
        makeRoomFor(other.count);
        System.arraycopy(other.hashes, 0, hashes, count, other.count);
        count += other.count;
        return this;
    }

    private void makeRoomFor(int more) {
        if (more > hashes.length - count) {
            long needed = (long) count + more;
            if (needed > MAX_LENGTH) {
                throw new IllegalStateException("the stream has more than " + MAX_LENGTH
                        + " keys, which a collector cannot hold; use build(stream), which writes them to a file");
            }
            hashes = Arrays.copyOf(hashes, (int) Math.min(Math.max(needed, 2L * hashes.length), MAX_LENGTH));
        }
    }

    public int count() {
        return count;
    }

    public long get(int index) {
        return hashes[index];
    }
}
