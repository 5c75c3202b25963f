package dev.bloomery.benchmarks.duel;

import dev.bloomery.benchmarks.report.MarkdownTable;
import dev.bloomery.benchmarks.report.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * {@code benchmarks/bench duel}: cuckoo and fuse filters against those of the same width, of one and ten million longs.
 * {@code benchmarks/bench duel KEYS FPP NAME NAME...}: any contestants of longs against the first one. {@code NAME@FILE} takes the
 * classes from another jar of these benchmarks, to set one version of ours against another.
 *
 * <p>A row for each: its times, and how many times as long as the first one it takes, as the median of all rounds and the middle
 * half of them.
 */
public final class Duel {
    private static final String USAGE = "usage: bench duel, or bench duel KEYS FPP NAME NAME[@JAR]..., such as"
            + " bench duel 1000000 0.03 'bloomery cuckoo' 'fastfilter cuckoo8'";
    private static final int BOUTS = 12;

    private static final List<String> OPERATIONS = List.of(Names.ADD, Names.HIT, Names.MISS, Names.MIX);

    private Duel() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        for (Match match : matches(args)) {
            System.out.println(run(match));
        }
        System.exit(0); // some libraries leave threads behind
    }

    private static List<Match> matches(String[] args) {
        if (args.length == 0) {
            return Stream.of(1_000_000, 10_000_000)
                    .flatMap(keys -> Match.ofFingerprints(keys).stream())
                    .toList();
        }
        if (args.length < 3 || !args[0].matches("[1-9][0-9]{0,8}") || !args[1].matches("0?\\.[0-9]*[1-9][0-9]*")) {
            System.err.println(USAGE);
            System.exit(2);
        }
        List<String> names = List.of(args).subList(2, args.length);
        return List.of(new Match(Integer.parseInt(args[0]), Double.parseDouble(args[1]), names));
    }

    private static String run(Match match) throws ReflectiveOperationException {
        List<Duellist> duellists = new ArrayList<>();
        for (String name : match.names()) {
            duellists.add(match.duellist(name));
        }
        Map<String, List<double[]>> times = new Bouts(duellists, match.keys()).run(BOUTS);
        List<String> header = new ArrayList<>(
                List.of(String.format(Locale.ROOT, "%,d keys, FPP %s", match.keys(), match.fpp()), "bits a key"));
        header.addAll(OPERATIONS);
        MarkdownTable table = new MarkdownTable(1, header);
        for (int who = 0; who < duellists.size(); who++) {
            List<String> row = new ArrayList<>(List.of(
                    match.names().get(who),
                    String.format(Locale.ROOT, "%.2f", duellists.get(who).bitsPerKey())));
            for (String operation : OPERATIONS) {
                row.add(score(times.get(operation), who));
            }
            table.row(row);
        }
        return table.toString();
    }

    /** The median time, how many times that of the first one, and the middle half of that. */
    private static String score(List<double[]> rounds, int who) {
        String nanos = String.format(Locale.ROOT, "%.1f ns", quantile(rounds, who, false, 0.5));
        return who == 0
                ? nanos
                : String.format(
                        Locale.ROOT,
                        "%s, %.2fx (%.2f to %.2f)",
                        nanos,
                        quantile(rounds, who, true, 0.5),
                        quantile(rounds, who, true, 0.25),
                        quantile(rounds, who, true, 0.75));
    }

    private static double quantile(List<double[]> rounds, int who, boolean asRatio, double share) {
        double[] sorted = rounds.stream()
                .mapToDouble(round -> asRatio ? round[who] / round[0] : round[who])
                .sorted()
                .toArray();
        return sorted[(int) (share * sorted.length)];
    }
}
