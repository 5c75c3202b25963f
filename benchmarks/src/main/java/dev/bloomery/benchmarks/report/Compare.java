package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.result.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Says which operations became slower or faster between two commits, from the results of runs made in turns; {@code
 * benchmarks/compare} makes them. The rule is {@link Change#verdict()}.
 */
public final class Compare {
    private static final String USAGE =
            "usage: Compare DIR_A... -- DIR_B...   (as many of each, in the order of the rounds)";

    private record Subject(Point point, String contestant, String operation) {}

    private final Map<Subject, Change> changes = new LinkedHashMap<>();
    private final List<String> onlyOnce = new ArrayList<>();
    private final int rounds;

    Compare(List<List<Result>> before, List<List<Result>> after) {
        if (before.size() != after.size() || before.isEmpty()) {
            throw new IllegalArgumentException(
                    before.size() + " runs of A and " + after.size() + " of B; give as many of each, at least one");
        }
        rounds = before.size();
        Map<Subject, double[]> a = collect(before);
        Map<Subject, double[]> b = collect(after);
        a.forEach((subject, nanos) -> {
            double[] other = b.get(subject);
            if (other != null && complete(nanos) && complete(other)) {
                changes.put(subject, new Change(nanos, other));
            } else {
                onlyOnce.add(name(subject) + (other == null ? " (only A)" : " (not in every run)"));
            }
        });
        b.keySet().stream()
                .filter(subject -> !a.containsKey(subject))
                .forEach(subject -> onlyOnce.add(name(subject) + " (only B)"));
    }

    /**
     * Prints the comparison. Exits with 1 if B is slower in something, with 2 if there is nothing to compare.
     *
     * @param args directories with the {@code results.json} of A, {@code --}, those of B
     */
    public static void main(String[] args) {
        List<String> all = Arrays.asList(args);
        int middle = all.indexOf("--");
        if (middle < 1 || middle == all.size() - 1) {
            System.err.println(USAGE);
            System.exit(2);
        }
        try {
            Compare compare = new Compare(read(all.subList(0, middle)), read(all.subList(middle + 1, all.size())));
            System.out.print(compare.text());
            if (compare.changes.isEmpty()) {
                System.err.println("The two have no operation in common.");
                System.exit(2);
            }
            System.exit(compare.count(Change.Verdict.SLOWER) > 0 ? 1 : 0);
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("compare: " + e.getMessage());
            System.exit(2);
        }
    }

    private static List<List<Result>> read(List<String> dirs) throws IOException {
        List<List<Result>> runs = new ArrayList<>();
        for (String dir : dirs) {
            runs.add(Report.read(Path.of(dir, Report.JSON)).results());
        }
        return runs;
    }

    private static Map<Subject, double[]> collect(List<List<Result>> runs) {
        Map<Subject, double[]> all = new LinkedHashMap<>();
        for (int run = 0; run < runs.size(); run++) {
            Figures figures = new Figures(runs.get(run));
            for (Point point : figures.points()) {
                for (String contestant : figures.contestants(point)) {
                    for (Result result : figures.of(contestant, point)) {
                        Subject subject = new Subject(point, contestant, result.operation());
                        all.computeIfAbsent(subject, s -> missing(runs.size()))[run] = result.nanos();
                    }
                }
            }
        }
        return all;
    }

    private static double[] missing(int runs) {
        double[] nanos = new double[runs];
        Arrays.fill(nanos, Double.NaN);
        return nanos;
    }

    private static boolean complete(double[] nanos) {
        return Arrays.stream(nanos).allMatch(Double::isFinite);
    }

    private static String name(Subject subject) {
        return subject.contestant() + " " + subject.operation() + ", "
                + subject.point().shortName();
    }

    long count(Change.Verdict verdict) {
        return changes.values().stream()
                .filter(change -> change.verdict() == verdict)
                .count();
    }

    /** The table and what it comes to. */
    String text() {
        MarkdownTable table = new MarkdownTable(
                3, List.of("contestant", "at", "operation", "A, ns", "B, ns", "B/A", "range", "change"));
        changes.forEach((subject, change) -> {
            double[] ratios = change.ratios();
            table.row(List.of(
                    subject.contestant(),
                    subject.point().shortName(),
                    subject.operation(),
                    Format.nanos(Change.median(change.before())),
                    Format.nanos(Change.median(change.after())),
                    Format.decimals(Change.median(ratios), 3),
                    Format.decimals(Arrays.stream(ratios).min().orElseThrow(), 3) + " to "
                            + Format.decimals(Arrays.stream(ratios).max().orElseThrow(), 3),
                    word(change.verdict())));
        });
        StringBuilder text = new StringBuilder(table.toString()).append('\n');
        if (rounds < Change.FEWEST_ROUNDS) {
            text.append("No verdict from ")
                    .append(rounds)
                    .append(rounds == 1 ? " round" : " rounds")
                    .append("; it takes ")
                    .append(Change.FEWEST_ROUNDS)
                    .append(" or more.\n");
        } else {
            text.append(count(Change.Verdict.SLOWER)).append(" slower, ");
            text.append(count(Change.Verdict.FASTER)).append(" faster, ");
            text.append(count(Change.Verdict.SAME)).append(" the same within the noise, of ");
            text.append(rounds)
                    .append(" rounds. B/A is the median of the rounds' ratios; a change is one where all of them are");
            text.append(" on the same side of 1 and the median is more than 3 % from it.\n");
        }
        if (!onlyOnce.isEmpty()) {
            text.append("Not compared: ").append(String.join("; ", onlyOnce)).append(".\n");
        }
        return text.toString();
    }

    private static String word(Change.Verdict verdict) {
        return switch (verdict) {
            case SLOWER -> "SLOWER";
            case FASTER -> "faster";
            case SAME, OPEN -> "";
        };
    }
}
