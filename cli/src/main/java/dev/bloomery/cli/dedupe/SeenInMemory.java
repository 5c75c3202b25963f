package dev.bloomery.cli.dedupe;

import dev.bloomery.ScalableBloomFilter;
import dev.bloomery.cli.lines.KeyBatch;
import java.nio.ByteBuffer;

/** A growing filter that is gone with the process. */
record SeenInMemory(ScalableBloomFilter<ByteBuffer> filter) implements Seen {

    @Override
    public long hash(ByteBuffer key) {
        return filter.hash(key);
    }

    @Override
    public void test(KeyBatch keys, boolean[] isNew) {
        boolean[] added = filter.addEachHash(keys.hashes());
        System.arraycopy(added, 0, isNew, 0, added.length);
    }

    @Override
    public void keep() {}

    @Override
    public int unkept() {
        return 0;
    }

    @Override
    public double fpp() {
        return filter.expectedFpp();
    }

    @Override
    public double targetFpp() {
        return filter.spec().targetFpp();
    }

    @Override
    public long memoryBytes() {
        return filter.info().memoryBytes();
    }

    @Override
    public void close() {}
}
