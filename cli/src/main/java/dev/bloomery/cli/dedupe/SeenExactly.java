package dev.bloomery.cli.dedupe;

import dev.bloomery.cli.lines.KeyBatch;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A filter in front of a store of all keys: what the filter takes for seen is looked up, so that no new key is taken for an old one.
 *
 * <p>Either may be ahead of the other after a crash: a key that only one of them has counts as new, and is printed again.
 */
final class SeenExactly implements Seen {
    private final Seen filter;
    private final LineStore store;
    private long verified;
    private long falsePositives;

    SeenExactly(Seen filter, LineStore store) {
        this.filter = filter;
        this.store = store;
    }

    @Override
    public long hash(ByteBuffer key) {
        return filter.hash(key);
    }

    @Override
    public void test(KeyBatch keys, boolean[] isNew) throws IOException {
        filter.test(keys, isNew);
        for (int i = 0; i < keys.count(); i++) {
            byte[] key = keys.key(i);
            if (!isNew[i]) {
                verified++;
                if (store.contains(keys.hash(i), key)) {
                    continue;
                }
                falsePositives++;
                isNew[i] = true;
            }
            store.insert(keys.hash(i), key);
        }
    }

    @Override
    public void keep() throws IOException {
        store.commit();
        filter.keep();
    }

    @Override
    public int unkept() {
        return filter.unkept();
    }

    @Override
    public double fpp() {
        return 0;
    }

    /** Keys that were looked up. */
    long verified() {
        return verified;
    }

    /** New keys that the filter alone would have dropped. */
    long falsePositives() {
        return falsePositives;
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
    public void close() throws IOException {
        try (filter) {
            store.close();
        }
    }
}
