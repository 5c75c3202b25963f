package dev.bloomery.benchmarks.race;

import dev.bloomery.benchmarks.race.task.Task;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a run measures.
 *
 * @param name as it is called on the command line
 * @param rounds how often, each time in new processes; the tasks of a round take turns
 * @param tasks in the order of a round
 */
record Plan(String name, int rounds, List<Task> tasks) {

    Plan only(Predicate<Task> wanted) {
        return new Plan(name, rounds, tasks.stream().filter(wanted).toList());
    }
}
