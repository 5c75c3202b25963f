package dev.bloomery.examples.spam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.examples.Report;
import dev.bloomery.examples.database.Database;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilterMailTest {

    @TempDir
    Path directory;

    @Test
    void run_tenThousandSignatures_catchesAllAndNothingElse() throws IOException, SQLException {
        FilterMail.Result result =
                FilterMail.run(10_000, 30_000, new Report(new PrintStream(PrintStream.nullOutputStream())));
        assertThat(result.caught()).isEqualTo(3_000);
        assertThat(result.wronglyCaught()).isZero();
        assertThat(result.newOneCaught()).isTrue();
        // with room for a thousand more than there are it has an FPP of 0.0068: 182 hits expected, from 100 to 270 is
        // six sigmas
        assertThat(result.statistics().measuredFpp()).isBetween(0.0037, 0.01);
        assertThat(result.statistics().storeCalls()).isLessThan(3_450);
    }

    @Test
    void isSpam_afterARestart_knowsWhatWasReported() throws SQLException {
        try (Database database = Database.sqlite(directory.resolve("spam.db"))) {
            try (SpamCheck check = new SpamCheck(new SignatureTable(database), 10, 0.01)) {
                for (int i = 0; i < 3; i++) {
                    check.report("Win " + i + " prizes");
                }
                check.report("reported once");
            }
            SignatureTable table = new SignatureTable(database);
            try (SpamCheck check = new SpamCheck(table, 10, 0.01)) {
                assertThat(check.isSpam("win 99 PRIZES!")).isTrue();
                assertThat(check.isSpam("reported once")).isFalse();
                assertThat(table.reports().scan(signature -> {})).isEqualTo(2);
            }
        }
    }
}
