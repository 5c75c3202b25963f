package dev.bloomery.gate;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Does something from time to time. */
@FunctionalInterface
public interface RebuildScheduler {

    /**
     * Begins to do it.
     *
     * @param task what to do; the task of a gate throws nothing, also if a rebuild fails
     * @param pause how long to wait before the first time, and after each
     * @return ends it
     */
    Runnable schedule(Runnable task, Duration pause);

    /**
     * On an executor.
     *
     * @param executor the executor; the caller shuts it down
     * @return the scheduler
     */
    static RebuildScheduler of(ScheduledExecutorService executor) {
        return (task, pause) -> {
            Future<?> future =
                    executor.scheduleWithFixedDelay(task, pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
            return () -> {
                boolean unused = future.cancel(false);
            };
        };
    }
}
