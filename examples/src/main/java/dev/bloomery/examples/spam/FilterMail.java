package dev.bloomery.examples.spam;

import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.examples.Scratch;
import dev.bloomery.examples.database.Database;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.Layout;
import java.io.IOException;
import java.sql.SQLException;
import java.util.stream.IntStream;

/**
 * Mail comes in, every tenth message a copy of one that was reported before, with another link and other digits. In the midst of it readers
 * report a message that was not known.
 */
public final class FilterMail {
    private static final double TARGET_FPP = 0.01;
    private static final int SPARE = 1_000; // room for what is reported until the next start

    private FilterMail() {}

    /**
     * Runs.
     *
     * @param args {@code signatures=300000 messages=300000}, or other numbers
     * @throws IOException if the temporary directory fails
     * @throws SQLException if the database does
     */
    public static void main(String[] args) throws IOException, SQLException {
        Options options = Options.orExit(args, "signatures=300000", "messages=300000");
        run(options.number("signatures"), options.number("messages"), new Report(System.out));
    }

    /** What the run found. */
    record Result(int caught, int wronglyCaught, boolean newOneCaught, GateStatistics statistics) {}

    static Result run(int signatures, int messages, Report report) throws IOException, SQLException {
        int capacity = signatures + SPARE;
        try (Scratch scratch = new Scratch("spam");
                Database database = Database.sqlite(scratch.directory().resolve("spam.db"))) {
            SignatureTable table = new SignatureTable(database);
            table.fill(
                    () -> IntStream.range(0, signatures)
                            .mapToObj(i -> Signature.of(spam(i, 0)))
                            .iterator(),
                    3);
            try (SpamCheck check = new SpamCheck(table, capacity, TARGET_FPP)) {
                int caught = 0;
                int wronglyCaught = 0;
                for (int i = 0; i < messages; i++) {
                    boolean spam = i % 10 == 0;
                    boolean said = check.isSpam(
                            spam
                                    ? spam(i / 10 % signatures, i)
                                    : "Dear " + word(i) + ", see you at " + word(messages - i));
                    caught += spam && said ? 1 : 0;
                    wronglyCaught += !spam && said ? 1 : 0;
                }
                Result result = new Result(caught, wronglyCaught, learns(check), check.statistics());
                print(signatures, messages, result, report);
                return result;
            }
        }
    }

    /** Whether a message that nobody knew is spam from its third report on. */
    private static boolean learns(SpamCheck check) {
        String message = "A prince left you 1,000,000";
        boolean before = check.isSpam(message);
        check.report(message);
        check.report(message);
        boolean between = check.isSpam(message);
        check.report(message);
        return !before && !between && check.isSpam("a PRINCE left you... 2,500,000");
    }

    private static void print(int signatures, int messages, Result result, Report report) {
        GateStatistics statistics = result.statistics();
        report.text("%,d signatures in a table, %,d messages", signatures, messages);
        report.count("spam caught, of " + (messages + 9) / 10, result.caught());
        report.count("other mail caught", result.wronglyCaught());
        report.text("  a new one is caught after its third report: %s", result.newOneCaught());
        report.sideBySide("table asked, without the gate and with it", statistics.lookups(), statistics.storeCalls());
        report.millis("time in the database", statistics.storeNanos());
        report.millis("time saved there, by the median of a question", statistics.savedNanos());
        report.count(
                "memory of the filter, bytes",
                BloomSizing.of(Layout.AUTO, signatures + SPARE, TARGET_FPP).memoryBytes());
        report.fpp(
                statistics.falsePositives(),
                statistics.falsePositives() + statistics.answeredByFilter(),
                statistics.promisedFpp());
    }

    private static String spam(int campaign, int copy) {
        return "Offer " + copy + ": cheap " + word(campaign) + "! Only today: https://spam.example/" + copy;
    }

    /** A number in letters, because digits do not count. */
    private static String word(int i) {
        StringBuilder word = new StringBuilder("w");
        for (int rest = i; rest > 0; rest /= 26) {
            word.append((char) ('a' + rest % 26));
        }
        return word.toString();
    }
}
