package dev.bloomery.benchmarks.race;

import dev.bloomery.benchmarks.race.measure.FppProbes;
import dev.bloomery.benchmarks.race.task.Measure;
import dev.bloomery.benchmarks.race.task.Operation;
import dev.bloomery.benchmarks.race.task.Pace;
import dev.bloomery.benchmarks.race.task.Task;
import dev.bloomery.benchmarks.result.Result;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A line on the console for each task: what it found, how long the run has taken and about how long it will take. */
final class Progress {
    private final PrintStream out;
    private final long start = System.nanoTime();
    private final int tasks;
    private final double cost;
    private int tasksDone;
    private double costDone;

    Progress(Plan plan, PrintStream out) {
        this.out = out;
        this.tasks = plan.rounds() * plan.tasks().size();
        this.cost = plan.rounds()
                * plan.tasks().stream().mapToDouble(Progress::cost).sum();
    }

    /** Seconds by a rough guess: what matters is how the tasks compare. */
    static double cost(Task task) {
        Pace pace = task.pace();
        double seconds = 2;
        for (Measure measure : task.measures()) {
            seconds += switch (measure.operation()) {
                case ADD, BULK_ADD, REMOVE -> task.keys() * 150e-9 * (task.keys() > 4_000_000 ? 1 : 2 * pace.passes());
                default -> (pace.warmups() + pace.iterations()) * pace.millis() / 1000.0;
            };
        }
        return task.isFloor() || task.has(Operation.ADD) ? seconds : seconds + task.keys() * 150e-9;
    }

    void done(Task task, List<Result> results) {
        print(
                task,
                results.stream()
                        .map(result -> String.format(
                                Locale.ROOT,
                                "%s%s %.1f",
                                result.operation(),
                                result.threads() == 1 ? "" : " x" + result.threads(),
                                result.nanos()))
                        .collect(Collectors.joining(", ")));
        warnAboutFpp(results);
    }

    private void warnAboutFpp(List<Result> results) {
        if (results.isEmpty()) {
            return;
        }
        Result any = results.get(0);
        double tolerated = any.askedFpp() * FppProbes.TOLERANCE;
        double noise = 3 * Math.sqrt(any.askedFpp() / FppProbes.count(any.askedFpp()));
        if (any.measuredFpp() > tolerated + noise) {
            out.printf(
                    Locale.ROOT,
                    "        its FPP is %.4f %%, more than the %.4f %% asked for%n",
                    100 * any.measuredFpp(),
                    100 * any.askedFpp());
        }
    }

    void leftOut(Task task, String reason) {
        print(task, "LEFT OUT: " + reason);
    }

    private void print(Task task, String text) {
        tasksDone++;
        costDone += cost(task);
        long elapsed = System.nanoTime() - start;
        long left = (long) (elapsed * (cost - costDone) / costDone);
        out.printf(
                Locale.ROOT,
                "[%d/%d, %s, about %s left] %s: %s%n",
                tasksDone,
                tasks,
                clock(elapsed),
                clock(left),
                task.title(),
                text);
    }

    private static String clock(long nanos) {
        long seconds = Duration.ofNanos(Math.max(0, nanos)).toSeconds();
        return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }
}
