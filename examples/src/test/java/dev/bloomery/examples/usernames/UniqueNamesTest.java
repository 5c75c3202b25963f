package dev.bloomery.examples.usernames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.examples.Lists;
import dev.bloomery.examples.Report;
import dev.bloomery.examples.database.Database;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.jdbc.JdbcKeyStore;
import dev.bloomery.jdbc.KeyColumn;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UniqueNamesTest {

    @TempDir
    Path directory;

    private Database database;

    @BeforeEach
    void open() {
        database = Database.sqlite(directory.resolve("users.db"));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void run_twentyThousandNames_isExactAndStartsAgainWithoutTheTable() throws Exception {
        UniqueNames.Result result = UniqueNames.run(
                database,
                directory,
                Names.madeUp(20_000, 40_000),
                4,
                new Report(new PrintStream(PrintStream.nullOutputStream())));
        assertThat(result.wrongAnswers()).isZero();
        assertThat(result.winners()).isEqualTo(UniqueNames.RACES);
        assertThat(result.wrongAfterRestart()).isZero();
        assertThat(result.first().rebuilds()).isEqualTo(1);
        assertThat(result.afterRestart().rebuilds()).isZero();
        // a cuckoo filter has the FPP promised when it is full, and less before; 36,000 absent names
        assertThat(result.first().measuredFpp()).isBetween(0.002, 0.0135);
        assertThat(result.first().storeCalls()).isLessThan(4_500);
    }

    @Test
    @Tag("lists")
    void run_aMillionPackageNames_isExact() throws Exception {
        UniqueNames.Result result = UniqueNames.run(
                database,
                directory,
                Names.read(Lists.file("package-names.txt"), 1_000_000, 200_000),
                4,
                new Report(System.out));
        assertThat(result.wrongAnswers()).isZero();
        assertThat(result.winners()).isEqualTo(UniqueNames.RACES);
        assertThat(result.wrongAfterRestart()).isZero();
        assertThat(result.first().measuredFpp()).isBetween(0.005, 0.0105);
    }

    @Test
    void race_checkThenTakeWithoutAStore_hasMoreWinnersThanNames() throws Exception {
        Set<String> taken = ConcurrentHashMap.newKeySet();
        CyclicBarrier allHaveChecked = new CyclicBarrier(4);
        int winners = UniqueNames.race(
                name -> {
                    boolean free = !taken.contains(name);
                    await(allHaveChecked);
                    taken.add(name);
                    return free;
                },
                4);
        assertThat(winners).isEqualTo(4 * UniqueNames.RACES);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            int unused = barrier.await();
        } catch (InterruptedException | BrokenBarrierException problem) {
            throw new IllegalStateException(problem);
        }
    }

    @Test
    void names_signUpRenameLeave_areGivenOutOnce() throws SQLException {
        KeyStore<String> users = table("ada");
        try (SignUpForm form = new SignUpForm(users, directory.resolve("filter"), 1_000)) {
            assertThat(form.isFree("ada")).isFalse();
            assertThat(form.signUp("ada")).isFalse();
            assertThat(form.signUp("grace")).isTrue();
            assertThat(form.rename("grace", "hopper")).isTrue();
            assertThat(form.isFree("grace")).isTrue();
            assertThat(form.leave("hopper")).isTrue();
            assertThat(form.isFree("hopper")).isTrue();
        }
    }

    @Test
    void open_afterACrash_knowsAllNamesWithoutTheTable() throws SQLException, IOException {
        KeyStore<String> users = table("ada");
        Path filter = directory.resolve("filter");
        Path asItWasAtTheCrash = directory.resolve("crashed");
        try (SignUpForm form = new SignUpForm(users, filter, 1_000)) {
            assertThat(form.signUp("grace")).isTrue();
            copy(filter, asItWasAtTheCrash);
        }
        try (SignUpForm form = new SignUpForm(users, asItWasAtTheCrash, 1_000)) {
            assertThat(form.statistics().rebuilds()).isZero();
            assertThat(form.isFree("ada")).isFalse();
            assertThat(form.isFree("grace")).isFalse();
        }
    }

    @Test
    void read_fileThatIsTooShort_saysSo() throws IOException {
        Path file = Files.write(directory.resolve("names"), List.of("a", "b", "b", "", "c"));
        assertThat(Names.read(file, 2, 1)).isEqualTo(new Names(List.of("a", "b"), List.of("c")));
        assertThatThrownBy(() -> Names.read(file, 2, 2)).hasMessageContaining("has 3 names", "2 + 2");
    }

    private KeyStore<String> table(String name) throws SQLException {
        database.execute("CREATE TABLE users (name TEXT NOT NULL PRIMARY KEY)");
        database.insertAll(
                "INSERT INTO users (name) VALUES (?)", List.of(name), (insert, row) -> insert.setString(1, row));
        return JdbcKeyStore.over(database.source(), KeyColumn.text("users", "name"))
                .open();
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(from)) {
            all = found.toList();
        }
        for (Path path : all) {
            Path unused = Files.copy(path, to.resolve(from.relativize(path).toString()));
        }
    }
}
