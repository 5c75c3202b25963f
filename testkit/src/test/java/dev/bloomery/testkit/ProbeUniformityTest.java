package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.BloomSizing;
import dev.bloomery.BloomSpec;
import dev.bloomery.Explanation;
import dev.bloomery.Filters;
import dev.bloomery.Layout;
import dev.bloomery.Seed;
import dev.bloomery.key.KeyEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The probes of a key are uniform, and independent of each other: chi-squared over the cells that a probe hits, and over
 * the pairs of cells that two probes of a key hit, for keys of every shape. This is what turns the FPP computed from the
 * bits into the FPP of real keys.
 */
@Execution(ExecutionMode.CONCURRENT)
class ProbeUniformityTest {
    private static final int KEYS = 60_000;

    /** Cells are merged to this many, so that pairs of them can be counted. */
    private static final int CELLS = 32;

    /** Normal deviates; a sound test statistic stays below with probability 1 - 1e-9. */
    private static final double LIMIT = 6;

    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (KeyShape shape : KeyShape.values()) {
            for (boolean hardened : new boolean[] {false, true}) {
                cases.add(Arguments.of(new BloomSizing(Layout.CLASSIC, 448, 23), shape, hardened));
                cases.add(Arguments.of(new BloomSizing(Layout.CLASSIC, 43_072, 30), shape, hardened));
                cases.add(Arguments.of(new BloomSizing(Layout.PARTITIONED, 7 * 1_369, 7), shape, hardened));
                cases.add(Arguments.of(new BloomSizing(Layout.BLOCKED, 256 * 32, 4), shape, hardened));
                cases.add(Arguments.of(new BloomSizing(Layout.BLOCKED, 512 * 32, 8), shape, hardened));
                cases.add(Arguments.of(new BloomSizing(Layout.BLOCKED, 512 * 32, 16), shape, hardened));
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void probes_keysOfAnyShape_areUniformAndPairwiseIndependent(BloomSizing size, KeyShape shape, boolean hardened) {
        var builder = Filters.bloom(KeyEncoder.int64())
                .spec(BloomSpec.ofSize(size, 1))
                .seed(Seed.of(KeyShape.mix(Seeds.base()), 5));
        BloomFilter<Long> filter = (hardened ? builder.hardened() : builder).build();
        int[][] cells = new int[KEYS][];
        for (int i = 0; i < KEYS; i++) {
            cells[i] = cells(filter.explain(shape.key(Seeds.base(), i)), size);
        }
        double worst = worstDeviation(cells);
        assertThat(worst)
                .as("%s, %s, largest deviation in sigmas, %s", size, shape, Seeds.describe())
                .isLessThan(LIMIT);
    }

    /** Control: positions by double hashing are uniform one by one, but the third follows from the first two. */
    @Test
    void worstDeviation_dependentProbes_isCaught() {
        int[][] cells = new int[KEYS][];
        for (int i = 0; i < KEYS; i++) {
            long hash = KeyShape.RANDOM.key(Seeds.base(), i);
            int start = (int) Long.remainderUnsigned(hash, CELLS);
            int step = (int) Long.remainderUnsigned(KeyShape.mix(hash), CELLS / 8);
            cells[i] = new int[] {start, (start + step) % CELLS};
        }
        assertThat(worstDeviation(cells)).isGreaterThan(LIMIT);
    }

    /** What must be uniform and independent: classic, the stretch a probe falls in; blocked, the block and each pick. */
    private static int[] cells(Explanation explanation, BloomSizing size) {
        List<Explanation.Probe> probes = explanation.probes();
        boolean blocked = size.layout() == Layout.BLOCKED;
        int[] cells = new int[probes.size() + (blocked ? 1 : 0)];
        for (int i = 0; i < probes.size(); i++) {
            long position = probes.get(i).position();
            cells[i] = (int)
                    switch (size.layout()) {
                        case BLOCKED -> position % 64 * CELLS / 64;
                        case PARTITIONED -> {
                            long sliceBits = size.sizeInBits() / size.probesPerKey();
                            yield (position - i * sliceBits) * CELLS / sliceBits;
                        }
                        default -> position * CELLS / size.sizeInBits();
                    };
        }
        if (blocked) {
            cells[probes.size()] = (int) (explanation.regionStart() * CELLS / size.sizeInBits());
        }
        return cells;
    }

    /** The largest chi-squared over all probes and all pairs of probes, as a normal deviate. */
    private static double worstDeviation(int[][] cells) {
        int probes = cells[0].length;
        double worst = 0;
        for (int a = 0; a < probes; a++) {
            long[] single = new long[CELLS];
            for (int[] key : cells) {
                single[key[a]]++;
            }
            worst = Math.max(worst, deviation(single, cells.length));
            for (int b = a + 1; b < probes; b++) {
                long[] pairs = new long[CELLS * CELLS];
                for (int[] key : cells) {
                    pairs[key[a] * CELLS + key[b]]++;
                }
                worst = Math.max(worst, deviation(pairs, cells.length));
            }
        }
        return worst;
    }

    /** Chi-squared against equal chances, by the approximation of Wilson and Hilferty. */
    private static double deviation(long[] counts, long total) {
        double expected = (double) total / counts.length;
        double chiSquared = 0;
        for (long count : counts) {
            chiSquared += (count - expected) * (count - expected) / expected;
        }
        double freedom = counts.length - 1;
        double variance = 2 / (9 * freedom);
        return (Math.cbrt(chiSquared / freedom) - (1 - variance)) / Math.sqrt(variance);
    }
}
