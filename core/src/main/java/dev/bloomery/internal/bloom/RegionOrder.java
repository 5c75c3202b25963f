package dev.bloomery.internal.bloom;

/**
 * Hashes in the order of the part of a blocked table that they fall on, by their upper bits: one pass of a radix sort. Adds in
 * that order stay in a region that the L2 cache holds, instead of fetching a line from memory for every key.
 */
final class RegionOrder {
    /** 256 KiB. */
    static final int REGION_WORDS = 1 << 15;

    /** More regions than this, and writing to all of them at once misses the caches itself. */
    private static final int MAX_REGION_BITS = 10;

    private RegionOrder() {}

    /** Puts {@code hashes[from .. to)} into {@code ordered} from 0 on, for a table of so many words. */
    static void of(long[] hashes, int from, int to, long[] ordered, int tableWords) {
        int regionBits = Math.min(32 - Integer.numberOfLeadingZeros((tableWords - 1) / REGION_WORDS), MAX_REGION_BITS);
        int shift = 64 - regionBits;
        int[] next = new int[1 << regionBits];
        for (int i = from; i < to; i++) {
            next[(int) (hashes[i] >>> shift)]++;
        }
        int start = 0;
        for (int region = 0; region < next.length; region++) {
            int count = next[region];
            next[region] = start;
            start += count;
        }
        for (int i = from; i < to; i++) {
            long hash = hashes[i];
            ordered[next[(int) (hash >>> shift)]++] = hash;
        }
    }
}
