package dev.bloomery.cli.dedupe;

import java.util.Arrays;

/** The hashes of a batch that no slice has had so far, in their order, and where they were in the batch. */
final class UnseenHashes {
    private long[] hashes;
    private final int[] places;

    UnseenHashes(long[] batch) {
        hashes = batch;
        places = new int[batch.length];
        for (int i = 0; i < batch.length; i++) {
            places[i] = i;
        }
    }

    /** Not to be changed. */
    long[] hashes() {
        return hashes;
    }

    /** Where hash {@code i} was in the batch. */
    int place(int i) {
        return places[i];
    }

    /**
     * Drops the hashes that are in both filters of a slice.
     *
     * @param inFirst the answer of the first one for each hash
     * @param inSecond the answer of the second one for each hash that is in the first; no more are asked
     */
    void drop(boolean[] inFirst, boolean[] inSecond) {
        if (inSecond.length == 0) {
            return;
        }
        long[] kept = new long[hashes.length];
        int count = 0;
        int asked = 0;
        for (int i = 0; i < hashes.length; i++) {
            kept[count] = hashes[i];
            places[count] = places[i];
            int isInFirst = inFirst[i] ? 1 : 0;
            count += inSecond[Math.min(asked, inSecond.length - 1)] ? 1 - isInFirst : 1;
            asked += isInFirst;
        }
        hashes = Arrays.copyOf(kept, count);
    }
}
