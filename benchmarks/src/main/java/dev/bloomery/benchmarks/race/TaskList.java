package dev.bloomery.benchmarks.race;

import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.race.task.Measure;
import dev.bloomery.benchmarks.race.task.Pace;
import dev.bloomery.benchmarks.race.task.Task;
import java.util.ArrayList;
import java.util.List;

/** Collects the tasks of a plan; of the operations that are wished for, each contestant gets those that it can do. */
final class TaskList {
    private final List<Task> tasks = new ArrayList<>();
    private final Pace pace;

    TaskList(Pace pace) {
        this.pace = pace;
    }

    /** The same for several contestants. */
    TaskList add(List<String> contestants, KeyType type, long keys, double fpp, List<Measure> wishes) {
        for (String contestant : contestants) {
            List<Measure> possible = wishes.stream()
                    .filter(measure -> Ability.has(contestant, type, keys, measure))
                    .toList();
            if (!possible.isEmpty()) {
                tasks.add(new Task(contestant, type, keys, fpp, possible, pace));
            }
        }
        return this;
    }

    TaskList addAll(List<Task> others) {
        tasks.addAll(others);
        return this;
    }

    List<Task> tasks() {
        return List.copyOf(tasks);
    }
}
