package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.internal.protocol.StepResult;
import dev.bloomery.gate.store.KeyFeed;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A feed that is late: announcements and heartbeats wait in a queue, in their order, until somebody takes them out. It is current for the length of
 * a lease after the last heartbeat that came through was sent.
 */
public final class SimulatedFeed implements KeyFeed.Subscription {
    private record Entry(@Nullable Integer key, int sentAt) {}

    private final Simulation simulation;
    private final Deque<Entry> queue = new ArrayDeque<>();
    private @Nullable GateOperation announcement;
    private int coveredUntil;
    private boolean hasListener;

    SimulatedFeed(Simulation simulation) {
        this.simulation = simulation;
        coveredUntil = simulation.now();
    }

    public void announce(int key) {
        queue.add(new Entry(key, simulation.now()));
    }

    public void sendHeartbeat() {
        queue.add(new Entry(null, simulation.now()));
    }

    /** Does the next step with what is first in the queue; DONE when the queue is empty. */
    public StepResult deliver() {
        Entry first = queue.peek();
        if (first == null) {
            return StepResult.DONE;
        }
        if (first.key == null) {
            coveredUntil = simulation.protocol().heartbeatCovers(first.sentAt, simulation.now());
            queue.remove();
            return StepResult.MORE;
        }
        if (announcement == null) {
            announcement = simulation.protocol().write(simulation.core(), first.key, null, () -> true, false);
        }
        StepResult step = announcement.step();
        if (step != StepResult.DONE) {
            return step;
        }
        if (announcement.failure() != null) {
            simulation.protocol().gap(simulation.core());
        }
        announcement = null;
        queue.remove();
        return StepResult.MORE;
    }

    @Override
    public boolean isCurrent() {
        return simulation.now() - coveredUntil
                < simulation.protocol().trustedFor(simulation.scenario().lease());
    }

    @Override
    public void cancel() {}

    public boolean hasListener() {
        return hasListener;
    }

    public void setListener(boolean listens) {
        hasListener = listens;
    }
}
