package dev.bloomery;

/**
 * Hears when a filter fills. Called by the thread whose add or merge noticed it, once for each event until the filter is
 * cleared or intersected: keep it short. What it throws is logged and goes no further.
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
