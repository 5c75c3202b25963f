package dev.bloomery.internal.fuse;

import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;

/** Sets of hashes for the tests of fuse filters, and what is done with them. */
final class Hashes {
    static final long SEED = Seeds.orElse(20_261_116);

    private Hashes() {}

    static long[] random(int count, String purpose) {
        return new SplittableRandom(SEED + purpose.hashCode()).longs(count).toArray();
    }

    static FuseShards build(FuseConstruction construction, long... hashes) {
        return build(construction, HashCollector.SHARD_KEYS, Path.of("not used"), hashes);
    }

    static FuseShards build(FuseConstruction construction, int shardKeys, Path directory, long... hashes) {
        try (HashCollector collector = new HashCollector(directory, shardKeys)) {
            for (long hash : hashes) {
                collector.add(hash);
            }
            return construction.of(collector);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Fails if a hash is missed. */
    static void assertAllFound(LongPredicate mightContain, long[] hashes, String what) {
        for (int i = 0; i < hashes.length; i++) {
            if (!mightContain.test(hashes[i])) {
                throw new AssertionError(what + ": hash " + i + " of " + hashes.length + " is missing, seed " + SEED);
            }
        }
    }

    /** Whether two filters are the same, bit for bit. */
    static boolean alike(FuseShards one, FuseShards other) {
        if (one.count() != other.count() || one.keys() != other.keys()) {
            return false;
        }
        for (int shard = 0; shard < one.count(); shard++) {
            FuseTable a = one.table(shard);
            FuseTable b = other.table(shard);
            if (!a.shard().equals(b.shard()) || !a.cells().equals(b.cells())) {
                return false;
            }
        }
        return true;
    }
}
