package dev.bloomery.gate.internal.state;

import java.util.concurrent.locks.LockSupport;

/** How an operation waits for others that will tell nobody when they are done. */
public class Pauses {
    /** Waits a little: a microsecond at first, a millisecond at most, and no longer if the thread is interrupted. */
    public void pause(int times) {
        LockSupport.parkNanos(1_000L << Math.min(times, 10));
    }
}
