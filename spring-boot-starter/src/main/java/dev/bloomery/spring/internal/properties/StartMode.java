package dev.bloomery.spring.internal.properties;

/** How a gate begins. */
public enum StartMode {
    /** Warms up in the background; until then its store is asked for everything. */
    BACKGROUND,
    /** The same, and the application is not ready before it is warm. */
    WARM,
    /** Asks its store for everything until somebody rebuilds it. */
    COLD
}
