package dev.bloomery.internal.fuse;

import dev.bloomery.internal.geometry.FuseFit;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes the hashes of all keys, any of them more than once, and hands them over shard by shard. In memory as long as they are
 * those of one shard, then in {@link HashBins}. For one thread.
 */
public final class HashCollector implements Closeable {
    /** Keys of a shard, on average at most. */
    public static final int SHARD_KEYS = 16_000_000;

    private static final int FIRST_LENGTH = 1 << 10;

    private final Path directory;
    private final int shardKeys;
    private long[] hashes = {};
    private int inMemory;
    private long count;
    private @Nullable HashBins bins;

    /** Makes its temporary file, if it needs one, in {@code directory}. */
    public HashCollector(Path directory) {
        this(directory, SHARD_KEYS);
    }

    HashCollector(Path directory, int shardKeys) {
        this.directory = directory;
        this.shardKeys = shardKeys;
    }

    /** Makes room for so many hashes, if they may stay in memory; call it before the first one. */
    public void expect(long expected) {
        hashes = new long[(int) Math.min(expected, shardKeys)];
    }

    public void add(long hash) throws IOException {
        count++;
        if (bins != null) {
            bins.add(hash);
        } else if (inMemory < hashes.length) {
            hashes[inMemory++] = hash;
        } else if (inMemory < shardKeys) {
            hashes = Arrays.copyOf(hashes, (int) Math.min(Math.max(FIRST_LENGTH, 2L * inMemory), shardKeys));
            hashes[inMemory++] = hash;
        } else {
            spill().add(hash);
        }
    }

    private HashBins spill() throws IOException {
        HashBins opened = new HashBins(directory);
        bins = opened; // from here on close() deletes it
        for (int i = 0; i < inMemory; i++) {
            opened.add(hashes[i]);
        }
        inMemory = 0;
        return opened;
    }

    /** How many were added, repeated ones too. */
    public long count() {
        return count;
    }

    int shardKeys() {
        return shardKeys;
    }

    /** Where temporary files are made. */
    Path directory() {
        return directory;
    }

    /** The hashes of a shard; they may be used until the next call. */
    ShardHashes shard(int shard, int shards) throws IOException {
        HashBins spilled = bins;
        if (spilled == null) {
            return new ShardHashes(hashes, inMemory);
        }
        int most = FuseFit.mostKeys(shardKeys);
        if (hashes.length < most) {
            hashes = new long[0]; // so that it can be collected
            hashes = new long[most];
        }
        ShardHashes set = new ShardHashes(hashes, 0);
        for (int bin = 0; bin < HashBins.BINS; bin++) {
            long lowest = (long) bin << 56;
            long highest = lowest | -1L >>> 8;
            if (FuseFit.shard(lowest, shards) <= shard && shard <= FuseFit.shard(highest, shards)) {
                spilled.forEach(bin, hash -> {
                    if (FuseFit.shard(hash, shards) == shard) {
                        set.add(hash);
                    }
                });
            }
        }
        return set;
    }

    @Override
    public void close() throws IOException {
        if (bins != null) {
            bins.close();
        }
    }
}
