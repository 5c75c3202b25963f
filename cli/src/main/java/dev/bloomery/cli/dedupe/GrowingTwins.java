package dev.bloomery.cli.dedupe;

import dev.bloomery.spec.Seed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A filter for any number of keys: slices of which each takes twice the keys of the one before at half its FPP, so that all together keep the FPP
 * asked for.
 */
final class GrowingTwins {
    private final double targetFpp;
    private final Seed seed = Seed.random();
    private final List<TwinSlice> slices = new ArrayList<>();
    private long nextCapacity;

    GrowingTwins(long firstCapacity, double targetFpp) {
        if (!(targetFpp > 0 && targetFpp < 1)) {
            throw new IllegalArgumentException(
                    "--fpp is " + targetFpp + "; use a probability between 0 and 1, for one in a million write 1e-6");
        }
        this.targetFpp = targetFpp;
        this.nextCapacity = firstCapacity;
        grow();
    }

    private TwinSlice grow() {
        TwinSlice slice = new TwinSlice(nextCapacity, targetFpp * Math.pow(0.5, slices.size() + 1), seed);
        slices.add(slice);
        nextCapacity *= 2;
        return slice;
    }

    long hash(ByteBuffer key) {
        return slices.get(0).hash(key);
    }

    /** Answers for each hash whether it is new, and adds it. All are asked first, and then all that are new added, so that cache misses overlap. */
    void test(long[] hashes, boolean[] isNew) {
        TwinSlice newest = slices.get(slices.size() - 1);
        if (newest.isFull(hashes.length)) {
            newest = grow();
        }
        UnseenHashes unseen = new UnseenHashes(hashes);
        for (int i = slices.size() - 1; i >= 0; i--) { // from the largest
            slices.get(i).sift(unseen);
        }
        Arrays.fill(isNew, 0, hashes.length, false);
        boolean[] added = newest.add(unseen.hashes());
        for (int i = 0; i < added.length; i++) {
            isNew[unseen.place(i)] = added[i];
        }
    }

    double fpp() {
        return slices.stream().mapToDouble(TwinSlice::fpp).sum();
    }

    double targetFpp() {
        return targetFpp;
    }

    long memoryBytes() {
        return slices.stream().mapToLong(TwinSlice::memoryBytes).sum();
    }
}
