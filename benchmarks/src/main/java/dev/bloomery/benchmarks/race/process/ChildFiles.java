package dev.bloomery.benchmarks.race.process;

import dev.bloomery.benchmarks.race.measure.Calibration;
import dev.bloomery.benchmarks.result.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What processes leave for each other: a line of values for each record, with tabs between them. */
public final class ChildFiles {
    private ChildFiles() {}

    public static void writeCalibration(Path file, Calibration calibration) throws IOException {
        Files.writeString(
                file,
                line(calibration.setting(), calibration.configuredFpp(), calibration.configuredBitsPerKey()) + "\n");
    }

    static Calibration readCalibration(Path file) throws IOException {
        String[] values = Files.readString(file).strip().split("\t");
        return new Calibration(number(values[0]), number(values[1]), number(values[2]));
    }

    static void writeResults(Path file, List<Result> results) throws IOException {
        Files.write(file, results.stream().map(ChildFiles::line).toList());
    }

    public static List<Result> readResults(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(ChildFiles::result).toList();
    }

    private static String line(Result result) {
        return line(
                result.contestant(),
                result.keyType(),
                result.keys(),
                result.askedFpp(),
                result.threads(),
                result.operation(),
                result.nanos(),
                result.error(),
                result.allocatedBytes(),
                result.configuredFpp(),
                result.configuredBitsPerKey(),
                result.measuredFpp(),
                result.bitsPerKey());
    }

    private static Result result(String line) {
        String[] values = line.split("\t");
        return new Result(
                values[0],
                values[1],
                Long.parseLong(values[2]),
                number(values[3]),
                Integer.parseInt(values[4]),
                values[5],
                number(values[6]),
                number(values[7]),
                number(values[8]),
                number(values[9]),
                number(values[10]),
                number(values[11]),
                number(values[12]));
    }

    private static String line(Object... values) {
        return Stream.of(values).map(String::valueOf).collect(Collectors.joining("\t"));
    }

    private static double number(String text) {
        return Double.parseDouble(text);
    }
}
