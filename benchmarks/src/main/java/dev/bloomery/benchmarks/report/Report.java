package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.result.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run of the benchmarks: where it was made and what it measured. Written as {@code results.json}, {@code results.csv}, {@code
 * report.md} and plots; only the first is ever read again.
 *
 * @param environment facts about machine, JDK, commit and command, in the order in which they are shown
 * @param results the figures, in the order in which they were measured
 */
public record Report(Map<String, String> environment, List<Result> results) {
    static final String JSON = "results.json";

    public Report {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        results = List.copyOf(results);
    }

    /**
     * Writes tables and plots again from results that were kept, or one report from those of several runs.
     *
     * @param args the directory to write to, then directories with a {@code results.json}; only one: both
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            System.err.println("usage: Report DIR_TO_WRITE [DIR_WITH_RESULTS...]");
            System.exit(2);
        }
        Map<String, String> environment = new LinkedHashMap<>();
        List<Result> results = new ArrayList<>();
        for (int i = Math.min(1, args.length - 1); i < args.length; i++) {
            Report run = read(Path.of(args[i], JSON));
            run.environment.forEach((name, value) ->
                    environment.merge(name, value, (old, other) -> old.contains(other) ? old : old + "; " + other));
            results.addAll(run.results);
        }
        System.out.print(write(results, environment, Path.of(args[0])).text());
    }

    /**
     * Writes all files of a run into a directory, which is made if it is not there. Files of an earlier run in it are replaced; a
     * plot that these results do not give is deleted.
     *
     * @param results the figures
     * @param environment facts about machine, JDK, commit and command
     * @param dir where to write
     * @return what was written, of which {@link #text()} can be printed
     * @throws IOException if a file cannot be written
     */
    public static Report write(List<Result> results, Map<String, String> environment, Path dir) throws IOException {
        Report report = new Report(environment, results);
        Files.createDirectories(dir);
        Files.writeString(dir.resolve(JSON), ResultFiles.json(report));
        Files.writeString(dir.resolve("results.csv"), ResultFiles.csv(report));
        StringBuilder images = new StringBuilder();
        for (var plot : report.plots().entrySet()) {
            Path file = dir.resolve(plot.getKey());
            if (plot.getValue().isPresent()) {
                Files.writeString(file, plot.getValue().get());
                images.append("\n![")
                        .append(plot.getKey().replace(".svg", "").replace('-', ' '))
                        .append("](")
                        .append(plot.getKey())
                        .append(")\n");
            } else {
                Files.deleteIfExists(file);
            }
        }
        Files.writeString(dir.resolve("report.md"), report.text() + images);
        return report;
    }

    /**
     * Reads what {@link #write} has written as {@code results.json}.
     *
     * @param json the file
     * @return environment and results, equal to those that were written
     * @throws IOException if the file cannot be read or is not of this kind
     */
    public static Report read(Path json) throws IOException {
        return ResultFiles.read(json);
    }

    /** The report in Markdown that also reads well on a console: environment, goals, a table for each point, the floor. */
    public String text() {
        Figures figures = new Figures(results);
        StringBuilder text = new StringBuilder("# Benchmark report\n\n");
        environment.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        text.append("\n## Goals\n\n").append(Goals.table(Goals.of(results)));
        text.append("\n## Contestants\n\n").append(PointTable.LEGEND);
        for (Point point : figures.points()) {
            String table = PointTable.of(figures, point);
            if (!table.isEmpty()) {
                text.append("\n### ").append(point).append("\n\n").append(table);
            }
        }
        String floor = FloorTable.of(figures);
        if (!floor.isEmpty()) {
            text.append("\n## Multiples of the floor\n\n").append(floor);
        }
        return text.toString();
    }

    private Map<String, Optional<String>> plots() {
        Map<String, Optional<String>> plots = new LinkedHashMap<>();
        plots.put("time-by-bits.svg", TimeByBits.plot(this));
        plots.put("time-by-size.svg", TimeBySize.plot(this));
        return plots;
    }
}
