package dev.bloomery.benchmarks.duel;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code benchmarks/bench duel}: cuckoo and fuse filters against those of the same width, of one and ten million longs, and batches of a
 * hundred million. {@code benchmarks/bench duel KEYS FPP NAME NAME...}: any contestants of longs against the first one.
 * {@code NAME@FILE} takes the classes from another jar of these benchmarks, to set one version of ours against another; {@code floor} is
 * what {@link ReadsAlone} take.
 *
 * <p>A row for each: its times, and how many times as long as the first one it takes, as the median of all rounds and the middle
 * half of them; the same of its batches against its own single queries.
 */
public final class Duel {
    private static final String USAGE = "usage: bench duel, or bench duel KEYS FPP NAME[@JAR] NAME[@JAR]..., such as"
            + " bench duel 1000000 0.03 'bloomery cuckoo' 'fastfilter cuckoo8'";
    private static final int BOUTS = 12;

    private Duel() {}

    public static void main(String[] args) {
        try {
            for (Match match : matches(args)) {
                System.out.println(run(match));
            }
        } catch (IllegalArgumentException refused) {
            System.err.println(refused.getMessage());
            System.exit(2);
        }
        System.exit(0); // some libraries leave threads behind
    }

    static List<Match> matches(String[] args) {
        if (args.length == 0) {
            return Stream.of(
                            Match.ofFingerprints(1_000_000),
                            Match.ofFingerprints(10_000_000),
                            List.of(Match.ofBatches()))
                    .flatMap(List::stream)
                    .toList();
        }
        if (args.length < 3 || !args[0].matches("[1-9][0-9]{0,8}") || !args[1].matches("0?\\.[0-9]*[1-9][0-9]*")) {
            throw new IllegalArgumentException(USAGE);
        }
        List<String> names = List.of(args).subList(2, args.length);
        return List.of(new Match(Integer.parseInt(args[0]), Double.parseDouble(args[1]), names));
    }

    private static String run(Match match) {
        List<Duellist> duellists = new ArrayList<>();
        for (String name : match.names()) {
            duellists.add(match.duellist(name));
        }
        return new Scores(match, duellists, new Bouts(duellists, match.keys()).run(BOUTS)).toString();
    }
}
