package dev.bloomery.benchmarks.race.process;

import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.contestant.registry.Contestants;
import dev.bloomery.benchmarks.race.floor.FloorRun;
import dev.bloomery.benchmarks.race.measure.Calibration;
import dev.bloomery.benchmarks.race.measure.Calibrator;
import dev.bloomery.benchmarks.race.measure.TaskRun;
import dev.bloomery.benchmarks.race.task.Task;
import dev.bloomery.benchmarks.result.Result;
import java.nio.file.Path;
import java.util.List;

/** The process that calibrates or measures one contestant and leaves what it found in a file. */
public final class Child {
    private Child() {}

    /** Calibrates: {@code calibrate FILE CONTESTANT KEYTYPE FPP}; measures: {@code measure FILE CALIBRATION TASK...}. */
    public static void main(String[] args) throws Exception {
        List<String> arguments = List.of(args);
        Path file = Path.of(arguments.get(1));
        switch (arguments.get(0)) {
            case "calibrate" -> {
                Calibration calibration = Calibrator.calibrate(
                        Contestants.named(arguments.get(2)),
                        KeyType.of(arguments.get(3)),
                        Double.parseDouble(arguments.get(4)));
                ChildFiles.writeCalibration(file, calibration);
            }
            case "measure" -> {
                Task task = Task.parse(arguments.subList(3, arguments.size()));
                List<Result> results = task.isFloor()
                        ? FloorRun.run(task)
                        : TaskRun.run(task, ChildFiles.readCalibration(Path.of(arguments.get(2))));
                ChildFiles.writeResults(file, results);
            }
            default -> throw new IllegalArgumentException("what to do is calibrate or measure, not " + args[0]);
        }
        System.exit(0); // some libraries leave threads behind
    }
}
