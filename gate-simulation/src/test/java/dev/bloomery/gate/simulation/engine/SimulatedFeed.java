package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.store.KeyFeed;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A feed that is late: announcements and heartbeats wait in a queue, in their order, until somebody takes them out. It is current for the length of
 * a lease after the last heartbeat that came through was sent. Without a lease it hands over at once, and is always current.
 */
public final class SimulatedFeed implements KeyFeed<Integer>, KeyFeed.Subscription {
    private record Entry(@Nullable Integer key, int sentAt) {}

    private final Simulation simulation;
    private final Deque<Entry> queue = new ArrayDeque<>();
    private KeyFeed.@Nullable Receiver<Integer> receiver;
    private int coveredUntil;
    private boolean hasListener;

    SimulatedFeed(Simulation simulation) {
        this.simulation = simulation;
        coveredUntil = simulation.now();
    }

    @Override
    public KeyFeed.Subscription subscribe(KeyFeed.Receiver<Integer> given) {
        receiver = given;
        return this;
    }

    /** Hands a key over, as it comes. */
    public void handOver(int key) {
        if (receiver != null) {
            receiver.adding(key);
        }
    }

    public void announce(int key) {
        simulation.point(Part.FEED);
        queue.add(new Entry(key, simulation.now()));
    }

    public void sendHeartbeat() {
        simulation.point(Part.FEED);
        queue.add(new Entry(null, simulation.now()));
    }

    /** Takes everything out of the queue, one after the other. */
    public void deliver() {
        while (true) {
            simulation.point(Part.FEED);
            Entry first = queue.peek();
            if (first == null) {
                return;
            }
            if (first.key == null) {
                coveredUntil = simulation.protocol().heartbeatCovers(first.sentAt, simulation.now());
            } else {
                handOver(first.key);
            }
            queue.remove();
        }
    }

    @Override
    public boolean isCurrent() {
        simulation.point(Part.FEED);
        return simulation.protocol().hears(simulation, isReallyCurrent());
    }

    public boolean isReallyCurrent() {
        int lease = simulation.scenario().lease();
        return lease == 0
                || simulation.now() - coveredUntil < simulation.protocol().trustedFor(lease);
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
