package dev.bloomery.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A write whose connection breaks at any call of JDBC, before or after that call: what it says of its outcome is true. */
class OutcomesTest {
    @TempDir
    Path directory;

    private final List<HikariDataSource> pools = new ArrayList<>();

    @AfterEach
    void closePools() {
        pools.forEach(HikariDataSource::close);
    }

    private DataSource source(String kind) {
        HikariDataSource source = TestPostgres.pool(unpooled(kind), 4);
        pools.add(source);
        TestPostgres.execute(source, "CREATE TABLE \"users\" (\"name\" VARCHAR(20) PRIMARY KEY)");
        return source;
    }

    private DataSource unpooled(String kind) {
        return switch (kind) {
            case "sqlite" -> TestDatabases.sqlite(directory);
            case "h2" -> TestDatabases.h2();
            default -> TestPostgres.shared().dataSource(TestPostgres.shared().newSchema());
        };
    }

    @ParameterizedTest
    @CsvSource({
        "sqlite, false",
        "sqlite, true",
        "postgres, false",
        "postgres, true",
        "h2, false",
        "h2, true",
    })
    void write_cutAtEachCall_outcomeIsTrue(String kind, boolean callFirst) {
        DataSource source = source(kind);
        KeyStore<String> direct =
                JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
        FailingCalls failing = new FailingCalls(source);
        KeyStore<String> store = JdbcKeyStore.over(failing.dataSource(), KeyColumn.text("users", "name"))
                .open();
        Set<String> seen = new HashSet<>();
        check(failing, callFirst, direct, "new", () -> store.insert("new"), there -> there.contains("new"), seen);
        assertThat(direct.insert("new") || direct.contains("new")).isTrue();
        check(failing, callFirst, direct, "new", () -> store.delete("new"), there -> !there.contains("new"), seen);
        assertThat(direct.insert("old") || direct.contains("old")).isTrue();
        check(
                failing,
                callFirst,
                direct,
                "old",
                () -> store.replace("old", "new"),
                there -> there.contains("new") && !there.contains("old"),
                seen);
        assertThat(seen).as("outcomes").contains("NOT_DONE", "UNKNOWN commit");
        if (kind.equals("postgres")) {
            assertThat(seen).as("outcomes").doesNotContain("UNKNOWN other");
        }
    }

    /** Tries again and again, each time with the next call cut, until nothing was left to cut. */
    private static void check(
            FailingCalls failing,
            boolean callFirst,
            KeyStore<String> direct,
            String what,
            Runnable write,
            Predicate<KeyStore<String>> isDone,
            Set<String> seen) {
        for (int call = 1; ; call++) {
            failing.failAt(call, callFirst);
            boolean wasDone = isDone.test(direct);
            Outcome outcome = null;
            try {
                write.run();
            } catch (StoreException problem) {
                outcome = problem.outcome();
            }
            if (outcome == Outcome.NOT_DONE) {
                seen.add("NOT_DONE");
                assertThat(isDone.test(direct))
                        .as("%s said not done, cut at call %d, %s", what, call, failing.failed())
                        .isEqualTo(wasDone);
            } else if (outcome == Outcome.UNKNOWN) {
                seen.add(failing.failed().equals("commit") ? "UNKNOWN commit" : "UNKNOWN other");
            } else {
                assertThat(isDone.test(direct))
                        .as("%s returned, cut at call %d, %s", what, call, failing.failed())
                        .isTrue();
            }
            if (failing.failed().isEmpty()) {
                return;
            }
        }
    }
}
