package dev.bloomery.internal.table;

import dev.bloomery.internal.bloom.BloomTable;

/**
 * The hashes of a batch that no slice has had so far, in their order, and where they were in the batch. Each slice is asked for all of them at
 * once: cache misses overlap, and no branch depends on an answer, which would be guessed wrong too often.
 */
public final class UnseenHashes {
    /** Hashes at a time: enough that the few that one slice has keep the next line of many keys on its way, and all of it in the L2 cache. */
    public static final int MOST = 1024;

    private final long[] hashes;
    private final int[] places;
    private final boolean[] answers;
    private int count;

    /** For parts of a batch of so many hashes. */
    public UnseenHashes(int batchLength) {
        int most = Math.min(batchLength, MOST);
        hashes = new long[most];
        places = new int[most];
        answers = new boolean[most];
    }

    /** Begins with {@code batch[from .. to)}, of which none was asked for; at most {@link #MOST}. */
    public void begin(long[] batch, int from, int to) {
        count = to - from;
        System.arraycopy(batch, from, hashes, 0, count);
        for (int i = 0; i < count; i++) {
            places[i] = from + i;
        }
    }

    /** Drops those that a table may have. */
    public void drop(BloomTable table) {
        table.mightContainHashes(hashes, count, answers, 0);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            hashes[kept] = hashes[i];
            places[kept] = places[i];
            kept += answers[i] ? 0 : 1;
        }
        count = kept;
    }

    /** Adds all of them to a table, and notes at the place of each whether it was new; how many were. */
    public long addTo(BloomTable table, boolean[] isNew) {
        long changed = table.addEach(hashes, count, answers);
        for (int i = 0; i < count; i++) {
            isNew[places[i]] = answers[i];
        }
        return changed;
    }

    public int count() {
        return count;
    }

    /** Hash number {@code i} of those that are left. */
    public long hash(int i) {
        return hashes[i];
    }

    /** Where hash number {@code i} was in the batch. */
    public int place(int i) {
        return places[i];
    }
}
