package dev.bloomery.benchmarks.race.floor;

import dev.bloomery.benchmarks.race.task.Task;

/** The task of a process that measures the floor: there is no filter, so no arena. */
final class FloorTask {
    private static Task current;

    private FloorTask() {}

    static Task current() {
        return current;
    }

    static void set(Task task) {
        current = task;
    }
}
