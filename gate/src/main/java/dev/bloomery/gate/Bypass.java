package dev.bloomery.gate;

import dev.bloomery.gate.internal.protocol.Writing;
import dev.bloomery.gate.internal.state.Core;

/**
 * The time in which the store is written past the gate: a bulk load, a console, a restore. From its begin on every lookup asks the store; a
 * rebuild scans only after it was closed.
 *
 * @param <K> the type of the keys
 */
public final class Bypass<K> implements AutoCloseable {
    private final Writing<K> writing;

    Bypass(Core<K> core, Runnable markIncomplete) {
        writing = new Writing<>(core);
        writing.enter(); // a rebuild that begins later waits
        try {
            markIncomplete.run(); // and one that has begun is given up
        } catch (RuntimeException problem) {
            writing.leave();
            throw problem;
        }
    }

    /** All writes that went past the gate are over. */
    @Override
    public void close() {
        writing.leave();
    }
}
