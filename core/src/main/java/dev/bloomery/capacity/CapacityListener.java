package dev.bloomery.capacity;

/**
 * Hears when a filter fills. Called by the thread whose add or merge noticed it, or that loaded it, once for each event until the filter is
 * cleared or intersected: keep it short. Nothing is told by chance: what an event says is true but for a chance of one in 10^12. What it throws is logged and goes no further.
 */
@FunctionalInterface
public interface CapacityListener {

    /**
     * Something happened.
     *
     * @param event what
     */
    void onCapacity(CapacityEvent event);
}
