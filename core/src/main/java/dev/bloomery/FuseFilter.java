package dev.bloomery;

import dev.bloomery.info.FuseInfo;
import dev.bloomery.internal.fuse.FuseShards;
import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.Content;
import dev.bloomery.internal.kind.FuseState;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.kind.StoredParts;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.table.HeapRoom;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A binary fuse filter: a fixed set of keys in the least memory, 7.9 bits a key at one percent. It is built from all its keys at
 * once and never changes, so there is no {@code add} to call; for another set, build another filter.
 *
 * <p>A key that was given to the build gets <i>maybe</i>; any other with an FPP of 2^-w, where w is the fewest bits of a fingerprint
 * that keep the target. At every number of keys, from 0 on; a filter without keys always answers <i>no</i>.
 *
 * <p>Threads: any number may query; nothing is written. Cost: a query encodes and hashes the key once and reads three cells, or four,
 * which are in as many cache lines. Nothing is allocated, but for the bytes of encoded keys that are longer than 64 KiB.
 *
 * @param <K> the type of the keys
 */
public final class FuseFilter<K> extends AbstractFilter<K, FuseSpec> {
    private final FuseShards shards;

    FuseFilter(KeyHasher<K> hasher, FuseSpec spec, Seed seed, FuseShards shards) {
        super(hasher, spec, seed);
        this.shards = shards;
    }

    /** Reads what {@link #stored} said. */
    static <K> FuseFilter<K> read(Opening<K> opening, FuseSpec spec) throws IOException {
        FuseState plan = FuseState.read(opening.state(), spec, opening.in());
        opening.in().requireBody(plan.byteLength());
        FuseShards shards = HeapRoom.of(
                plan.byteLength(),
                spec,
                () -> FuseShards.read(plan.shards(), plan.width(), opening.in()::bytes, opening.in()::shorts));
        opening.end();
        return new FuseFilter<>(opening.hasher(), spec, opening.seed(), shards);
    }

    @Override
    StoredParts stored() {
        FuseState plan = FuseState.of(shards);
        List<Body> cells = new ArrayList<>();
        for (int i = 0; i < shards.count(); i++) {
            int shard = i;
            cells.add(Body.of(
                    plan.shards().get(shard).byteLength(plan.width()),
                    (position, target, length) -> shards.copyBytes(shard, position, target, length)));
        }
        return new StoredParts(plan.toState(), cells);
    }

    @Override
    Content content() {
        return new Content(FuseState.of(shards), stored().parts());
    }

    /** {@inheritDoc} */
    @Override
    public boolean mightContainLong(long key) {
        // not left to the interface: here both calls have one target, whatever other kinds a program uses
        return mightContainHash(hashLong(key));
    }

    @Override
    public boolean mightContainHash(long hash) {
        return shards.mightContainHash(hash);
    }

    @Override
    void answerBatch(long[] hashes, int count, boolean[] answers, int at) {
        shards.mightContainHashes(hashes, count, answers, at);
    }

    @Override
    public FuseInfo info() {
        return new FuseInfo(
                spec,
                shards.width(),
                shards.cells(),
                shards.count(),
                shards.memoryBytes(),
                FuseFit.fpp(shards.keys(), shards.width()));
    }

    /** The spec; neither keys nor the seed. */
    @Override
    public String toString() {
        return "FuseFilter[" + spec + "]";
    }
}
