package dev.bloomery.internal.durable;

import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.CapacityListener;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Keeps capacity events until the lock of the filter is released: a listener may be slow, and may use the filter. What it throws is
 * logged.
 */
public final class LateEvents implements CapacityListener {
    private static final System.Logger LOG = System.getLogger("dev.bloomery");

    private final CapacityListener listener;
    private final Queue<CapacityEvent> waiting = new ConcurrentLinkedQueue<>();

    public LateEvents(CapacityListener listener) {
        this.listener = listener;
    }

    @Override
    public void onCapacity(CapacityEvent event) {
        waiting.add(event);
    }

    public void deliver() {
        for (CapacityEvent event = waiting.poll(); event != null; event = waiting.poll()) {
            try {
                listener.onCapacity(event);
            } catch (Throwable thrown) {
                LOG.log(System.Logger.Level.ERROR, "a capacity listener failed at " + event, thrown);
            }
        }
    }
}
