package dev.bloomery.internal.durable;

import dev.bloomery.capacity.CapacityPolicy;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Options of a durable filter that its spec does not carry.
 *
 * @param policy when it is full; null for what the kind does by itself
 * @param level at which the listener hears
 * @param listener null for none
 * @param clock of a windowed filter; null for its own
 */
public record FilterOptions(
        @Nullable CapacityPolicy policy,
        double level,
        @Nullable LateEvents listener,
        @Nullable InstantSource clock) {
    private static final double DEFAULT_LEVEL = 0.9;
    public static final FilterOptions DEFAULT = new FilterOptions(null, DEFAULT_LEVEL, null, null);

    /** Takes every key for which there is room, in silence: for operations that were taken before. */
    public static final FilterOptions REPLAY = new FilterOptions(CapacityPolicy.WARN, DEFAULT_LEVEL, null, null);

    /** {@link #REPLAY} by the same clock. */
    public FilterOptions forReplay() {
        return new FilterOptions(REPLAY.policy, REPLAY.level, null, clock);
    }

    public FilterOptions with(CapacityPolicy newPolicy) {
        return new FilterOptions(newPolicy, level, listener, clock);
    }

    public FilterOptions with(double newLevel, LateEvents newListener) {
        return new FilterOptions(policy, newLevel, newListener, clock);
    }

    public FilterOptions with(InstantSource newClock) {
        return new FilterOptions(policy, level, listener, newClock);
    }
}
