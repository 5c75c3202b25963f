package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.BranchFree;
import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.geometry.Mix;
import dev.bloomery.internal.geometry.PartitionedGeometry;
import java.util.Arrays;

/**
 * Layouts classic and partitioned: probes far apart, up to k cache lines a query.
 *
 * <p>The loops get the number of probes as a constant where it is a common one, so that the compiler unrolls them: a number
 * that it does not know costs a third of the time. In a table that the caches hold, and with few probes, a query tests them
 * all before it branches: a branch that cannot be predicted costs more than three probes. Else it may end after every four;
 * most absent keys end after the first.
 */
final class ScatteredTable extends BloomTable {
    private static final int BETWEEN_BRANCHES = 4;
    private static final int FEW_PROBES = 2 * BETWEEN_BRANCHES;

    private final long[] array;
    private final int probes;
    /** Whether each probe has a range of its own, after that of the probe before. */
    private final boolean sliced;
    /** The bits that a probe may fall on. */
    private final long range;

    private final boolean endsEarly;

    ScatteredTable(Geometry geometry, boolean shared, Words words) {
        super(geometry, shared, words);
        this.array = words.array();
        this.probes = geometry.probes();
        this.sliced = geometry instanceof PartitionedGeometry;
        this.range = sliced ? geometry.bits() / probes : geometry.bits();
        this.endsEarly = beyondCaches || probes > FEW_PROBES;
    }

    /** Where probe i falls; {@code word} is the i-th of the hash. */
    private long position(long word, int i) {
        long inRange = Mix.reduce(word, range);
        return sliced ? i * range + inRange : inRange;
    }

    @Override
    public boolean mightContainHash(long hash) {
        return switch (probes) {
            case 3 -> has(hash, 3); // 10 %
            case 7 -> has(hash, 7); // 1 %
            case 10 -> has(hash, 10); // 0.1 %
            default -> has(hash, probes);
        };
    }

    private boolean has(long hash, int count) {
        long[] words = array;
        long word = hash;
        long all = 1;
        for (int i = 0; i < count; i++) {
            long position = position(word, i);
            all &= words[(int) (position >>> 6)] >>> position; // a shift uses the low six bits
            if (endsEarly && i % BETWEEN_BRANCHES == BETWEEN_BRANCHES - 1 && all == 0) {
                return false;
            }
            word = Mix.step(word);
        }
        return !BranchFree.isZero(all);
    }

    @Override
    public boolean addHash(long hash) {
        return switch (probes) {
            case 3 -> add(hash, 3);
            case 7 -> add(hash, 7);
            case 10 -> add(hash, 10);
            default -> add(hash, probes);
        };
    }

    private boolean add(long hash, int count) {
        return shared ? addShared(hash, count) : addAlone(hash, count);
    }

    private boolean addAlone(long hash, int count) {
        long[] words = array;
        long word = hash;
        long changed = 0;
        for (int i = 0; i < count; i++) {
            long position = position(word, i);
            changed |= Words.setAlone(words, (int) (position >>> 6), 1L << position);
            word = Mix.step(word);
        }
        return !BranchFree.isZero(changed);
    }

    /** Looks before it sets: which bits are missing, and to be set here. */
    private boolean addShared(long hash, int count) {
        long[] words = array;
        long word = hash;
        long missing = 0; // by probe, of which there are at most 64
        for (int i = 0; i < count; i++) {
            long position = position(word, i);
            missing |= (~words[(int) (position >>> 6)] >>> position & 1) << i;
            word = Mix.step(word);
        }
        if (missing == 0) {
            return false;
        }
        word = hash;
        int changed = 0;
        for (int i = 0; i < count; i++) {
            if ((missing >>> i & 1) != 0) {
                long position = position(word, i);
                changed += BranchFree.isZero(Words.setShared(words, (int) (position >>> 6), 1L << position)) ? 0 : 1;
            }
            word = Mix.step(word);
        }
        return settled(changed, changed == Long.bitCount(missing) || changed == different(hash, missing));
    }

    /** How many different bits these probes fall on: in the layout classic two may fall on one. */
    private int different(long hash, long ofProbes) {
        long[] positions = new long[Long.bitCount(ofProbes)];
        int found = 0;
        long word = hash;
        for (int i = 0; i < probes; i++) {
            if ((ofProbes >>> i & 1) != 0) {
                positions[found++] = position(word, i);
            }
            word = Mix.step(word);
        }
        return (int) Arrays.stream(positions).distinct().count();
    }

    @Override
    long touch(long[] hashes, int from, int to) {
        long[] words = array;
        int ahead = Math.min(probes, BETWEEN_BRANCHES);
        long any = 0;
        for (int i = from; i < to; i++) {
            long word = hashes[i];
            for (int probe = 0; probe < ahead; probe++) {
                any |= words[(int) (position(word, probe) >>> 6)];
                word = Mix.step(word);
            }
        }
        return any;
    }

    /** Exact: probe i hits a set bit with the chance that its range is filled, whatever the others hit. */
    @Override
    public double currentFpp() {
        double allSet = 1;
        for (int i = 0; i < probes; i++) {
            long from = sliced ? i * range : 0;
            allSet *= (double) words.countSet(from, from + range) / range;
            if (!sliced) {
                return Math.pow(allSet, probes); // the same bits for all of them
            }
        }
        return allSet;
    }

    @Override
    public BloomTable copy() {
        return new ScatteredTable(geometry(), shared, words.copy());
    }
}
