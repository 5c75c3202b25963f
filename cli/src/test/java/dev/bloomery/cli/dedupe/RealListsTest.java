package dev.bloomery.cli.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.cli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code dedupe} over lists that people made, beside {@code sort -u}. The script {@code fetch-lists} fetches them. */
@Tag("lists")
class RealListsTest {
    /** The list two times, and between them its last lines; what was printed in the order of the bytes, and how it differs from the distinct lines. */
    private static final String COMPARE =
            "export LC_ALL=C; tail -n 1000 '%1$s' | $BLOOMERY dedupe -q %2$s '%1$s' - '%1$s' | sort > printed; sort -u '%1$s' > distinct;"
                    + " cmp printed distinct && wc -l < printed";

    @TempDir
    private Path directory;

    private static Path list(String name) {
        Path file = Run.launcher().resolveSibling("target/lists").resolve(name);
        assertThat(file)
                .as("run ./fetch-lists at the root of the project first")
                .exists();
        return file;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"package-names.txt", "package-urls.txt", "passwords.txt", "words.txt", "address-ranges.txt"})
    void dedupeExact_realList_isWhatSortSays(String name) throws Exception {
        Path list = list(name);
        Run run = Run.shell(directory, COMPARE.formatted(list, "--exact"));
        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(Integer.parseInt(run.text().strip())).isGreaterThan(200_000);
    }

    @Test
    void control_manyFalsePositives_isNotWhatSortSays() throws Exception {
        Path list = list("words.txt");
        assertThat(Files.size(list)).isGreaterThan(1_000_000);
        Run run = Run.shell(directory, COMPARE.formatted(list, "--fpp 0.99"));
        assertThat(run.code()).isEqualTo(1);
    }
}
