package dev.bloomery.cli.dedupe;

import dev.bloomery.cli.filter.DurableDirectory;
import dev.bloomery.cli.lines.KeyBatch;
import java.nio.ByteBuffer;

/**
 * A durable filter in a directory. Keys wait in memory until {@link #keep} is called, and none of them reaches the journal before: so the caller
 * decides what comes first, their lines or the memory of them.
 */
final class SeenInDirectory implements Seen {
    private final DurableDirectory directory;
    private final HashSet64 waiting = new HashSet64();

    SeenInDirectory(DurableDirectory directory) {
        this.directory = directory;
    }

    @Override
    public long hash(ByteBuffer key) {
        return directory.filter().hash(key);
    }

    @Override
    public void test(KeyBatch keys, boolean[] isNew) {
        long[] hashes = keys.hashes();
        boolean[] maybe = directory.filter().mightContainEachHash(hashes);
        for (int i = 0; i < hashes.length; i++) {
            isNew[i] = !maybe[i] && waiting.add(hashes[i]);
        }
    }

    @Override
    public void keep() {
        if (waiting.size() > 0) {
            long unusedAdded = directory.filter().addAllHashes(waiting.toArray());
            directory.sync();
            waiting.clear();
        }
    }

    @Override
    public int unkept() {
        return waiting.size();
    }

    @Override
    public double fpp() {
        return directory.filter().expectedFpp();
    }

    @Override
    public double targetFpp() {
        return directory.filter().info().targetFpp();
    }

    @Override
    public long memoryBytes() {
        return directory.filter().info().memoryBytes();
    }

    @Override
    public void close() {
        directory.close();
    }
}
