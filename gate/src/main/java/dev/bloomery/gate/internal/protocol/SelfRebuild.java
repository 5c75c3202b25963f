package dev.bloomery.gate.internal.protocol;

import dev.bloomery.gate.report.RebuildException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a gate in the background until it need not be rebuilt any more, with growing pauses after failures.
 *
 * <ol>
 *   <li>The first try begins at once. One that is asked for soon after the last success waits as after a failure: whatever is wrong with the gate came back.
 *   <li>A pause is at least as long as the try before it took, so that a store is not scanned without end.
 *   <li>A failure that a repetition alone does not mend, a filter that is too small, gets the longest pause at once.
 *   <li>Nothing that a try throws ends it; {@link #stop} does.
 * </ol>
 */
public final class SelfRebuild {
    /** Does something later. */
    @FunctionalInterface
    public interface Later {
        /**
         * Does the task after the pause, on any thread.
         *
         * @return ends the wait, after which the task is not run
         */
        Runnable run(Runnable task, Duration pause);
    }

    /** What it works on. */
    public interface Target {
        /** Whether it must be rebuilt. */
        boolean isWanted();

        /** Rebuilds it. */
        void rebuild();

        /** A try has failed. */
        void failed(Throwable problem);
    }

    private final Target target;
    private final Executor executor;
    private final Later later;
    private final RetryPauses pauses;
    private final LongSupplier nanoTime;

    private final ReentrantLock lock = new ReentrantLock();
    private boolean underWay;
    private boolean stopped;
    private boolean succeeded;
    private long succeededNanos;
    private int failures;
    private Runnable waiting = () -> {};

    public SelfRebuild(Target target, Executor executor, Later later, RetryPauses pauses, LongSupplier nanoTime) {
        this.target = target;
        this.executor = executor;
        this.later = later;
        this.pauses = pauses;
        this.nanoTime = nanoTime;
    }

    /** The target wants to be rebuilt. */
    public void request() {
        Duration pause;
        lock.lock();
        try {
            if (stopped || underWay) {
                return;
            }
            underWay = true;
            boolean again = succeeded
                    && nanoTime.getAsLong() - succeededNanos < pauses.longest().toNanos();
            failures = again ? failures + 1 : 0;
            pause = pauses.after(failures);
        } finally {
            lock.unlock();
        }
        next(pause);
    }

    /** Tries no more. One that runs is not waited for. */
    public void stop() {
        Runnable wait;
        lock.lock();
        try {
            stopped = true;
            wait = waiting;
        } finally {
            lock.unlock();
        }
        wait.run();
    }

    private void next(Duration pause) {
        if (pause.isZero()) {
            execute();
            return;
        }
        Runnable begun;
        try {
            begun = later.run(this::execute, pause);
        } catch (RuntimeException refused) {
            givenUp(refused);
            return;
        }
        boolean tooLate;
        lock.lock();
        try {
            waiting = begun;
            tooLate = stopped;
        } finally {
            lock.unlock();
        }
        if (tooLate) {
            begun.run();
        }
    }

    /** There is nothing that would wait. The next request tries it again. */
    private void givenUp(RuntimeException refused) {
        lock.lock();
        try {
            underWay = false;
        } finally {
            lock.unlock();
        }
        target.failed(new RebuildException(
                "the gate cannot wait for its next try to rebuild itself, because its retryScheduler takes no tasks; give it one"
                        + " that is not shut down, and call rebuild() until then",
                refused));
    }

    private void execute() {
        try {
            executor.execute(this::tryOnce);
        } catch (RuntimeException refused) {
            ended(refused, 0);
        }
    }

    private void tryOnce() {
        long begun = nanoTime.getAsLong();
        Throwable problem = null;
        try {
            if (target.isWanted()) {
                target.rebuild();
            }
        } catch (Throwable thrown) {
            problem = thrown;
        }
        ended(problem, nanoTime.getAsLong() - begun);
    }

    private void ended(@Nullable Throwable problem, long tookNanos) {
        Duration pause;
        lock.lock();
        try {
            if (stopped) {
                return;
            }
            if (!target.isWanted()) {
                underWay = false;
                succeeded = true;
                succeededNanos = nanoTime.getAsLong();
                return;
            }
            failures++;
            boolean lasting = problem instanceof RebuildException given && given.isLasting();
            Duration took = Duration.ofNanos(tookNanos);
            pause = lasting ? pauses.longest() : pauses.after(failures);
            pause = pause.compareTo(took) < 0 ? took : pause;
        } finally {
            lock.unlock();
        }
        if (problem != null) {
            target.failed(problem);
        }
        next(pause);
    }
}
