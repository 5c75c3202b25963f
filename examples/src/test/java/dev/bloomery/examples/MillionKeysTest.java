package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MillionKeysTest {

    @Test
    void run_hundredThousandKeys_missesNoneAndKeepsTheFpp() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        MillionKeys.Result result = MillionKeys.run(100_000, new PrintStream(text, true, StandardCharsets.UTF_8));
        assertThat(result.missing()).isZero();
        assertThat(result.measuredFpp()).isBetween(0.007, 0.013); // about 1,000 hits: nine sigmas
        assertThat(result.filterBytes()).isLessThan(130_000);
        assertThat(text.toString(StandardCharsets.UTF_8)).contains("HashSet", "BloomFilter", "FPP measured");
    }
}
