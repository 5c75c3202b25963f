package dev.bloomery.cli.filter;

import java.util.Arrays;

/** Hashes in a growing array: eight bytes a key. */
public final class HashList {
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private long[] hashes = new long[1 << 12];
    private int size;

    /** Takes hashes. */
    public void add(long[] more) {
        if (more.length > LARGEST - size) {
            throw new IllegalArgumentException(
                    "more than 2^31 keys; say how many there are with --keys, for a kind that takes them as they come");
        }
        if (size + more.length > hashes.length) {
            hashes = Arrays.copyOf(hashes, (int) Math.min(LARGEST, Math.max(size + more.length, 2L * hashes.length)));
        }
        System.arraycopy(more, 0, hashes, size, more.length);
        size += more.length;
    }

    /** Each of them once; this list is of no more use then. */
    public long[] distinct() {
        Arrays.sort(hashes, 0, size);
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (i == 0 || hashes[i] != hashes[i - 1]) {
                hashes[count++] = hashes[i]; // never ahead of i
            }
        }
        return Arrays.copyOf(hashes, count);
    }
}
