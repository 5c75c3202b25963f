package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A database that answers an interrupted statement as if there were nothing, and without an error: each place
 * where that would be believed.
 */
class FalseAnswersTest {
    private static final int PAGE = 10;
    private static final int KEYS = 5 * PAGE;

    @TempDir
    Path directory;

    enum Kind {
        SQLITE,
        H2,
        MARIADB
    }

    private DataSource table(Kind kind) {
        DataSource source = switch (kind) {
            case SQLITE -> TestDatabases.sqlite(directory);
            case H2 -> TestDatabases.h2();
            case MARIADB ->
                TestMariaDb.shared().newDatabase(MySqlDriver.MARIADB, "sessionVariables=sql_mode='ANSI_QUOTES'");
        };
        TestPostgres.execute(source, "CREATE TABLE \"users\" (\"name\" VARCHAR(20) PRIMARY KEY)");
        TestPostgres.execute(
                source,
                IntStream.range(0, KEYS)
                        .mapToObj(n -> "INSERT INTO \"users\" VALUES ('" + key(n) + "')")
                        .toArray(String[]::new));
        return source;
    }

    private static String key(int number) {
        return String.format("name %04d", number);
    }

    private static JdbcKeyStore<String> store(DataSource source) {
        return JdbcKeyStore.over(source, KeyColumn.text("users", "name"))
                .fetchSize(PAGE)
                .open();
    }

    private static Gate<String> gate(JdbcKeyStore<String> store) {
        return Gate.over(store, KeyEncoder.utf8(), CuckooSpec.of(1_000, 0.001))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void scan_aPageIsEmptyThoughRowsFollow_goesOn(Kind kind) {
        FalseAnswers answers = new FalseAnswers(table(kind), "ORDER BY");
        JdbcKeyStore<String> store = store(answers.dataSource());
        List<String> all =
                IntStream.range(0, KEYS).mapToObj(FalseAnswersTest::key).toList();
        for (int page = 1; page <= KEYS / PAGE + 1; page++) {
            for (int times = 1; times <= 3; times++) {
                answers.giveTo(page, times);
                List<String> scanned = new ArrayList<>();
                assertThat(store.scan(scanned::add)).isEqualTo(KEYS);
                assertThat(scanned).isEqualTo(all);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void rebuild_aPageIsEmptyThoughRowsFollow_hasAllKeys(Kind kind) {
        FalseAnswers answers = new FalseAnswers(table(kind), "ORDER BY");
        JdbcKeyStore<String> store = store(answers.dataSource());
        answers.giveTo(2, 1);
        try (Gate<String> gate = gate(store)) {
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            for (int n = 0; n < KEYS; n++) {
                assertThat(gate.contains(key(n))).isTrue();
            }
        }
    }

    /** A scan that never ends would be as bad. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void scan_allFurtherPagesAreEmptyThoughRowsFollow_fails(Kind kind) {
        FalseAnswers answers = new FalseAnswers(table(kind), "ORDER BY");
        JdbcKeyStore<String> store = store(answers.dataSource());
        answers.giveTo(3, 1_000_000);
        assertThatThrownBy(() -> store.scan(key -> {}))
                .isInstanceOf(StoreException.class)
                .hasStackTraceContaining("without an error");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void scan_theRowsCannotBeCounted_fails(Kind kind) {
        FalseAnswers answers = new FalseAnswers(table(kind), "ORDER BY");
        JdbcKeyStore<String> store = store(answers.dataSource());
        answers.failAt("SELECT COUNT");
        assertThatThrownBy(() -> store.scan(key -> {})).isInstanceOf(StoreException.class);
    }

    /** One count at the end, and no page more than before. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void scan_honestAnswers_countsOnce(Kind kind) {
        DataSource source = table(kind);
        FalseAnswers pages = new FalseAnswers(source, "ORDER BY");
        JdbcKeyStore<String> store = store(pages.dataSource());
        pages.giveTo(Integer.MAX_VALUE, 0); // the check of the column is not counted
        assertThat(store.scan(key -> {})).isEqualTo(KEYS);
        assertThat(pages.statements()).isEqualTo(KEYS / PAGE + 1);
        FalseAnswers counts = new FalseAnswers(source, "COUNT");
        assertThat(store(counts.dataSource()).scan(key -> {})).isEqualTo(KEYS);
        assertThat(counts.statements()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"H2", "MARIADB"})
    void remove_databaseReportsNoRowThoughTheKeyIsThere_isTriedAgain(Kind kind) {
        FalseAnswers answers = new FalseAnswers(table(kind), "DELETE");
        JdbcKeyStore<String> store = store(answers.dataSource());
        try (Gate<String> gate = gate(store)) {
            answers.giveTo(1, 1);
            assertThat(gate.remove(key(7))).isTrue();
            assertThat(gate.contains(key(7))).isFalse();
            assertThat(store.contains(key(7))).isFalse();
            assertThat(gate.remove(key(7))).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"H2", "MARIADB"})
    void replace_databaseReportsNoRowThoughTheKeyIsThere_isTriedAgain(Kind kind) {
        FalseAnswers answers = new FalseAnswers(table(kind), "UPDATE");
        JdbcKeyStore<String> store = store(answers.dataSource());
        try (Gate<String> gate = gate(store)) {
            answers.giveTo(1, 1);
            assertThat(gate.replace(key(7), "new")).isTrue();
            assertThat(gate.contains(key(7))).isFalse();
            assertThat(gate.contains("new")).isTrue();
            assertThat(gate.replace(key(7), "newer")).isFalse();
            assertThat(gate.replace(key(8), "new")).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"H2", "MARIADB"})
    void write_databaseNeverReportsTheRow_failsAndIsNotDone(Kind kind) {
        DataSource source = table(kind);
        for (String verb : List.of("DELETE", "UPDATE")) {
            FalseAnswers answers = new FalseAnswers(source, verb);
            JdbcKeyStore<String> store = store(answers.dataSource());
            answers.giveTo(1, 1_000_000);
            assertThatThrownBy(() -> {
                        boolean unused =
                                verb.equals("DELETE") ? store.delete(key(7)) : store.replace(key(7), "another");
                    })
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE))
                    .hasMessageContaining("no row");
            assertThat(store.contains(key(7))).isTrue();
        }
    }
}
