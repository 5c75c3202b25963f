package dev.bloomery.internal.durable;

import dev.bloomery.capacity.CapacityPolicy;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * What was chosen for a filter beside its plan.
 *
 * @param policy when it is full; null for what the kind does by itself
 * @param level at which the listener hears
 * @param listener null for none
 * @param clock of a windowed filter; null for its own
 */
public record Choices(
        @Nullable CapacityPolicy policy,
        double level,
        @Nullable LateEvents listener,
        @Nullable InstantSource clock) {
    private static final double DEFAULT_LEVEL = 0.9;
    public static final Choices DEFAULT = new Choices(null, DEFAULT_LEVEL, null, null);

    /** Takes every key for which there is room, in silence: for operations that were taken before. */
    public static final Choices REPLAY = new Choices(CapacityPolicy.WARN, DEFAULT_LEVEL, null, null);

    /** {@link #REPLAY} by the same clock. */
    public Choices forReplay() {
        return new Choices(REPLAY.policy, REPLAY.level, null, clock);
    }

    public Choices with(CapacityPolicy newPolicy) {
        return new Choices(newPolicy, level, listener, clock);
    }

    public Choices with(double newLevel, LateEvents newListener) {
        return new Choices(policy, newLevel, newListener, clock);
    }

    public Choices with(InstantSource newClock) {
        return new Choices(policy, level, listener, newClock);
    }
}
