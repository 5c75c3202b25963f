package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.result.Names;
import dev.bloomery.benchmarks.result.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * The goals for speed and size, set against the results of a run. All are at an FPP of 1 % that both sides deliver, those of
 * cuckoo filters at the FPP of 8 and of 16 bits; "x" says how many times as fast as the other side ours is.
 *
 * <p>A peer that does not deliver the FPP is no measure, so its goals are not measured; ours that does not deliver it fails them.
 */
public final class Goals {
    static final double FPP = 0.01;

    /** A cuckoo filter filled to 95 % has it if its fingerprints have 8 bits. */
    public static final double FPP_OF_8_BITS = 0.03;

    /** A cuckoo filter filled to 95 % has it if its fingerprints have 16 bits. */
    public static final double FPP_OF_16_BITS = 1.2e-4;

    static final Point LONG_1M = new Point(Names.LONG, 1_000_000, FPP, 1);
    static final Point LONG_10M = new Point(Names.LONG, 10_000_000, FPP, 1);
    static final Point LONG_100M = new Point(Names.LONG, 100_000_000, FPP, 1);
    static final Point URL_1M = new Point(Names.URL, 1_000_000, FPP, 1);

    private static final List<String> QUERIES = List.of(Names.HIT, Names.MISS);
    private static final double NOTHING_ALLOCATED = 0.5;

    private final Figures figures;
    private final Matches matches;
    private final List<Goal> goals = new ArrayList<>();

    private Goals(List<Result> results) {
        figures = new Figures(results);
        matches = new Matches(figures);
    }

    /**
     * All goals with what these results say about them.
     *
     * @param results the results of one or several runs
     * @return one entry for each goal and operation, also for those that were not measured
     */
    public static List<Goal> of(List<Result> results) {
        Goals all = new Goals(results);
        all.longKeys();
        all.classic();
        all.largeFilters();
        all.urls();
        all.hardened();
        all.threads();
        all.counting();
        all.bulkAdds();
        all.cuckoo();
        all.fixedSets();
        return List.copyOf(all.goals);
    }

    /**
     * The goals as a table with a line that counts them.
     *
     * @param goals what {@link #of} gave
     * @return Markdown that also reads well on a console
     */
    public static String table(List<Goal> goals) {
        MarkdownTable table = new MarkdownTable(6, List.of("where", "what", "wanted", "reached", "holds", "from"));
        for (Goal goal : goals) {
            String verdict = goal.verdict() == Goal.Verdict.NO
                    ? "**no**"
                    : goal.verdict().toString();
            table.row(List.of(goal.where(), goal.what(), goal.wanted(), goal.reached(), verdict, goal.from()));
        }
        return table + "\n" + count(goals, Goal.Verdict.YES) + " hold, " + count(goals, Goal.Verdict.NO) + " do not, "
                + count(goals, Goal.Verdict.NOT_MEASURED) + " are not measured. x: ours is so many times as fast.\n";
    }

    private static long count(List<Goal> goals, Goal.Verdict verdict) {
        return goals.stream().filter(goal -> goal.verdict() == verdict).count();
    }

    private void longKeys() {
        String where = "long 1M";
        goals.add(matches.bits(Names.BLOCKED, LONG_1M, 10.2).goal(where, "bits a key"));
        for (String query : QUERIES) {
            faster(where, LONG_1M, Names.BLOCKED, query, Names.GUAVA, query, 7.5);
        }
        faster(where, LONG_1M, Names.BLOCKED, Names.ADD, Names.GUAVA, Names.ADD, 15);
        fasterThanPeers(where, LONG_1M, Names.HIT, 1.0);
        fasterThanPeers(where, LONG_1M, Names.MISS, 1.0);
        fasterThanPeers(where, LONG_1M, Names.MIX, 1.4);
        goals.add(matches.noMoreBits(Names.BLOCKED, LONG_1M, List.of(Names.HIT, Names.MISS, Names.MIX))
                .goal(where, "bits a key beside the fastest peers"));
        staticPeers(where, LONG_1M);
    }

    private void classic() {
        for (String operation : List.of(Names.HIT, Names.MISS, Names.MIX, Names.ADD)) {
            faster("long 1M", LONG_1M, Names.CLASSIC, operation, Names.FASTFILTER_BLOOM, operation, 1.0);
        }
    }

    private void largeFilters() {
        String where = "long 100M";
        for (String query : QUERIES) {
            faster(where, LONG_100M, Names.BLOCKED, query, Names.GUAVA, query, 4);
        }
        for (String query : QUERIES) {
            faster(where, LONG_100M, Names.BLOCKED, Names.batch(query), Names.GUAVA, query, 10);
        }
        for (String query : QUERIES) {
            fasterThanPeers(where, LONG_100M, query, 1.0);
        }
        for (String query : QUERIES) {
            fasterThanPeers(where, LONG_100M, Names.batch(query), 2);
        }
        for (String query : QUERIES) {
            String batch = Names.batch(query);
            goals.add(matches.floor(Names.BLOCKED, LONG_100M, batch, 1.5)
                    .goal(where, batch + " over overlapped read + hash"));
        }
    }

    private void urls() {
        String where = "url 1M";
        for (String query : QUERIES) {
            faster(where, URL_1M, Names.BLOCKED, query, Names.GUAVA, query, 4);
        }
        for (String query : QUERIES) {
            fasterThanPeers(where, URL_1M, query, 2);
        }
        for (String operation : List.of(Names.HIT, Names.MISS, Names.ADD)) {
            goals.add(matches.allocated(Names.BLOCKED, URL_1M, operation, NOTHING_ALLOCATED)
                    .goal(where, operation + ": bytes allocated"));
        }
    }

    private void hardened() {
        String where = "url 1M";
        for (String query : QUERIES) {
            goals.add(matches.slower(Names.BLOCKED_HARDENED, URL_1M, query, Names.BLOCKED, 3)
                    .goal(where, "hardened " + query + ": times as long as default"));
        }
        for (String query : QUERIES) {
            faster(where, URL_1M, Names.BLOCKED_HARDENED, query, Names.GUAVA, query, 1.0);
        }
    }

    private void threads() {
        String where = "long 1M";
        String shared = Names.BLOCKED_SHARED;
        faster(where, LONG_1M, shared, Names.ADD, Names.GUAVA, Names.ADD, 5);
        faster(where + ", 2 threads", LONG_1M.withThreads(2), shared, Names.ADD, Names.GUAVA, Names.ADD, 4.5);
        goals.add(matches.scaling(shared, LONG_1M, Names.ADD, 1.4).goal(where, "shared add: rate of 2 threads over 1"));
        for (String query : QUERIES) {
            goals.add(matches.scaling(readByTwo(LONG_1M), LONG_1M, query, 1.8)
                    .goal(where, query + ": rate of 2 threads over 1"));
        }
        for (String query : QUERIES) {
            goals.add(matches.scaling(readByTwo(LONG_100M), LONG_100M, query, 1.6)
                    .goal("long 100M", query + ": rate of 2 threads over 1"));
        }
    }

    /** Which of ours two threads queried: both layouts of memory answer queries alike. */
    private String readByTwo(Point point) {
        return figures.find(Names.BLOCKED, point.withThreads(2), Names.MISS).isPresent()
                ? Names.BLOCKED
                : Names.BLOCKED_SHARED;
    }

    private void counting() {
        for (String operation : List.of(Names.ADD, Names.REMOVE)) {
            goals.add(matches.counting(LONG_1M, operation)
                    .goal("long 1M", "counting " + operation + " against " + Names.FASTFILTER_COUNTING));
        }
    }

    private void bulkAdds() {
        goals.add(matches.faster(Names.BLOCKED, LONG_100M, Names.BULK_ADD, Names.BLOCKED, Names.ADD, 1.5)
                .goal("long 100M", "bulk add against single adds"));
    }

    private void cuckoo() {
        for (long keys : new long[] {1_000_000, 10_000_000}) {
            cuckoo(new Point(Names.LONG, keys, FPP_OF_8_BITS, 1), Names.FASTFILTER_CUCKOO8);
            cuckoo(new Point(Names.LONG, keys, FPP_OF_16_BITS, 1), Names.FASTFILTER_CUCKOO16);
        }
    }

    /** Beside those whose fingerprints have as many bits. */
    private void cuckoo(Point point, String sameWidth) {
        String where = "long " + Format.keys(point.keys()) + ", FPP " + Format.percent(point.askedFpp());
        for (String peer : List.of(sameWidth, Names.CUCKOOFILTER4J)) {
            for (String operation : List.of(Names.HIT, Names.MISS, Names.ADD)) {
                faster(where, point, Names.CUCKOO, operation, peer, operation, 1.2);
            }
        }
    }

    private void fixedSets() {
        List<String> of8Bits = List.of(Names.FASTFILTER_XOR8, Names.FASTFILTER_XORFUSE8, Names.FASTFILTER_XORPLUS8);
        List<String> of16Bits = List.of(Names.FASTFILTER_XOR16);
        for (Point point : List.of(LONG_1M, LONG_10M)) {
            String where = point == LONG_1M ? "long 1M" : "long 10M";
            fixedSet(where, point, Names.FUSE8, of8Bits);
            fixedSet(where, point, Names.FUSE16, of16Bits);
            goals.add(matches.bits(Names.FUSE8, point, 1.14 * 8).goal(where, "fuse8 bits a key"));
            goals.add(matches.bits(Names.FUSE8_FOUR, point, 1.08 * 8).goal(where, "fuse8 4-wise bits a key"));
        }
        for (String query : QUERIES) {
            goals.add(matches.faster(Names.FUSE8, LONG_100M, Names.batch(query), Names.FUSE8, query, 1.5)
                    .goal("long 100M", "fuse8 " + Names.batch(query) + " against single queries"));
        }
        goals.add(matches.nanosMore(Names.FUSE8, LONG_1M, Names.HIT_MANY_KINDS, Names.HIT, 2)
                .goal("long 1M", "fuse8 hit, many kinds: ns more"));
        goals.add(matches.nanosMore(Names.FUSE8, LONG_1M, Names.MISS_MANY_KINDS, Names.MISS, 2)
                .goal("long 1M", "fuse8 miss, many kinds: ns more"));
    }

    private void fixedSet(String where, Point point, String ours, List<String> peers) {
        String name = ours.replace("bloomery ", "");
        goals.add(matches.fasterThanAll(ours, point, Names.ADD, peers, 1.2)
                .goal(where, name + " build against the fastest of its width"));
        for (String query : QUERIES) {
            goals.add(matches.fasterThanAll(ours, point, query, peers, 1.0)
                    .goal(where, name + " " + query + " against the fastest of its width"));
        }
    }

    private void faster(
            String where,
            Point point,
            String ours,
            String operation,
            String peer,
            String peerOperation,
            double atLeast) {
        goals.add(matches.faster(ours, point, operation, peer, peerOperation, atLeast)
                .goal(where, title(ours, operation) + " against " + peer));
    }

    private void fasterThanPeers(String where, Point point, String operation, double atLeast) {
        goals.add(matches.fasterThanPeers(Names.BLOCKED, point, operation, atLeast)
                .goal(where, operation + " against the fastest peer"));
    }

    /** Filters that take no adds solve an easier task; they are shown, not competed with. */
    private void staticPeers(String where, Point point) {
        for (String peer : figures.contestants(point)) {
            if (Names.isPeer(peer) && Names.isStatic(peer) && figures.delivers(peer, point)) {
                for (String query : QUERIES) {
                    goals.add(matches.faster(Names.BLOCKED, point, query, peer, query, Double.NaN)
                            .goal(where, query + " against " + peer + " (static)"));
                }
            }
        }
    }

    private static String title(String ours, String operation) {
        return ours.equals(Names.BLOCKED) ? operation : ours.replace("bloomery ", "") + " " + operation;
    }
}
