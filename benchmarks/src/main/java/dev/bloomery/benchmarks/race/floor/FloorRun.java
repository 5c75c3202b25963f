package dev.bloomery.benchmarks.race.floor;

import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.race.measure.Jmh;
import dev.bloomery.benchmarks.race.task.Measure;
import dev.bloomery.benchmarks.race.task.Task;
import dev.bloomery.benchmarks.result.Result;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** Measures the floor in this process. */
public final class FloorRun {
    private FloorRun() {}

    public static List<Result> run(Task task) throws RunnerException {
        FloorTask.set(task);
        List<Result> results = new ArrayList<>();
        for (Measure measure : task.measures()) {
            results.add(result(task, measure, score(task, measure)));
        }
        return results;
    }

    private static Jmh.Score score(Task task, Measure measure) throws RunnerException {
        int threads = measure.threads();
        return switch (measure.operation()) {
            case SINGLE_READ -> Jmh.timed(FloorReads.class, "single", threads, task.pace());
            case OVERLAPPED_READ -> Jmh.timed(FloorReads.class, "overlapped", threads, task.pace());
            case DEPENDENT_READ -> Jmh.timed(FloorReads.class, "dependent", threads, task.pace());
            case HASH ->
                Jmh.timed(FloorHash.class, task.keyType() == KeyType.LONG ? "ofLong" : "ofUrl", threads, task.pace());
            default -> throw new IllegalArgumentException(measure + " is not for the floor");
        };
    }

    private static Result result(Task task, Measure measure, Jmh.Score score) {
        return new Result(
                task.contestant(),
                task.keyType().label(),
                task.keys(),
                task.fpp(),
                measure.threads(),
                measure.operation().label(),
                score.nanos(),
                score.error(),
                score.allocatedBytes(),
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN);
    }
}
