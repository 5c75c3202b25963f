package dev.bloomery.gate.internal.protocol;

import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.store.KeyFeed;
import java.util.Objects;

/** Adds the keys of others. One that finds no room is a gap: the others insert it all the same. */
public final class FeedReceiver<K> implements KeyFeed.Receiver<K> {
    private final GateCore<K> core;
    private final Runnable markIncomplete;

    public FeedReceiver(GateCore<K> core, Runnable markIncomplete) {
        this.core = core;
        this.markIncomplete = markIncomplete;
    }

    @Override
    public void adding(K key) {
        Objects.requireNonNull(key, "key");
        try {
            boolean unused = new Write<>(core, key, null, () -> true, false).run();
        } catch (RuntimeException | Error noRoom) {
            gap();
        }
    }

    @Override
    public void gap() {
        markIncomplete.run();
    }
}
