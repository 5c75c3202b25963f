package dev.bloomery.benchmarks.race.measure;

import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.race.task.Measure;
import dev.bloomery.benchmarks.race.task.Operation;
import dev.bloomery.benchmarks.race.task.Task;
import dev.bloomery.benchmarks.result.Result;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** Runs a task in this process: adds first, which leave the full filter; then its checks; then queries; removals last. */
public final class TaskRun {
    private static final long LARGE = 4_000_000;
    private static final long HUGE = 32_000_000;
    private static final int PASSES_OF_LARGE = 3;
    /** Keys that a warm-up adds at least, so that the compiler is done. */
    private static final long WARMUP_KEYS = 5_000_000;

    private static final int MOST_WARMUPS = 500;
    private static final long MISS_CHECKS = 2_000_000;

    private final Task task;
    private final Calibration calibration;
    private final Arena arena;
    private final List<Result> results = new ArrayList<>();
    private double measuredFpp;
    private double bitsPerKey;

    private TaskRun(Task task, Calibration calibration) {
        this.task = task;
        this.calibration = calibration;
        this.arena = Arena.open(task, calibration.setting());
    }

    public static List<Result> run(Task task, Calibration calibration) throws RunnerException {
        TaskRun run = new TaskRun(task, calibration);
        run.all();
        return run.results;
    }

    private void all() throws RunnerException {
        List<Scored> scores = new ArrayList<>();
        for (Measure measure : task.measures()) {
            if (measure.operation() == Operation.ADD) {
                scores.add(new Scored(measure, add(measure.threads())));
            }
        }
        check();
        for (Measure measure : task.measures()) {
            if (measure.operation() != Operation.ADD) {
                scores.add(new Scored(measure, afterAdds(measure)));
            }
        }
        for (Scored scored : scores) {
            results.add(result(scored));
        }
    }

    private record Scored(Measure measure, Jmh.Score score) {}

    private Jmh.Score add(int threads) throws RunnerException {
        if (arena.contestant().isStatic()) {
            return bulk("build");
        }
        return passes("add", threads, false);
    }

    private Jmh.Score passes(String method, int threads, boolean fullAtStart) throws RunnerException {
        Passes<?> passes = arena.preparePasses(threads, fullAtStart);
        Jmh.Score score = counted(
                task.keyType() == KeyType.LONG ? LongAdds.class : UrlAdds.class,
                method,
                threads,
                passesOver(task.keys()),
                passes.chunksOfThread(),
                passes.chunkKeys());
        arena.endPasses(method.equals("add"));
        return score;
    }

    private int passesOver(long keys) {
        int most = task.pace().passes();
        return keys > HUGE ? 1 : keys > LARGE ? Math.min(PASSES_OF_LARGE, most) : most;
    }

    private Jmh.Score bulk(String method) throws RunnerException {
        int passes = Math.min(
                task.keys() > LARGE ? PASSES_OF_LARGE : Integer.MAX_VALUE,
                task.pace().passes());
        Class<?> type = task.keyType() == KeyType.LONG ? LongBulk.class : UrlBulk.class;
        return counted(type, method, 1, passes, 1, Math.toIntExact(task.keys()));
    }

    private Jmh.Score counted(
            Class<?> type, String method, int threads, int passes, int callsOfPass, int operationsOfCall)
            throws RunnerException {
        arena.allocation().reset();
        long needed = WARMUP_KEYS / Math.min(operationsOfCall, Passes.MOST_KEYS_OF_CHUNK);
        int warmups = (int) Math.max(task.pace().warmupPasses(), Math.min(needed, MOST_WARMUPS));
        Jmh.Score score = Jmh.counted(type, method, threads, warmups, passes, callsOfPass, operationsOfCall);
        return new Jmh.Score(score.nanos(), score.error(), arena.allocation().bytesPerOperation());
    }

    /** Hits first, then misses: the compiler has seen both before a query counts. */
    private void check() {
        Filled filled = arena.fill();
        filled.requireNoneMissed(MISS_CHECKS);
        measuredFpp = filled.measureFpp(FppProbes.count(task.fpp()));
        bitsPerKey = filled.bitsPerKey();
    }

    private Jmh.Score afterAdds(Measure measure) throws RunnerException {
        boolean longs = task.keyType() == KeyType.LONG;
        Class<?> queries = longs ? LongQueries.class : UrlQueries.class;
        Class<?> batches = longs ? LongBatches.class : UrlBatches.class;
        int threads = measure.threads();
        return switch (measure.operation()) {
            case HIT -> Jmh.timed(queries, "hit", threads, task.pace());
            case MISS -> Jmh.timed(queries, "miss", threads, task.pace());
            case MIX -> Jmh.timed(queries, "mix", threads, task.pace());
            case BATCH_HIT -> Jmh.timed(batches, "hit", threads, task.pace());
            case BATCH_MISS -> Jmh.timed(batches, "miss", threads, task.pace());
            case BATCH_MIX -> Jmh.timed(batches, "mix", threads, task.pace());
            case HIT_MANY_KINDS -> Jmh.timed(ManyKinds.class, "hit", threads, task.pace());
            case MISS_MANY_KINDS -> Jmh.timed(ManyKinds.class, "miss", threads, task.pace());
            case BULK_ADD -> bulk("addAll");
            case REMOVE -> passes("remove", threads, true);
            default -> throw new IllegalArgumentException(measure + " is not for " + task.contestant());
        };
    }

    private Result result(Scored scored) {
        return new Result(
                task.contestant(),
                task.keyType().label(),
                task.keys(),
                task.fpp(),
                scored.measure().threads(),
                scored.measure().operation().label(),
                scored.score().nanos(),
                scored.score().error(),
                scored.score().allocatedBytes(),
                calibration.configuredFpp(),
                calibration.configuredBitsPerKey(),
                measuredFpp,
                bitsPerKey);
    }
}
