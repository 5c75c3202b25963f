package dev.bloomery.benchmarks.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The table of one point: a row for each contestant, its times beside ours, its bits and its FPP. */
final class PointTable {
    static final String LEGEND = """
            Times are nanoseconds an operation and thread; in parentheses how many times as long as ours (`%s`, or where that
            was not measured the first of ours) it takes: 3.2 is 3.2 times as long. **Bold** is the fastest of those that deliver
            the FPP. A `~` is before a time whose error is more than a tenth of it. "Configured" is what the contestant takes
            and delivers if it is simply asked for this FPP; "in the run" is after each got the bits that it needs to deliver it.
            "Allocated" is bytes an operation, the most of its operations.
            """.formatted(Names.BLOCKED);

    private static final String STATIC_NOTE = " [static]";
    private static final String FPP_NOTE = " [FPP]";
    private static final double NOISY = 0.1;

    /** In this order; columns of which there is no figure are left out. */
    private static final List<String> OPERATIONS = List.of(
            Names.ADD,
            Names.HIT,
            Names.MISS,
            Names.MIX,
            Names.BATCH_HIT,
            Names.BATCH_MISS,
            Names.BATCH_MIX,
            Names.BULK_ADD,
            Names.REMOVE);

    private static final List<String> OURS =
            List.of(Names.BLOCKED, Names.BLOCKED_SHARED, Names.CLASSIC, Names.COUNTING, Names.BLOCKED_HARDENED);

    private final Figures figures;
    private final Point point;
    private final List<String> contestants;
    private final List<String> operations;
    private final Map<String, Double> fastest = new HashMap<>();

    private PointTable(Figures figures, Point point) {
        this.figures = figures;
        this.point = point;
        contestants = figures.contestants(point).stream()
                .filter(contestant -> Names.isOurs(contestant) || Names.isPeer(contestant))
                .sorted(Comparator.comparing(Names::isPeer).thenComparingDouble(this::rank))
                .toList();
        operations = OPERATIONS.stream()
                .filter(operation -> contestants.stream()
                        .anyMatch(contestant ->
                                figures.find(contestant, point, operation).isPresent()))
                .toList();
        for (String operation : operations) {
            contestants.stream()
                    .filter(contestant -> figures.delivers(contestant, point))
                    .mapToDouble(contestant -> figures.nanos(contestant, point, operation))
                    .filter(Double::isFinite)
                    .min()
                    .ifPresent(least -> fastest.put(operation, least));
        }
    }

    /** The table, or an empty text if there is no filter at this point. */
    static String of(Figures figures, Point point) {
        PointTable table = new PointTable(figures, point);
        return table.operations.isEmpty() ? "" : table.text();
    }

    /** Ours in their own order, peers by the time of a miss, those without one last. */
    private double rank(String contestant) {
        if (Names.isOurs(contestant)) {
            int index = OURS.indexOf(contestant);
            return index < 0 ? OURS.size() : index;
        }
        double miss = figures.nanos(contestant, point, Names.MISS);
        return Double.isNaN(miss) ? Double.MAX_VALUE : miss;
    }

    private String text() {
        List<String> header = new ArrayList<>(List.of("contestant"));
        header.addAll(operations);
        header.addAll(List.of("bits/key", "FPP in the run", "bits/key configured", "FPP configured", "allocated"));
        MarkdownTable table = new MarkdownTable(1, header);
        for (String contestant : contestants) {
            List<String> row = new ArrayList<>(List.of(contestant + notes(contestant)));
            operations.forEach(operation -> row.add(time(contestant, operation)));
            row.add(Format.bits(figures.bitsPerKey(contestant, point)));
            row.add(Format.percent(figures.measuredFpp(contestant, point)));
            row.add(Format.bits(figures.largest(contestant, point, Result::configuredBitsPerKey)));
            row.add(Format.percent(figures.largest(contestant, point, Result::configuredFpp)));
            row.add(Format.bytes(figures.largest(contestant, point, Result::allocatedBytes)));
            table.row(row);
        }
        String text = table.toString();
        if (text.contains(STATIC_NOTE)) {
            text += "\n`" + STATIC_NOTE.strip() + "`: built once from all its keys, takes no adds.\n";
        }
        if (text.contains(FPP_NOTE)) {
            text += "\n`" + FPP_NOTE.strip() + "`: does not deliver the FPP (more than "
                    + Format.decimals(Figures.FPP_SLACK, 2)
                    + " times what was asked, or not counted) and is not ranked.\n";
        }
        return text;
    }

    private String notes(String contestant) {
        return (Names.isStatic(contestant) ? STATIC_NOTE : "") + (figures.delivers(contestant, point) ? "" : FPP_NOTE);
    }

    private String time(String contestant, String operation) {
        return figures.find(contestant, point, operation)
                .map(result -> {
                    String time = (result.error() > NOISY * result.nanos() ? "~" : "") + Format.nanos(result.nanos());
                    boolean first = figures.delivers(contestant, point)
                            && result.nanos() <= fastest.getOrDefault(operation, Double.NaN);
                    double ratio = result.nanos() / reference(operation);
                    return (first ? "**" + time + "**" : time)
                            + (Double.isFinite(ratio) ? " (" + Format.ratio(ratio) + ")" : "");
                })
                .orElse(Format.NONE);
    }

    /** What counts as 1 in the column of an operation. */
    private double reference(String operation) {
        return OURS.stream()
                .mapToDouble(ours -> figures.nanos(ours, point, operation))
                .filter(Double::isFinite)
                .findFirst()
                .orElse(Double.NaN);
    }
}
