package dev.bloomery.benchmarks.duel;

import dev.bloomery.benchmarks.report.MarkdownTable;
import dev.bloomery.benchmarks.result.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What came out: a table of all duellists against the first one, and one of their batches against their own single queries, if they
 * answer batches.
 */
final class Scores {
    private static final List<String> QUERIES = List.of(Names.HIT, Names.MISS, Names.MIX);

    private final Match match;
    private final List<Duellist> duellists;
    private final Bouts.Times times;

    Scores(Match match, List<Duellist> duellists, Bouts.Times times) {
        this.match = match;
        this.duellists = duellists;
        this.times = times;
    }

    @Override
    public String toString() {
        return duellists.stream().anyMatch(Duellist::answersBatches)
                ? againstFirst() + "\n" + batches()
                : againstFirst();
    }

    private String againstFirst() {
        List<String> header = new ArrayList<>(List.of(
                String.format(Locale.ROOT, "%,d keys, FPP %s", match.keys(), match.fpp()), "bits a key", Names.ADD));
        header.addAll(QUERIES);
        MarkdownTable table = new MarkdownTable(1, header);
        for (int who = 0; who < duellists.size(); who++) {
            List<String> row = new ArrayList<>(List.of(
                    match.names().get(who),
                    String.format(Locale.ROOT, "%.2f", duellists.get(who).bitsPerKey()),
                    againstFirst(Names.ADD, who)));
            for (String query : QUERIES) {
                row.add(againstFirst(query, who));
            }
            table.row(row);
        }
        return table.toString();
    }

    private String batches() {
        List<String> header = new ArrayList<>(List.of("batches, and single queries as a multiple of them"));
        header.addAll(QUERIES);
        MarkdownTable table = new MarkdownTable(1, header);
        for (int who = 0; who < duellists.size(); who++) {
            if (!duellists.get(who).answersBatches()) {
                continue;
            }
            List<String> row = new ArrayList<>(List.of(match.names().get(who)));
            for (String query : QUERIES) {
                List<Bouts.Batch> rounds = times.batches().get(who).get(query);
                double[] batch = rounds.stream().mapToDouble(Bouts.Batch::nanos).toArray();
                double[] oneByOne =
                        rounds.stream().mapToDouble(Bouts.Batch::oneByOne).toArray();
                row.add(score(batch, ratios(oneByOne, batch)));
            }
            table.row(row);
        }
        return table.toString();
    }

    private String againstFirst(String operation, int who) {
        double[] nanos = nanos(operation, who);
        return who == 0 ? time(nanos) : score(nanos, ratios(nanos, nanos(operation, 0)));
    }

    /** Of each round. */
    private double[] nanos(String operation, int who) {
        return times.inTurn().get(operation).stream()
                .mapToDouble(round -> round[who])
                .toArray();
    }

    private static double[] ratios(double[] nanos, double[] others) {
        double[] ratios = new double[nanos.length];
        Arrays.setAll(ratios, round -> nanos[round] / others[round]);
        return ratios;
    }

    /** The median time, the median of the ratios, and their middle half. */
    private static String score(double[] nanos, double[] ratios) {
        return String.format(
                Locale.ROOT,
                "%s, %.2fx (%.2f to %.2f)",
                time(nanos),
                quantile(ratios, 0.5),
                quantile(ratios, 0.25),
                quantile(ratios, 0.75));
    }

    private static String time(double[] nanos) {
        return String.format(Locale.ROOT, "%.1f ns", quantile(nanos, 0.5));
    }

    private static double quantile(double[] figures, double share) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        return sorted[(int) (share * sorted.length)];
    }
}
