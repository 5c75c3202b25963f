package dev.bloomery.gate;

import dev.bloomery.gate.internal.guard.WriteRights;
import dev.bloomery.gate.internal.protocol.OngoingWrite;
import dev.bloomery.gate.internal.state.GateCore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The time in which the store is written past the gate: a bulk load, a console, a restore. From its begin on every lookup asks the store; a
 * rebuild scans only after it was closed.
 *
 * @param <K> the type of the keys
 */
public final class Bypass<K> implements AutoCloseable {
    private final OngoingWrite<K> writing;
    private final WriteRights rights;
    private final AtomicBoolean closed = new AtomicBoolean();

    Bypass(GateCore<K> core, Runnable markIncomplete, WriteRights rights) {
        this.rights = rights;
        long unused = rights.begin();
        writing = new OngoingWrite<>(core);
        writing.enter(); // a rebuild that begins later waits
        try {
            markIncomplete.run(); // and one that has begun is given up
        } catch (RuntimeException problem) {
            close();
            throw problem;
        }
    }

    /** All writes that went past the gate are over. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            writing.leave();
            rights.end();
        }
    }
}
