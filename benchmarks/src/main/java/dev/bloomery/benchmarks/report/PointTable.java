package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.result.Names;
import dev.bloomery.benchmarks.result.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The table of one point: a row for each contestant, its times beside ours, its bits and its FPP. */
final class PointTable {
    static final String LEGEND = """
            Times are nanoseconds an operation and thread; in parentheses how many times as long as ours (`%s`, or where that
            was not measured the first of ours) it takes: 3.2 is 3.2 times as long. Operations on
            many keys at once are set beside ours on one key at a time. **Bold** is the fastest of those that deliver
            the FPP. A `~` is before a time whose error is more than a tenth of it. "Configured" is what the contestant takes
            and delivers if it is simply asked for this FPP; "in the run" is after each got the bits that it needs to deliver it.
            "Allocated" is bytes an operation, the most of its operations.
            """.formatted(Names.BLOCKED);

    private static final String STATIC_NOTE = " [static]";
    private static final String EXACT_NOTE = " [exact]";
    private static final String FPP_NOTE = " [FPP]";
    private static final double NOISY = 0.1;

    /** In this order; columns of which there is no figure are left out. */
    private static final List<String> SINGLE = List.of(Names.ADD, Names.HIT, Names.MISS, Names.MIX);

    /** In a table of their own, as few contestants have them. */
    private static final List<String> OTHERS = List.of(
            Names.BULK_ADD,
            Names.BATCH_HIT,
            Names.BATCH_MISS,
            Names.BATCH_MIX,
            Names.REMOVE,
            Names.HIT_MANY_KINDS,
            Names.MISS_MANY_KINDS);

    private static final List<String> OURS = List.of(
            Names.BLOCKED,
            Names.BLOCKED_SHARED,
            Names.CLASSIC,
            Names.CLASSIC_SHARED,
            Names.COUNTING,
            Names.BLOCKED_HARDENED);

    private final Figures figures;
    private final Point point;
    private final List<String> contestants;
    private final List<String> operations;
    private final Map<String, Double> fastest = new HashMap<>();

    private PointTable(Figures figures, Point point) {
        this.figures = figures;
        this.point = point;
        contestants = figures.contestants(point).stream()
                .filter(contestant -> !Names.isFloor(contestant))
                .sorted(Comparator.comparing(Names::isExact)
                        .thenComparing(Names::isPeer)
                        .thenComparingDouble(this::rank))
                .toList();
        operations = Stream.concat(SINGLE.stream(), OTHERS.stream())
                .filter(operation -> contestants.stream()
                        .anyMatch(contestant ->
                                figures.find(contestant, point, operation).isPresent()))
                .toList();
        for (String operation : operations) {
            contestants.stream()
                    .filter(contestant -> ranks(contestant, operation))
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

    private boolean ranks(String contestant, String operation) {
        return figures.delivers(contestant, point)
                && !Names.isExact(contestant)
                && !(Names.isStatic(contestant) && operation.equals(Names.ADD));
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
        StringBuilder text = new StringBuilder(table(SINGLE, true));
        if (operations.stream().anyMatch(OTHERS::contains)) {
            text.append('\n').append(table(OTHERS, false));
        }
        if (contestants.stream().anyMatch(Names::isStatic)) {
            text.append("\n`")
                    .append(STATIC_NOTE.strip())
                    .append("`: built once from all its keys, takes no adds; its add is a key's share of that.\n");
        }
        if (contestants.stream().anyMatch(Names::isExact)) {
            text.append("\n`")
                    .append(EXACT_NOTE.strip())
                    .append("`: keeps the keys themselves, is no filter and not ranked.\n");
        }
        if (!contestants.stream().allMatch(contestant -> figures.delivers(contestant, point))) {
            text.append("\n`").append(FPP_NOTE.strip()).append("`: does not deliver the FPP (more than ");
            text.append(Format.plain(Figures.FPP_SLACK))
                    .append(" times what was asked, or not counted) and is not ranked.\n");
        }
        return text.toString();
    }

    private String table(List<String> wanted, boolean sizes) {
        List<String> columns = wanted.stream().filter(operations::contains).toList();
        List<String> header = new ArrayList<>(List.of("contestant"));
        header.addAll(columns);
        if (sizes) {
            header.addAll(List.of("bits/key", "FPP in the run", "bits/key configured", "FPP configured", "allocated"));
        }
        MarkdownTable table = new MarkdownTable(1, header);
        for (String contestant : contestants) {
            if (sizes
                    || columns.stream()
                            .anyMatch(column ->
                                    figures.find(contestant, point, column).isPresent())) {
                List<String> row = new ArrayList<>(List.of(contestant + notes(contestant)));
                columns.forEach(operation -> row.add(time(contestant, operation)));
                if (sizes) {
                    row.add(Format.bits(figures.bitsPerKey(contestant, point)));
                    row.add(Format.percent(figures.measuredFpp(contestant, point)));
                    row.add(Format.bits(figures.largest(contestant, point, Result::configuredBitsPerKey)));
                    row.add(Format.percent(figures.largest(contestant, point, Result::configuredFpp)));
                    row.add(Format.bytes(figures.largest(contestant, point, Result::allocatedBytes)));
                }
                table.row(row);
            }
        }
        return table.toString();
    }

    private String notes(String contestant) {
        return (Names.isStatic(contestant) ? STATIC_NOTE : "")
                + (Names.isExact(contestant) ? EXACT_NOTE : "")
                + (figures.delivers(contestant, point) ? "" : FPP_NOTE);
    }

    private String time(String contestant, String operation) {
        return figures.find(contestant, point, operation)
                .map(result -> {
                    String time = (result.error() > NOISY * result.nanos() ? "~" : "") + Format.nanos(result.nanos());
                    boolean first = ranks(contestant, operation)
                            && result.nanos() <= fastest.getOrDefault(operation, Double.NaN);
                    double ratio = result.nanos() / reference(operation);
                    return (first ? "**" + time + "**" : time)
                            + (Double.isFinite(ratio) ? " (" + Format.ratio(ratio) + ")" : "");
                })
                .orElse(Format.NONE);
    }

    /** What counts as 1 in the column of an operation: for many keys at once that of one key at a time. */
    private double reference(String operation) {
        String single = Names.single(operation);
        return OURS.stream()
                .mapToDouble(ours -> figures.nanos(ours, point, single))
                .filter(Double::isFinite)
                .findFirst()
                .orElse(Double.NaN);
    }
}
