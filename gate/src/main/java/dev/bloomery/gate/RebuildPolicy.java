package dev.bloomery.gate;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a gate rebuilds its filter by itself. The conditions can be joined; any of them will do. A gate that has a policy is also rebuilt when it is
 * not active.
 *
 * <pre>{@code
 * RebuildPolicy.checking(scheduler, Duration.ofMinutes(1)).every(Duration.ofDays(1)).whenFilledTo(0.95)
 * }</pre>
 */
public final class RebuildPolicy {
    final RebuildScheduler scheduler;
    final Duration checkEvery;
    final @Nullable Duration every;
    final double filledTo;
    final double fppMultiple;

    private RebuildPolicy(
            RebuildScheduler scheduler,
            Duration checkEvery,
            @Nullable Duration every,
            double filledTo,
            double fppMultiple) {
        this.scheduler = scheduler;
        this.checkEvery = checkEvery;
        this.every = every;
        this.filledTo = filledTo;
        this.fppMultiple = fppMultiple;
    }

    /**
     * Looks from time to time whether to rebuild.
     *
     * @param scheduler whose thread looks, and rebuilds
     * @param checkEvery how often; a look at the fill reads the whole filter
     * @return a policy that rebuilds a gate that is not active
     */
    public static RebuildPolicy checking(RebuildScheduler scheduler, Duration checkEvery) {
        return new RebuildPolicy(
                Objects.requireNonNull(scheduler, "scheduler"),
                GateSettings.positive("checkEvery", checkEvery),
                null,
                Double.POSITIVE_INFINITY,
                Double.POSITIVE_INFINITY);
    }

    /**
     * Also when so much time has passed since the last rebuild.
     *
     * @param time a positive time
     * @return a new policy
     */
    public RebuildPolicy every(Duration time) {
        return new RebuildPolicy(scheduler, checkEvery, GateSettings.positive("time", time), filledTo, fppMultiple);
    }

    /**
     * Also when the filter holds more than this share of its capacity, deleted keys included that it could not forget.
     *
     * @param share of the capacity, positive
     * @return a new policy
     */
    public RebuildPolicy whenFilledTo(double share) {
        return new RebuildPolicy(scheduler, checkEvery, every, GateSettings.positive("share", share), fppMultiple);
    }

    /**
     * Also when the measured FPP passes this multiple of the promised one.
     *
     * @param multiple more than 1
     * @return a new policy
     */
    public RebuildPolicy whenMeasuredFppPasses(double multiple) {
        return new RebuildPolicy(scheduler, checkEvery, every, filledTo, GateSettings.multiple(multiple));
    }
}
