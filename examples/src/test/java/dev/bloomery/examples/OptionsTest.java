package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private static final String[] DEFAULTS = {"keys=1000", "fpp=0.01", "from="};

    @Test
    void of_someGiven_othersHaveTheirDefault() {
        Options options = Options.of(new String[] {"keys=7", "from=a=b"}, DEFAULTS);
        assertThat(options.number("keys")).isEqualTo(7);
        assertThat(options.probability("fpp")).isEqualTo(0.01);
        assertThat(options.text("from")).isEqualTo("a=b");
    }

    @Test
    void file_notThere_isRefusedByName(@TempDir Path directory) throws IOException {
        Path there = Files.createFile(directory.resolve("there"));
        assertThat(Options.of(new String[] {"from=" + there}, DEFAULTS).file("from"))
                .contains(there);
        assertThat(Options.of(new String[0], DEFAULTS).file("from")).isEmpty();
        Options wrong = Options.of(new String[] {"from=" + directory.resolve("missing")}, DEFAULTS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> wrong.file("from"))
                .withMessageContaining("missing")
                .withMessageContaining("no file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keys",
                "kys=1",
                "keys=",
                "keys=0",
                "keys=-1",
                "keys=1.5",
                "keys=1000000000",
                "fpp=0",
                "fpp=1",
                "fpp=5"
            })
    void of_wrongArgument_saysWhatToUse(String arg) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.of(new String[] {arg}, DEFAULTS))
                .withMessageContaining("'" + arg + "'")
                .withMessageEndingWith("use keys=1000 fpp=0.01 from=");
    }
}
