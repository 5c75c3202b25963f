package dev.bloomery.internal.kind;

import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.fuse.FuseShard;
import dev.bloomery.internal.fuse.FuseShards;
import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.geometry.FuseGeometry;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.snapshot.SnapshotInput;
import dev.bloomery.internal.snapshot.StateInput;
import dev.bloomery.internal.snapshot.StateOutput;
import dev.bloomery.spec.FuseSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The shards of a fuse filter, as its snapshot keeps them: bits of a fingerprint, number of shards, and of each its seed, segment length,
 * windows and keys.
 */
public record FuseState(int width, List<FuseShard> shards) {
    private static final int SHARD_BYTES = Long.BYTES + 3 * Integer.BYTES;

    /** A hundred billion keys. What is made of their plan, before their cells have come, is less than a mebibyte. */
    private static final int MAX_SHARDS = 1 << 13;

    /** One of several shards has millions of keys; the least that makes what a shard takes beside its cells not count. */
    private static final int MIN_KEYS_OF_SEVERAL = 1 << 12;

    /** Twice what a writer may pass the target by: room for a formula that a later release computes in another order. */
    private static final double ROUNDING = 1 + 2 * FuseFit.UNSEEN_EXCESS;

    public static FuseState of(FuseShards shards) {
        List<FuseShard> plan = new ArrayList<>();
        for (int i = 0; i < shards.count(); i++) {
            plan.add(shards.shard(i));
        }
        return new FuseState(shards.width(), plan);
    }

    public ByteBuffer toState() {
        StateOutput state = new StateOutput().putInt(width).putInt(shards.size());
        for (FuseShard shard : shards) {
            state.putLong(shard.seed())
                    .putInt(shard.geometry().segmentLength())
                    .putInt(shard.geometry().windows())
                    .putInt(shard.keys());
        }
        return state.toBuffer();
    }

    public static FuseState read(StateInput state, FuseSpec spec, SnapshotInput in) throws IOException {
        int width = state.takeInt("fingerprints of bits", PackedCells.MAX_WIDTH);
        int count = state.takeInt("a number of shards of", Math.min(MAX_SHARDS, state.remaining() / SHARD_BYTES));
        List<FuseShard> shards = new ArrayList<>();
        long keys = 0;
        for (int i = 0; i < count; i++) {
            long seed = state.takeLong();
            int segmentLength = state.takeInt("a segment length of", Integer.MAX_VALUE);
            int windows = state.takeInt("a number of windows of", Integer.MAX_VALUE);
            int shardKeys = state.takeInt("a number of keys of", Integer.MAX_VALUE);
            keys += shardKeys;
            FuseGeometry geometry = geometry(spec.arity(), segmentLength, windows, width, in);
            if (shardKeys > geometry.cells() || (count > 1 && shardKeys < MIN_KEYS_OF_SEVERAL)) {
                throw in.invalid("a shard says it has " + shardKeys + " keys in " + geometry.cells() + " cells");
            }
            shards.add(new FuseShard(geometry, seed, shardKeys));
        }
        state.end();
        if (width == 0 || count == 0 || spec.keys().isEmpty() || spec.keys().getAsLong() != keys) {
            throw in.invalid("its " + count + " shards of " + keys + " keys do not go with its spec '" + spec + "'");
        }
        boolean isAsked = spec.fingerprintBits().isEmpty()
                ? FuseFit.fpp(keys, width) <= spec.targetFpp() * ROUNDING
                : spec.fingerprintBits().getAsInt() == width;
        if (!isAsked) {
            throw in.invalid("its fingerprints of " + width + " bits are not those of its spec '" + spec + "'");
        }
        return new FuseState(width, shards);
    }

    private static FuseGeometry geometry(int arity, int segmentLength, int windows, int width, SnapshotInput in)
            throws IOException {
        long cells = ((long) windows + arity - 1) * segmentLength; // at most 2^62
        if (cells > (Integer.MAX_VALUE - Long.SIZE) / Math.max(1, width)) {
            throw in.invalid("a shard says it has " + cells + " cells of " + width + " bits, more than there can be");
        }
        try {
            return new FuseGeometry(arity, segmentLength, windows);
        } catch (IllegalArgumentException impossible) {
            throw in.invalid("a shard cannot be: " + impossible.getMessage());
        }
    }

    public long byteLength() {
        return Body.lengthOf(
                shards.stream().mapToLong(shard -> shard.byteLength(width)).toArray());
    }
}
