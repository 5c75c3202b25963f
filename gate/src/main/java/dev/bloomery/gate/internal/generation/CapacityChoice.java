package dev.bloomery.gate.internal.generation;

import dev.bloomery.capacity.CapacityListener;
import java.util.Objects;

/** Who hears when a filter of a gate fills, and from which level on. */
public record CapacityChoice(double level, CapacityListener listener) {
    public static final double DEFAULT_LEVEL = 0.9;

    public CapacityChoice {
        if (!(level > 0 && level <= 1)) {
            throw new IllegalArgumentException(
                    "level is " + level + "; use a share of the capacity, 0.9 for 90 percent");
        }
        Objects.requireNonNull(listener, "listener");
    }
}
