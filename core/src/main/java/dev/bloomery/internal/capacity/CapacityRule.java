package dev.bloomery.internal.capacity;

import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.CapacityListener;
import dev.bloomery.capacity.CapacityPolicy;
import org.jspecify.annotations.Nullable;

/** What was chosen for the day a filter is full. */
public record CapacityRule(
        CapacityPolicy policy, double level, @Nullable CapacityListener listener) {
    public static final double DEFAULT_LEVEL = 0.9;
    public static final CapacityRule DEFAULT = new CapacityRule(CapacityPolicy.WARN, DEFAULT_LEVEL, null);

    private static final System.Logger LOG = System.getLogger("dev.bloomery");

    public CapacityRule {
        if (!(level > 0 && level <= 1)) {
            throw new IllegalArgumentException(
                    "level is " + level + "; use a share of the capacity, 0.9 for 90 percent");
        }
    }

    public CapacityRule with(CapacityPolicy newPolicy) {
        return new CapacityRule(newPolicy, level, listener);
    }

    /** The same policy without a listener, and so without telling what was told before. */
    public CapacityRule quiet() {
        return new CapacityRule(policy, level, null);
    }

    public boolean rejects() {
        return policy == CapacityPolicy.REJECT;
    }

    /** Tells the listener, and the log if nobody else will act on it. */
    public void tell(CapacityEvent event, String warning) {
        if (policy == CapacityPolicy.WARN && !warning.isEmpty()) {
            LOG.log(System.Logger.Level.WARNING, warning);
        }
        if (listener != null) {
            try {
                listener.onCapacity(event);
            } catch (Throwable thrown) {
                LOG.log(System.Logger.Level.ERROR, "a capacity listener failed at " + event, thrown);
            }
        }
    }
}
