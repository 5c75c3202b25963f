package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.CuckooSizing;
import dev.bloomery.spec.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** The table in docs/kinds.md says what the code does. */
class KindsTableTest {
    private static final int KEYS = 1_000_000;

    @Test
    void table_everyRow_isWhatTheCodeComputes() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "kinds.md"));
        assertThat(page)
                .contains(row("lower bound, log2(1/p)", fpp -> -Math.log(fpp) / Math.log(2)))
                .contains(row("fuse, 4-wise", fpp -> fuse(KEYS, 4, fpp)))
                .contains(row("fuse, 3-wise", fpp -> fuse(KEYS, 3, fpp)))
                .contains(row(
                        "cuckoo", fpp -> (double) CuckooSizing.of(KEYS, fpp).sizeInBits() / KEYS))
                .contains(row("Bloom, classic", fpp -> BloomSizing.bitsPerKey(Layout.CLASSIC, fpp)))
                .contains(row("Bloom, paired", fpp -> BloomSizing.bitsPerKey(Layout.PAIRED, fpp)))
                .contains(row("Bloom, blocked", fpp -> BloomSizing.bitsPerKey(Layout.BLOCKED, fpp)))
                .contains(row(
                        "counting Bloom, blocked, counters of 4 bits",
                        fpp -> 4 * BloomSizing.bitsPerKey(Layout.BLOCKED, fpp)));
        assertThat(page)
                .contains(String.format(
                        Locale.ROOT,
                        "at 1 %% %.1f bits a key at 10,000 keys, %.1f at 1,000, %.1f at 100",
                        fuse(10_000, 3, 0.01),
                        fuse(1_000, 3, 0.01),
                        fuse(100, 3, 0.01)))
                .contains(String.format(Locale.ROOT, "%.2f bits at 10 million", fuse(10_000_000, 3, 0.01)));
    }

    private static double fuse(int keys, int arity, double fpp) {
        return (double) FuseFit.geometry(keys, arity).cells() * FuseFit.width(keys, fpp) / keys;
    }

    private static String row(String kind, DoubleUnaryOperator bitsPerKey) {
        return DoubleStream.of(0.1, 0.01, 0.001, 0.0001)
                .mapToObj(fpp -> String.format(Locale.ROOT, " %.2f |", bitsPerKey.applyAsDouble(fpp)))
                .collect(Collectors.joining("", "| " + kind + " |", "\n"));
    }
}
