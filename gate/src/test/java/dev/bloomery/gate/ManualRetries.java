package dev.bloomery.gate;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Runs what a gate does in the background when the test says so, and knows for how long it would have waited. */
final class ManualRetries {
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    final List<Duration> pauses = new ArrayList<>();
    private int ended;

    /** The background of this gate is run by hand from now on. */
    void use(GateSettings<?> settings) {
        settings.lookupExecutor = tasks::add;
        settings.rebuildExecutor = tasks::add;
        settings.later = (task, pause) -> {
            pauses.add(pause);
            tasks.add(task);
            return () -> {
                boolean unused = tasks.remove(task);
                ended++;
            };
        };
    }

    /** How often a wait was ended before its time. */
    int ended() {
        return ended;
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    /** Runs one try, and what led to it. */
    void tryOnce() {
        int before = pauses.size();
        while (!tasks.isEmpty() && pauses.size() == before) {
            tasks.remove().run();
        }
    }
}
