package dev.bloomery.internal.disk;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs what it is given at once, in the thread that gives it. It has nothing to shut down. */
final class CallingThread extends AbstractExecutorService {
    static final CallingThread INSTANCE = new CallingThread();

    private CallingThread() {}

    @Override
    public void execute(Runnable task) {
        task.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return false;
    }
}
