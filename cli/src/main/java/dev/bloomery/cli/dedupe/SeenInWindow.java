package dev.bloomery.cli.dedupe;

import dev.bloomery.WindowedFilter;
import dev.bloomery.cli.lines.KeyBatch;
import java.nio.ByteBuffer;

/** A filter that forgets, and is gone with the process. */
final class SeenInWindow implements Seen {
    private final WindowedFilter<ByteBuffer> filter;

    SeenInWindow(WindowedFilter<ByteBuffer> filter) {
        this.filter = filter;
    }

    @Override
    public long hash(ByteBuffer key) {
        return filter.hash(key);
    }

    /** The whole batch is asked first, so that its cache misses overlap; an add tells a key that is twice in it. */
    @Override
    public void test(KeyBatch keys, boolean[] isNew) {
        long[] hashes = keys.hashes();
        boolean[] maybe = filter.mightContainEachHash(hashes);
        for (int i = 0; i < hashes.length; i++) {
            isNew[i] = !maybe[i] && filter.addHash(hashes[i]);
        }
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
        return filter.info().targetFpp();
    }

    @Override
    public long memoryBytes() {
        return filter.info().memoryBytes();
    }

    @Override
    public void close() {}
}
