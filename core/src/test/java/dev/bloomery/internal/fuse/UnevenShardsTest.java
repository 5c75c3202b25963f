package dev.bloomery.internal.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shards of which some are so large that their fingerprints are mixed, and others are not. */
class UnevenShardsTest {
    /** 114,107 keys have 2^17 first cells; with fingerprints of 20 bits that is the most that is not mixed. */
    private static final int SHARD_KEYS = 114_100;

    @TempDir
    Path directory;

    @Test
    void mightContainHashes_shardsMixedAndNot_findsAllKeys() throws IOException {
        long[] hashes = Hashes.random(16 * SHARD_KEYS, "uneven");
        FuseShards shards;
        try (HashCollector collector = new HashCollector(directory, SHARD_KEYS)) {
            for (long hash : hashes) {
                collector.add(hash);
            }
            shards = new FuseConstruction(3, 1e-6, 1).of(collector);
        }
        long mixed = 0;
        for (int i = 0; i < shards.count(); i++) {
            mixed += shards.shard(i).geometry().mixesFingerprint(shards.width()) ? 1 : 0;
        }
        assertThat(mixed).as("shards that are mixed").isBetween(1L, shards.count() - 1L);
        assertThat(shards.table(1).cells())
                .as("cells that are read differently")
                .isNotSameAs(shards.table(0).cells());
        boolean[] answers = new boolean[hashes.length];
        shards.mightContainHashes(hashes, hashes.length, answers, 0);
        for (int i = 0; i < hashes.length; i++) {
            assertThat(answers[i]).as("hash %d in a batch", i).isTrue();
            assertThat(shards.mightContainHash(hashes[i]))
                    .as("hash %d alone", i)
                    .isTrue();
        }
    }
}
