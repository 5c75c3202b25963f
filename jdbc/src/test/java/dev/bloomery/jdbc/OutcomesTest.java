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

    /** Without a pool for the drivers of MySQL: after an abort a pool does not notice that their connection is closed. */
    private DataSource source(String kind) {
        DataSource source =
                kind.equals("mariadb") || kind.equals("connector-j") ? unpooled(kind) : pooled(unpooled(kind));
        TestPostgres.execute(source, "CREATE TABLE \"users\" (\"name\" VARCHAR(20) PRIMARY KEY)");
        return source;
    }

    private DataSource pooled(DataSource source) {
        HikariDataSource pool = TestPostgres.pool(source, 4);
        pools.add(pool);
        return pool;
    }

    private DataSource unpooled(String kind) {
        return switch (kind) {
            case "sqlite" -> TestDatabases.sqlite(directory);
            case "h2" -> TestDatabases.h2();
            case "mariadb" -> ansiQuotes(MySqlDriver.MARIADB);
            case "connector-j" -> ansiQuotes(MySqlDriver.CONNECTOR_J);
            default -> TestPostgres.shared().dataSource(TestPostgres.shared().newSchema());
        };
    }

    private static DataSource ansiQuotes(MySqlDriver driver) {
        return TestMariaDb.shared().newDatabase(driver, "sessionVariables=sql_mode='ANSI_QUOTES'");
    }

    @ParameterizedTest
    @CsvSource({
        "sqlite, false",
        "sqlite, true",
        "postgres, false",
        "postgres, true",
        "h2, false",
        "h2, true",
        "mariadb, false",
        "mariadb, true",
        "connector-j, false",
        "connector-j, true",
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
        if (!kind.equals("sqlite") && !kind.equals("h2")) { // where a transaction ends with its connection
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
