package dev.bloomery.examples.usernames;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.examples.Report;
import dev.bloomery.examples.database.Database;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the PostgreSQL that comes with the build, or the one of {@code BLOOMERY_TEST_POSTGRES}, in a schema of its own. */
class PostgresNamesTest {
    private static final String SCHEMA = "examples_" + ProcessHandle.current().pid();

    @TempDir
    Path directory;

    @Test
    void run_onPostgres_isExactAndStartsAgainWithoutTheTable() throws Exception {
        String named = System.getenv("BLOOMERY_TEST_POSTGRES");
        if (named != null && !named.isBlank()) {
            runAt(named);
        } else {
            try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
                runAt(server.getJdbcUrl("postgres", "postgres"));
            }
        }
    }

    private void runAt(String url) throws Exception {
        try (Database whole = Database.at(url);
                Database database = Database.at(url + (url.contains("?") ? "&" : "?") + "currentSchema=" + SCHEMA)) {
            whole.execute("CREATE SCHEMA " + SCHEMA);
            UniqueNames.Result result = UniqueNames.run(
                    database,
                    directory,
                    Names.madeUp(5_000, 5_000),
                    4,
                    new Report(new PrintStream(PrintStream.nullOutputStream())));
            whole.execute("DROP SCHEMA " + SCHEMA + " CASCADE");
            assertThat(result.wrongAnswers()).isZero();
            assertThat(result.winners()).isEqualTo(UniqueNames.RACES);
            assertThat(result.wrongAfterRestart()).isZero();
            assertThat(result.afterRestart().rebuilds()).isZero();
        }
    }
}
