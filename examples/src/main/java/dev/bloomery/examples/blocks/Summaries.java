package dev.bloomery.examples.blocks;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.LongStream;

/** What is known of each block without reading it, kept in a file beside that of the records. */
final class Summaries {
    private final List<Block> blocks;

    private Summaries(List<Block> blocks) {
        this.blocks = blocks;
    }

    /**
     * Of one block.
     *
     * @param lowest its lowest key
     * @param highest its highest key: these two are a zone map, which helps where keys come nearly in order
     * @param keys its keys, which helps in any order
     */
    record Block(long lowest, long highest, BloomFilter<Long> keys) {
        boolean spans(long key) {
            return lowest <= key && key <= highest;
        }
    }

    /** Reads all records once. */
    static Summaries of(RecordFile records, double targetFpp) throws IOException {
        Seed seed = Seed.random(); // one for all, so that a key is hashed once
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < records.blocks(); i++) {
            long[] keys = records.keys(i);
            LongSummaryStatistics range = LongStream.of(keys).summaryStatistics();
            BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64())
                    .capacity(keys.length)
                    .targetFpp(targetFpp)
                    .seed(seed)
                    .build();
            filter.addAllLongs(keys);
            blocks.add(new Block(range.getMin(), range.getMax(), filter));
        }
        return new Summaries(blocks);
    }

    void save(Path file) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            out.writeInt(blocks.size());
            for (Block block : blocks) {
                ByteArrayOutputStream snapshot = new ByteArrayOutputStream();
                block.keys.snapshotTo(snapshot);
                out.writeLong(block.lowest);
                out.writeLong(block.highest);
                out.writeInt(snapshot.size());
                snapshot.writeTo(out);
            }
        }
    }

    static Summaries load(Path file) throws IOException {
        List<Block> blocks = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                long lowest = in.readLong();
                long highest = in.readLong();
                byte[] snapshot = in.readNBytes(in.readInt());
                blocks.add(new Block(
                        lowest,
                        highest,
                        Filters.load(KeyEncoder.int64()).from(snapshot).bloom()));
            }
        }
        return new Summaries(blocks);
    }

    List<Block> blocks() {
        return blocks;
    }

    long memoryBytes() {
        return blocks.stream()
                .mapToLong(block -> block.keys.info().memoryBytes())
                .sum();
    }
}
