package dev.bloomery.spec;

import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.check.SpecChecks;
import dev.bloomery.internal.fuse.FuseShards;
import dev.bloomery.internal.fuse.HashCollector;
import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.geometry.FuseGeometry;

/**
 * The size of a fuse filter, and the arithmetic around it. Nothing is allocated.
 *
 * <pre>{@code
 * FuseSizing.of(1_000_000, 0.01, 3).memoryBytes();     // fingerprints of 7 bits, 7.9 bits a key
 * }</pre>
 *
 * <p>Up to 16 million keys these are the figures of the filter that is built. More keys are cut into shards, by their hashes and so
 * not quite evenly; then cells and memory are an upper estimate, too high by less than a thousandth.
 *
 * @param keys distinct keys, from 0 to 2^40
 * @param fingerprintBits bits of a cell, from 1 to 57
 * @param arity cells that a key looks at, 3 or 4
 */
public record FuseSizing(long keys, int fingerprintBits, int arity) {

    public FuseSizing {
        SpecChecks.capacity(keys);
        if (fingerprintBits < 1 || fingerprintBits > PackedCells.MAX_WIDTH) {
            throw new IllegalArgumentException(
                    "fingerprintBits is " + fingerprintBits + "; use 1 to " + PackedCells.MAX_WIDTH);
        }
        SpecChecks.arity(arity);
    }

    /**
     * The smallest size for so many keys at such an FPP.
     *
     * @param keys distinct keys, from 0 to 2^40
     * @param targetFpp a probability between 0 and 1
     * @param arity cells that a key looks at, 3 or 4
     * @return the size
     * @throws IllegalArgumentException if the FPP is too low; the message says what to ask for instead
     */
    public static FuseSizing of(long keys, double targetFpp, int arity) {
        return FuseSpec.of(targetFpp).withArity(arity).withKeys(keys).size();
    }

    /**
     * Tables that it consists of: one for up to 16 million keys.
     *
     * @return the shards
     */
    public int shards() {
        return FuseFit.shards(keys, HashCollector.SHARD_KEYS);
    }

    /**
     * Cells of all shards.
     *
     * @return the cells
     */
    public long cells() {
        return (long) shards() * ofShard().cells();
    }

    /**
     * Bytes of memory that a filter of this size takes, as its {@code info()} says.
     *
     * @return the bytes
     */
    public long memoryBytes() {
        return FuseShards.memoryBytes(ofShard(), shards(), fingerprintBits);
    }

    /**
     * Cache lines that a query reads at most: one for each cell.
     *
     * @return the lines
     */
    public int cacheLinesPerQuery() {
        return arity;
    }

    /**
     * The FPP.
     *
     * @return a probability
     */
    public double fpp() {
        return FuseFit.fpp(keys, fingerprintBits);
    }

    /** Of several shards each rounds its own keys up to whole segments: one more than for the mean is enough for all. */
    private FuseGeometry ofShard() {
        int shards = shards();
        FuseGeometry mean = FuseFit.geometry(Math.toIntExact((keys + shards - 1) / shards), arity);
        return shards == 1 ? mean : new FuseGeometry(arity, mean.segmentLength(), mean.windows() + 1);
    }
}
