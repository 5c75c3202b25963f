package dev.bloomery.examples.usernames;

import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.examples.Scratch;
import dev.bloomery.examples.database.Database;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.jdbc.JdbcKeyStore;
import dev.bloomery.jdbc.KeyColumn;
import dev.bloomery.spec.CuckooSizing;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/**
 * Fills a table of users and puts a {@link SignUpForm} in front of it: names are looked up, several people want the same name at the same
 * moment, and the form is closed and opened again.
 */
public final class UniqueNames {
    static final int RACES = 100;
    private static final int SAMPLE = 20_000;

    private UniqueNames() {}

    /**
     * Runs.
     *
     * @param args {@code users=1000000 checks=200000 threads=4}, or other numbers; {@code names=FILE} with a name in each line;
     *     {@code database=URL} for another database than SQLite in a temporary file
     * @throws Exception if the database fails
     */
    public static void main(String[] args) throws Exception {
        Options options = Options.orExit(args, "users=1000000", "checks=200000", "threads=4", "names=", "database=");
        int users = options.number("users");
        int checks = options.number("checks");
        Optional<Path> file = options.fileOrExit("names");
        Names names = file.isEmpty() ? Names.madeUp(users, checks) : Names.read(file.get(), users, checks);
        try (Scratch scratch = new Scratch("usernames");
                Database database = options.text("database").isEmpty()
                        ? Database.sqlite(scratch.directory().resolve("users.db"))
                        : Database.at(options.text("database"))) {
            run(database, scratch.directory(), names, options.number("threads"), new Report(System.out));
            database.execute("DROP TABLE users");
        }
    }

    /** What the run found; a form that starts without reading the table makes no rebuild. */
    record Result(
            long wrongAnswers,
            int winners,
            GateStatistics first,
            GateStatistics afterRestart,
            long wrongAfterRestart) {}

    /** Makes a table {@code users}, which must not be there. */
    static Result run(Database database, Path directory, Names names, int threads, Report report)
            throws IOException, SQLException, InterruptedException, ExecutionException {
        database.execute(
                "CREATE TABLE users (name TEXT NOT NULL PRIMARY KEY, joined TIMESTAMP DEFAULT CURRENT_TIMESTAMP)");
        database.insertAll(
                "INSERT INTO users (name) VALUES (?)", names.taken(), (insert, name) -> insert.setString(1, name));
        KeyStore<String> users = JdbcKeyStore.over(database.source(), KeyColumn.text("users", "name"))
                .open();
        long mostUsers = names.taken().size() * 11L / 10 + 1_000;
        Path filter = directory.resolve("filter");
        report.text(
                "a table of %,d names; %,d checks, nine in ten for a free name",
                names.taken().size(), names.free().size());

        long wrong;
        int winners;
        GateStatistics first;
        long start = System.nanoTime();
        try (SignUpForm form = new SignUpForm(users, filter, mostUsers)) {
            report.millis("first start, which reads the table", System.nanoTime() - start);
            long without = nanosWithoutFilter(users, names);
            start = System.nanoTime();
            wrong = check(form, names);
            long with = (System.nanoTime() - start) / names.free().size();
            first = form.statistics();
            report.sideBySide("table asked, without the filter and with it", first.lookups(), first.storeCalls());
            report.sideBySide("ns a check, without the filter and with it", without, with);
            report.count(
                    "memory of the filter, bytes",
                    CuckooSizing.of(mostUsers, SignUpForm.TARGET_FPP).memoryBytes());
            report.fpp(
                    first.falsePositives(), first.falsePositives() + first.answeredByFilter(), SignUpForm.TARGET_FPP);
            report.count("wrong answers", wrong);

            start = System.nanoTime();
            winners = race(name -> form.isFree(name) && form.signUp(name), threads);
            report.text("%n%,d names, each wanted by %d threads at the same moment", RACES, threads);
            report.count("sign-ups that succeeded", winners);
            report.millis("time, each waiting for the disk", System.nanoTime() - start);
        }

        report.text("%nclosed, and opened again");
        start = System.nanoTime();
        try (SignUpForm form = new SignUpForm(users, filter, mostUsers)) {
            report.millis("start from the durable filter", System.nanoTime() - start);
            long wrongAgain = check(form, names);
            for (int race = 0; race < RACES; race++) {
                wrongAgain += form.isFree(wanted(race)) ? 1 : 0;
            }
            report.count("times that the table was read", form.statistics().rebuilds());
            report.count("wrong answers", wrongAgain);
            return new Result(wrong, winners, first, form.statistics(), wrongAgain);
        }
    }

    private static long check(SignUpForm form, Names names) {
        long wrong = 0;
        for (int i = 0; i < names.free().size(); i++) {
            boolean taken = i % 10 == 0;
            String name = taken
                    ? names.taken().get(i % names.taken().size())
                    : names.free().get(i);
            wrong += form.isFree(name) == taken ? 1 : 0;
        }
        return wrong;
    }

    private static long nanosWithoutFilter(KeyStore<String> users, Names names) {
        int sample = Math.min(SAMPLE, names.free().size());
        long start = System.nanoTime();
        for (int i = 0; i < sample; i++) {
            boolean unused = users.contains(names.free().get(i));
        }
        return (System.nanoTime() - start) / sample;
    }

    /** How many sign-ups succeeded; there should be one for each name. */
    static int race(Predicate<String> signUp, int threads) throws InterruptedException, ExecutionException {
        ExecutorService people = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier together = new CyclicBarrier(threads);
            int winners = 0;
            for (int race = 0; race < RACES; race++) {
                String name = wanted(race);
                List<Callable<Boolean>> attempts = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    attempts.add(() -> {
                        int unused = together.await();
                        return signUp.test(name);
                    });
                }
                for (Future<Boolean> attempt : people.invokeAll(attempts)) {
                    winners += attempt.get() ? 1 : 0;
                }
            }
            return winners;
        } finally {
            people.shutdownNow();
        }
    }

    private static String wanted(int race) {
        return "wanted by many " + race;
    }
}
