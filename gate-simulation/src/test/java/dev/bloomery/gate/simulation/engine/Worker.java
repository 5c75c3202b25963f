package dev.bloomery.gate.simulation.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a simulation. Of all of them one runs at a time: the one that has the turn. It passes the turn on and waits until it gets it back, so that whatever one has
 * done is seen by the next.
 */
final class Worker {
    private static final Deque<Worker> IDLE =
            new ArrayDeque<>(); // touched by who has the turn; guarded for simulations side by side

    private final Thread thread;
    private volatile boolean hasTurn;
    private @Nullable Runnable job;

    private Worker(Thread thread) {
        this.thread = thread;
    }

    /** The thread that calls this, which has the turn. */
    static Worker ofThisThread() {
        return new Worker(Thread.currentThread());
    }

    private Worker() {
        thread = new Thread(this::work, "simulation");
        thread.setDaemon(true);
    }

    /** A thread that does this when it gets the turn. */
    static Worker with(Runnable job) {
        Worker worker;
        boolean isNew = false;
        synchronized (IDLE) {
            worker = IDLE.poll();
        }
        if (worker == null) {
            worker = new Worker();
            isNew = true;
        }
        worker.job = job;
        if (isNew) {
            worker.thread.start();
        }
        return worker;
    }

    private void work() {
        while (true) {
            awaitTurn();
            Runnable given = job;
            if (given != null) {
                job = null;
                given.run();
            }
        }
    }

    /** Has nothing to do any more once the job that runs has returned; called before it passes the turn on for the last time. */
    void becomeIdle() {
        synchronized (IDLE) {
            IDLE.push(this);
        }
    }

    void giveTurnTo(Worker other) {
        other.hasTurn = true;
        LockSupport.unpark(other.thread);
    }

    void awaitTurn() {
        while (!hasTurn) {
            LockSupport.park(this);
        }
        hasTurn = false;
    }
}
