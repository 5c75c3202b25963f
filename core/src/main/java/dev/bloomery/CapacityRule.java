package dev.bloomery;

import org.jspecify.annotations.Nullable;

/** What was chosen for the day a filter is full. */
record CapacityRule(
        CapacityPolicy policy, double level, @Nullable CapacityListener listener) {
    static final double DEFAULT_LEVEL = 0.9;
    static final CapacityRule DEFAULT = new CapacityRule(CapacityPolicy.WARN, DEFAULT_LEVEL, null);

    private static final System.Logger LOG = System.getLogger("dev.bloomery");

    CapacityRule {
        if (!(level > 0 && level <= 1)) {
            throw new IllegalArgumentException(
                    "level is " + level + "; use a share of the capacity, 0.9 for 90 percent");
        }
    }

    CapacityRule with(CapacityPolicy newPolicy) {
        return new CapacityRule(newPolicy, level, listener);
    }

    /** The same policy without a listener, and so without telling what was told before. */
    CapacityRule quiet() {
        return new CapacityRule(policy, level, null);
    }

    boolean rejects() {
        return policy == CapacityPolicy.REJECT;
    }

    /** Tells the listener, and the log if nobody else will act on it. */
    void tell(CapacityEvent event, String warning) {
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
