package dev.bloomery.jdbc;

import dev.bloomery.gate.store.KeyFeed;
import java.util.concurrent.atomic.AtomicBoolean;

/** A receiver that fails with an {@link Error} for the first key it is handed, as a heap that is full for a moment would. */
final class FailingOnce<K> implements KeyFeed.Receiver<K> {
    private final KeyFeed.Receiver<K> receiver;
    private final AtomicBoolean failed;

    FailingOnce(KeyFeed.Receiver<K> receiver, AtomicBoolean failed) {
        this.receiver = receiver;
        this.failed = failed;
    }

    @Override
    public void adding(K key) {
        if (failed.compareAndSet(false, true)) {
            throw new OutOfMemoryError("of the test");
        }
        receiver.adding(key);
    }

    @Override
    public void gap() {
        receiver.gap();
    }
}
