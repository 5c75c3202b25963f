package dev.bloomery.examples.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindInBlocksTest {
    @TempDir
    private Path directory;

    @Test
    void run_keysInNoOrder_isExactAndReadsFewBlocks() throws IOException {
        // the last block is not full
        FindInBlocks.Result result =
                FindInBlocks.run(directory, 50_000, 2_000, 0.001, new PrintStream(OutputStream.nullOutputStream()));
        assertThat(result.wrong).isZero();
        assertThat(result.byScan).isGreaterThan(60_000);
        assertThat(result.byZoneMap).as("of no use here").isGreaterThan(result.byScan * 9 / 10);
        assertThat(result.byFilter).as("half of the lookups find their key").isBetween(900L, 1_250L);
        assertThat(result.inVain).isLessThan(150);
    }
}
