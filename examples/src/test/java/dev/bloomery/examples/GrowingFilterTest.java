package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.ScalableBloomFilter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GrowingFilterTest {

    @Test
    void run_fiftyThousandKeys_growsAndKeepsItsTarget() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        ScalableBloomFilter<Long> seen = GrowingFilter.run(50_000, new PrintStream(text, true, StandardCharsets.UTF_8));
        for (long key = 0; key < 50_000; key++) {
            assertThat(seen.mightContain(key)).isTrue();
        }
        assertThat(seen.info().expectedFpp()).isLessThanOrEqualTo(0.01);
        assertThat(text.toString(StandardCharsets.UTF_8)).contains("6 slices");
    }
}
