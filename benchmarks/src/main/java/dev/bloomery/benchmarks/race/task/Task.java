package dev.bloomery.benchmarks.race.task;

import dev.bloomery.benchmarks.contestant.KeyType;
import dev.bloomery.benchmarks.result.Names;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What one process measures: one contestant with one number of keys. */
public record Task(String contestant, KeyType keyType, long keys, double fpp, List<Measure> measures, Pace pace) {
    /** Not a filter: what memory and hash alone take. */
    public static final String FLOOR = Names.FLOOR;

    public boolean isFloor() {
        return contestant.equals(FLOOR);
    }

    /** Whether this operation by one thread is asked for. */
    public boolean has(Operation operation) {
        return measures.contains(new Measure(operation, 1));
    }

    /** For the command line of the process. */
    public List<String> arguments() {
        return List.of(
                contestant,
                keyType.label(),
                Long.toString(keys),
                Double.toString(fpp),
                measures.stream().map(Measure::toString).collect(Collectors.joining(";")),
                pace.toString());
    }

    public static Task parse(List<String> arguments) {
        return new Task(
                arguments.get(0),
                KeyType.of(arguments.get(1)),
                Long.parseLong(arguments.get(2)),
                Double.parseDouble(arguments.get(3)),
                Arrays.stream(arguments.get(4).split(";")).map(Measure::parse).toList(),
                Pace.parse(arguments.get(5)));
    }

    /** For a line on the console. */
    public String title() {
        return String.format(Locale.ROOT, "%s, %,d %s keys at %s %%", contestant, keys, keyType.label(), percent(fpp));
    }

    private static String percent(double fpp) {
        return String.format(Locale.ROOT, "%.3g", 100 * fpp).replaceAll("\\.?0+$", "");
    }
}
