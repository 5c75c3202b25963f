package dev.bloomery.examples.feed;

import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.examples.Scratch;
import dev.bloomery.examples.database.Database;
import dev.bloomery.family.FamilyInfo;
import dev.bloomery.gate.store.OwnedKey;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Recommends articles to users who have read many, by the table alone, by a {@link GatedFeed} and by a {@link KeptFeed}, and starts both again. */
public final class Recommend {
    private static final double TARGET_FPP = 0.01;
    private static final int CANDIDATES = 20;
    private static final int BYTES_AN_ARTICLE = 2; // of the 26 bits that one takes: so some users go to the disk
    private static final long SMALLEST_BUDGET = 1 << 20;

    private Recommend() {}

    /**
     * Runs.
     *
     * @param args {@code users=1000 articles=1000 requests=20000}, or other numbers: articles are those that each user has read
     * @throws IOException if the temporary directory fails
     * @throws SQLException if the database does
     */
    public static void main(String[] args) throws IOException, SQLException {
        Options options = Options.orExit(args, "users=1000", "articles=1000", "requests=20000");
        run(options.number("users"), options.number("articles"), options.number("requests"), new Report(System.out));
    }

    /** What the run found. */
    record Result(
            long wrongByGate,
            long wrongByFamily,
            long wrongAfterCrash,
            double gateFpp,
            double familyFpp,
            long spilled,
            double unknownShare) {}

    /** One run of all requests: right or wrong, and what it cost. */
    private record Round(int requests, long wrong, long articlesAsked, long queries, long nanos) {
        long microsEach() {
            return nanos / 1_000 / requests;
        }
    }

    /** A way to recommend. */
    private interface Feed {
        List<Long> unread(long user, List<Long> articles);
    }

    /** A user, what could be recommended, and what of it the user has not read. */
    private record Request(long user, List<Long> candidates, List<Long> unread) {}

    static Result run(int users, int articles, int requests, Report report) throws IOException, SQLException {
        long budget = Math.max(SMALLEST_BUDGET, (long) BYTES_AN_ARTICLE * users * articles);
        try (Scratch scratch = new Scratch("feed");
                Database database = Database.sqlite(scratch.directory().resolve("feed.db"))) {
            ReadTable table = new ReadTable(database);
            table.fill(() -> LongStream.range(0, (long) users * articles)
                    .mapToObj(i -> new OwnedKey<>(i / articles, articleOf(i / articles, i % articles)))
                    .iterator());
            List<Request> all = requests(users, articles, requests);
            report.text(
                    "%,d users who have read %,d articles each; %,d requests with %d articles to choose from",
                    users, articles, requests, CANDIDATES);
            Round alone = serve(all, table, (user, candidates) -> {
                List<Long> rest = new ArrayList<>(candidates);
                rest.removeAll(table.containsWhich(user, candidates));
                return rest;
            });

            Path gateFiles = scratch.directory().resolve("gate");
            Round gated;
            FamilyInfo gateFamily;
            double gateFpp;
            long start = System.nanoTime();
            try (GatedFeed feed = new GatedFeed(table, gateFiles, TARGET_FPP, budget)) {
                long opened = System.nanoTime() - start;
                gated = serve(all, table, feed::unread);
                gateFamily = feed.family();
                gateFpp = feed.statistics().measuredFpp();
                report.text("%nby a gate over the table");
                report.millis("each start, which reads the table", opened);
                print(alone, gated, gateFamily, report);
                report.fpp(
                        feed.statistics().falsePositives(),
                        feed.statistics().falsePositives() + feed.statistics().answeredByFilter(),
                        TARGET_FPP);
            }

            Path directory = scratch.directory().resolve("family");
            start = System.nanoTime();
            new KeptFeed(table, directory, TARGET_FPP, budget).close();
            report.text("%nby a family that is kept on disk");
            report.millis("first start, which reads the table", System.nanoTime() - start);
            start = System.nanoTime();
            KeptFeed kept = new KeptFeed(table, directory, TARGET_FPP, budget);
            report.millis("start from its directory", System.nanoTime() - start);
            Round byFamily = serve(all, table, kept::unread);
            print(alone, byFamily, kept.family(), report);
            long absent = kept.falsePositives() + kept.denied();
            double familyFpp = (double) kept.falsePositives() / absent;
            report.fpp(kept.falsePositives(), absent, TARGET_FPP);

            report.text("%nten users read an article, then it dies");
            for (Request request : all.subList(0, Math.min(10, all.size()))) {
                boolean unused = kept.hasRead(request.user(), newArticle(request.user()));
            }
            kept.crash();
            start = System.nanoTime();
            try (KeptFeed feed = new KeptFeed(table, directory, TARGET_FPP, budget)) {
                report.millis("start from its directory", System.nanoTime() - start);
                double unknown = feed.family().unknownShare();
                report.text("  users that are read from the table when they come %14.1f %%", 100 * unknown);
                Round after = serve(all, table, feed::unread);
                long forgotten = all.subList(0, Math.min(10, all.size())).stream()
                        .filter(request -> !feed.unread(request.user(), List.of(newArticle(request.user())))
                                .isEmpty())
                        .count();
                report.count("wrong answers", after.wrong() + forgotten);
                report.count("queries", after.queries());
                return new Result(
                        gated.wrong(),
                        byFamily.wrong(),
                        after.wrong() + forgotten,
                        gateFpp,
                        familyFpp,
                        gateFamily.ownersSpilled(),
                        unknown);
            }
        }
    }

    private static void print(Round alone, Round round, FamilyInfo family, Report report) {
        report.count("wrong answers", round.wrong());
        report.sideBySide(
                "articles asked of the table, without and with", alone.articlesAsked(), round.articlesAsked());
        report.sideBySide("queries, without and with", alone.queries(), round.queries());
        report.sideBySide("us a request, without and with", alone.microsEach(), round.microsEach());
        report.sideBySide("users in memory, and on the disk", family.ownersInMemory(), family.ownersSpilled());
        report.sideBySide("bytes in memory, and on the disk", family.memoryBytes(), family.logBytes());
    }

    private static Round serve(List<Request> requests, ReadTable table, Feed feed) {
        long wrong = 0;
        long articles = table.articlesAsked();
        long queries = table.queries();
        long start = System.nanoTime();
        for (Request request : requests) {
            wrong += feed.unread(request.user(), request.candidates()).equals(request.unread()) ? 0 : 1;
        }
        return new Round(
                requests.size(),
                wrong,
                table.articlesAsked() - articles,
                table.queries() - queries,
                System.nanoTime() - start);
    }

    /** Articles of today, and in every fourth request five old ones that the user has read. Nine in ten requests are of a tenth of the users. */
    private static List<Request> requests(int users, int articles, int count) {
        SplittableRandom random = new SplittableRandom(5);
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    long user = random.nextInt(i % 10 == 0 ? users : Math.max(1, users / 10));
                    int old = i % 4 == 0 && articles >= 5 ? 5 : 0;
                    Long[] candidates = new Long[CANDIDATES];
                    Arrays.setAll(
                            candidates,
                            j -> j < old
                                    ? articleOf(user, random.nextInt(articles / 5) * 5L + j)
                                    : newArticle(users + (long) i * CANDIDATES + j));
                    List<Long> all = List.of(candidates);
                    return new Request(user, all, all.subList(old, CANDIDATES));
                })
                .toList();
    }

    /** The articles of a user, which others have read as well. */
    private static long articleOf(long user, long i) {
        return 7 * user + i;
    }

    private static long newArticle(long i) {
        return 1_000_000_000L + i;
    }
}
