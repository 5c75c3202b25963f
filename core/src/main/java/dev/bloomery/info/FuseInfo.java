package dev.bloomery.info;

import dev.bloomery.internal.check.Figures;
import dev.bloomery.spec.FuseSpec;
import java.util.Locale;

/**
 * What a fuse filter is. It never changes, and so does not fill.
 *
 * @param spec the plan it was built from, with the number of its keys
 * @param fingerprintBits bits of a cell, w: the FPP is 2^-w
 * @param cells cells of all shards
 * @param shards tables that it consists of: one for up to 16 million keys
 * @param memoryBytes bytes of the cells in memory
 * @param expectedFpp the FPP by formula
 */
public record FuseInfo(FuseSpec spec, int fingerprintBits, long cells, int shards, long memoryBytes, double expectedFpp)
        implements FilterInfo {

    public FuseInfo {
        if (spec.keys().isEmpty()) {
            throw new IllegalArgumentException("the spec of a filter has the number of its keys; use withKeys(...)");
        }
    }

    /**
     * The number of distinct keys.
     *
     * @return the count, exact but for keys of equal hashes
     */
    public long keys() {
        return spec.keys().orElseThrow();
    }

    /**
     * Cells that a key looks at.
     *
     * @return 3 or 4
     */
    public int arity() {
        return spec.arity();
    }

    /**
     * Bits of memory for each key.
     *
     * @return the bits; those of the whole filter if it has no key
     */
    public double bitsPerKey() {
        return 8.0 * memoryBytes / Math.max(1, keys());
    }

    @Override
    public long insertions() {
        return keys();
    }

    @Override
    public long approximateDistinct() {
        return keys();
    }

    /** The keys over the cells: 0.88 for three, 0.93 for four cells a key where the keys are many. */
    @Override
    public double fillRatio() {
        return (double) keys() / cells;
    }

    @Override
    public double currentFpp() {
        return expectedFpp;
    }

    /** Several lines, fit to print. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                """
                fuse filter, %d-wise, fingerprints of %d bits, %s
                keys          %,d
                FPP           %.3g (asked for %s)
                cells         %,d in %d %s, %.1f %% of them taken
                memory        %,d bytes, %.2f bits a key""",
                arity(),
                fingerprintBits,
                spec.hash().specName(),
                keys(),
                expectedFpp,
                Figures.of(targetFpp()),
                cells,
                shards,
                shards == 1 ? "shard" : "shards",
                100 * fillRatio(),
                memoryBytes,
                bitsPerKey());
    }
}
