package dev.bloomery.gate.internal.protocol;

import dev.bloomery.gate.internal.state.GateName;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads of a gate that was given no executor: one for each task. Lookups and writes run on virtual threads where the JDK has them, from 21 on; rebuilds on
 * platform threads, because a scan may compute for long without a pause, in which a virtual thread would keep
 * others from running. Each ends with its task,
 * and none keeps the process alive.
 */
public final class DefaultThreads {
    private final String name;
    private final String nameOfPauses;
    private final ThreadFactory forLookups;

    /** @param gate whose name the threads have in theirs */
    public DefaultThreads(GateName gate) {
        name = gate.ofThread("bloomery-gate");
        nameOfPauses = gate.ofThread("bloomery-gate-retry");
        forLookups = virtualOrPlatform();
    }

    /** Runs a lookup or a write. */
    public void runLookup(Runnable task) {
        forLookups.newThread(task).start();
    }

    /** Runs a rebuild. */
    public void runRebuild(Runnable task) {
        platformThread(task, name).start();
    }

    /** Does something after a pause; see {@link SelfRebuild.Later}. */
    public Runnable runLater(Runnable task, Duration pause) {
        Pause waiting = new Pause(task, pause);
        Thread thread = platformThread(waiting, nameOfPauses);
        thread.start();
        return () -> waiting.end(thread);
    }

    private static Thread platformThread(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * {@code Thread.ofVirtual().name(name).factory()}, which does not compile for 17. Where it is missing, or
     * a preview that is off, there are none.
     */
    private ThreadFactory virtualOrPlatform() {
        try {
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Object virtual = Thread.class.getMethod("ofVirtual").invoke(null);
            Object named = builder.getMethod("name", String.class).invoke(virtual, name);
            return (ThreadFactory) builder.getMethod("factory").invoke(named);
        } catch (ReflectiveOperationException none) {
            return task -> platformThread(task, name);
        }
    }

    private static final class Pause implements Runnable {
        private final Runnable task;
        private final long endNanos;
        private volatile boolean ended;

        Pause(Runnable task, Duration pause) {
            this.task = task;
            this.endNanos = System.nanoTime() + pause.toNanos();
        }

        @Override
        public void run() {
            long rest = endNanos - System.nanoTime();
            while (!ended && rest > 0) {
                LockSupport.parkNanos(this, rest);
                rest = endNanos - System.nanoTime();
            }
            if (!ended) {
                task.run();
            }
        }

        void end(Thread thread) {
            ended = true;
            LockSupport.unpark(thread);
        }
    }
}
