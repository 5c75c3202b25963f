package dev.bloomery.cli.dedupe;

import dev.bloomery.cli.lines.KeyBatch;
import java.nio.ByteBuffer;

/** A growing filter that is gone with the process. */
record SeenInTwins(GrowingTwins filter) implements Seen {

    @Override
    public long hash(ByteBuffer key) {
        return filter.hash(key);
    }

    @Override
    public void test(KeyBatch keys, boolean[] isNew) {
        filter.test(keys.hashes(), isNew);
    }

    @Override
    public void keep() {}

    @Override
    public int unkept() {
        return 0;
    }

    @Override
    public double fpp() {
        return filter.fpp();
    }

    @Override
    public double targetFpp() {
        return filter.targetFpp();
    }

    @Override
    public long memoryBytes() {
        return filter.memoryBytes();
    }

    @Override
    public void close() {}
}
