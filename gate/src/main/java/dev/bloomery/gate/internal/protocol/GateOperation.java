package dev.bloomery.gate.internal.protocol;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a gate, step by step. A step does one thing that others can see; between two of them anything may happen. So a test can try
 * the steps of several operations in every order.
 */
public abstract class GateOperation {
    private @Nullable Throwable failure;

    /** Does the next step. Throws nothing: what failed is kept, and what must be cleaned up is done by further steps. */
    public abstract StepResult step();

    /** Waits a little, after {@link StepResult#WAIT}, for the so-manieth time in a row. */
    public void pause(int times) {
        LockSupport.parkNanos(1_000L << Math.min(times, 10)); // a microsecond at first, a millisecond at most
    }

    /** Does all of them. */
    public final void run() {
        int waited = 0;
        StepResult step = step();
        while (step != StepResult.DONE) {
            if (step == StepResult.WAIT) {
                pause(waited++);
            } else {
                waited = 0;
            }
            step = step();
        }
    }

    public final void fail(Throwable problem) {
        failure = problem;
    }

    public final @Nullable Throwable failure() {
        return failure;
    }

    /** Throws what was kept, for who asks for the result. */
    public final void throwFailure() {
        if (failure instanceof RuntimeException problem) {
            throw problem;
        }
        if (failure instanceof Error problem) {
            throw problem;
        }
    }
}
