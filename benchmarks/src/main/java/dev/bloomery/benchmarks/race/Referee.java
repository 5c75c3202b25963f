package dev.bloomery.benchmarks.race;

import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.race.measure.Calibration;
import dev.bloomery.benchmarks.race.process.ChildFiles;
import dev.bloomery.benchmarks.race.process.ChildProcess;
import dev.bloomery.benchmarks.race.process.Heap;
import dev.bloomery.benchmarks.race.task.Task;
import dev.bloomery.benchmarks.result.Result;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a plan: calibrates each contestant once, then measures task after task, round after round, each in its own process. A
 * contestant that fails is named on the console and left out; the others go on.
 */
final class Referee {
    private static final Calibration NONE = new Calibration(Double.NaN, Double.NaN, Double.NaN);

    private final Plan plan;
    private final Path dir;
    private final Map<Setup, Path> calibrations = new HashMap<>();
    private final Progress progress;
    private int processes;

    private record Setup(String contestant, KeyType keyType, double fpp) {}

    /** Keeps the files of its processes in {@code dir}. */
    Referee(Plan plan, Path dir, PrintStream out) {
        this.plan = plan;
        this.dir = dir;
        this.progress = new Progress(plan, out);
    }

    List<Result> run() throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        for (int round = 0; round < plan.rounds(); round++) {
            for (Task task : plan.tasks()) {
                results.addAll(runTask(task));
            }
        }
        return Rounds.merge(results);
    }

    private List<Result> runTask(Task task) throws IOException, InterruptedException {
        long heap = Heap.megabytes(task);
        if (!Heap.fits(heap)) {
            progress.leftOut(task, "it needs a heap of " + heap + " MB, more than this machine has");
            return List.of();
        }
        try {
            Path calibration = calibration(task);
            Path file = newFile("results");
            List<String> arguments = new ArrayList<>(List.of("measure", file.toString(), calibration.toString()));
            arguments.addAll(task.arguments());
            ChildProcess.run(heap, newFile("log"), arguments);
            List<Result> results = ChildFiles.readResults(file);
            progress.done(task, results);
            return results;
        } catch (IOException failed) {
            progress.leftOut(task, failed.getMessage());
            return List.of();
        }
    }

    private Path calibration(Task task) throws IOException, InterruptedException {
        Setup setup = new Setup(task.contestant(), task.keyType(), task.fpp());
        Path known = calibrations.get(setup);
        if (known != null) {
            return known;
        }
        Path file = newFile("calibration");
        if (task.isFloor()) {
            ChildFiles.writeCalibration(file, NONE);
        } else {
            ChildProcess.run(
                    Heap.megabytesToCalibrate(task.keyType()),
                    newFile("log"),
                    List.of(
                            "calibrate",
                            file.toString(),
                            task.contestant(),
                            task.keyType().label(),
                            Double.toString(task.fpp())));
        }
        calibrations.put(setup, file);
        return file;
    }

    private Path newFile(String kind) throws IOException {
        return Files.createDirectories(dir).resolve(String.format("%04d-%s.txt", processes++, kind));
    }
}
