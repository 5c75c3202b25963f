package dev.bloomery.internal.fuse;

import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.geometry.FuseGeometry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToIntFunction;

/**
 * Makes a fuse filter of collected hashes: the same one for the same set of hashes and the same seed, whatever their order and
 * however often each was given.
 *
 * <p>A try fails with a small probability at every number of keys, and always if a hash is there twice: then repeated ones are removed
 * and it begins anew. The first try takes the hashes as they are, unless they are those of one of several shards; every other one has
 * its own seed, which follows from that of the filter. That all {@value #TRIES} tries fail is impossible in practice.
 */
public final class FuseConstruction {
    /** At a chance of 0.8 for each, all fail once in 10^44 builds. */
    static final int TRIES = 64;

    private static final long SEED_STEP = 0x9E3779B97F4A7C15L;

    private final int arity;
    private final LongToIntFunction width;
    private final long seed;
    private final int maxTries;
    private final Peeling peeling = new Peeling();
    private int tries;

    /**
     * For filters of a plan.
     *
     * @param width the bits of a fingerprint for so many distinct keys
     */
    public FuseConstruction(int arity, LongToIntFunction width, long seed) {
        this(arity, width, seed, TRIES);
    }

    FuseConstruction(int arity, double targetFpp, long seed) {
        this(arity, targetFpp, seed, TRIES);
    }

    FuseConstruction(int arity, double targetFpp, long seed, int maxTries) {
        this(arity, keys -> FuseFit.width(keys, targetFpp), seed, maxTries);
    }

    private FuseConstruction(int arity, LongToIntFunction width, long seed, int maxTries) {
        this.arity = arity;
        this.width = width;
        this.seed = seed;
        this.maxTries = maxTries;
    }

    /** The filter of all hashes in the collector. */
    public FuseShards of(HashCollector collector) throws IOException {
        long keys = collector.count();
        while (true) {
            int bits = width.applyAsInt(keys);
            int count = FuseFit.shards(keys, collector.shardKeys());
            FuseShards shards = count == 1 ? one(collector, bits) : several(collector, count, bits);
            long distinct = shards.keys();
            if (FuseFit.shards(distinct, collector.shardKeys()) == count && width.applyAsInt(distinct) == bits) {
                return shards;
            }
            keys = distinct; // so many were repeated that the filter of the distinct ones is another one
        }
    }

    private FuseShards one(HashCollector collector, int width) throws IOException {
        Filled filled = fill(collector.shard(0, 1), width, true);
        return new FuseShards(filled.shard, filled.cells);
    }

    /** How large they are together is known when the last one is made. So the cells of the others wait for it in a file, and not in memory. */
    private FuseShards several(HashCollector collector, int count, int width) throws IOException {
        List<FuseShard> shards = new ArrayList<>();
        try (CellFile file = new CellFile(collector.directory())) {
            for (int i = 0; i < count; i++) {
                Filled filled = fill(collector.shard(i, count), width, false);
                shards.add(filled.shard);
                file.append(filled.cells);
            }
            return FuseShards.read(shards, width, file::bytes, file::shorts);
        }
    }

    private record Filled(FuseShard shard, PackedCells cells) {}

    private Filled fill(ShardHashes hashes, int width, boolean only) {
        FuseGeometry geometry = FuseFit.geometry(hashes.count(), arity);
        boolean mayRepeat = true;
        for (int attempt = 0; attempt < maxTries; attempt++) {
            tries++;
            long trySeed = only && attempt == 0 ? FuseGeometry.AS_IT_IS : (seed + attempt * SEED_STEP) * SEED_STEP;
            PackedCells cells = PackedCells.of(geometry.cells(), width);
            if (peeling.tryFill(hashes.array(), hashes.count(), geometry, trySeed, cells)) {
                return new Filled(new FuseShard(geometry, trySeed, hashes.count()), cells);
            }
            if (mayRepeat && hashes.removeRepeated()) {
                geometry = FuseFit.geometry(hashes.count(), arity);
                attempt = -1; // as if they had come without the repeated ones
            }
            mayRepeat = false;
        }
        throw new IllegalArgumentException(
                hashes.count() + " hashes could not be made a fuse filter in " + maxTries
                        + " tries, which well-mixed ones always can; give hashes of KeyHash, not counters or values of hashCode()");
    }

    /** How many tries it took so far, in all shards. */
    int tries() {
        return tries;
    }
}
