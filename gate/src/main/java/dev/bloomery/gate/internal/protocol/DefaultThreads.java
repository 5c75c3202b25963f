package dev.bloomery.gate.internal.protocol;

import java.util.concurrent.ThreadFactory;

/**
 * The threads of a gate that was given no executor: one for each task. Lookups and writes run on virtual threads where the JDK has them, from 21 on; rebuilds on
 * platform threads, because a scan may compute for long without a pause, in which a virtual thread would keep others from running.
 */
public final class DefaultThreads {
    private static final String NAME = "bloomery-gate";
    private static final ThreadFactory FOR_LOOKUPS = virtualOrPlatform();

    private DefaultThreads() {}

    /** Runs a lookup or a write. */
    public static void runLookup(Runnable task) {
        FOR_LOOKUPS.newThread(task).start();
    }

    /** Runs a rebuild. */
    public static void runRebuild(Runnable task) {
        platformThread(task).start();
    }

    private static Thread platformThread(Runnable task) {
        Thread thread = new Thread(task, NAME);
        thread.setDaemon(true);
        return thread;
    }

    /** {@code Thread.ofVirtual().name(NAME).factory()}, which does not compile for 17. Where it is missing, or a preview that is off, there are none. */
    private static ThreadFactory virtualOrPlatform() {
        try {
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Object virtual = Thread.class.getMethod("ofVirtual").invoke(null);
            Object named = builder.getMethod("name", String.class).invoke(virtual, NAME);
            return (ThreadFactory) builder.getMethod("factory").invoke(named);
        } catch (ReflectiveOperationException none) {
            return DefaultThreads::platformThread;
        }
    }
}
