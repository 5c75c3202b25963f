package dev.bloomery.testkit.bloom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.info.Explanation;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.KeyShape;
import dev.bloomery.testkit.PlainBloomFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The probes of a key are uniform, and independent of each other: chi-squared over the cells that a probe hits, over the
 * pairs of cells that two probes of a key hit, and over those of three probes at equal distances, for keys of every shape.
 * This is what turns the FPP computed from the bits into the FPP of real keys.
 */
@Execution(ExecutionMode.CONCURRENT)
class ProbeUniformityTest {
    /** The controls below are caught with as many. */
    private static final int KEYS = 30_000;

    private static final int MORE_KEYS = 100_000;

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
                cases.add(Arguments.of(new BloomSizing(Layout.PARTITIONED, 24 * 64, 24), shape, hardened));
                // the halves differ by what is made of the hash, whatever the keys
                if (!hardened && (shape == KeyShape.RANDOM || shape == KeyShape.SEQUENTIAL)) {
                    cases.add(Arguments.of(new BloomSizing(Layout.PAIRED, 1024 * 32, 12), shape, false));
                }
                for (int probes : new int[] {2, 4, 6, 8, 12}) {
                    cases.add(Arguments.of(new BloomSizing(Layout.BLOCKED, 512 * 32, probes), shape, hardened));
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void probes_keysOfAnyShape_areUniformAndIndependent(BloomSizing size, KeyShape shape, boolean hardened) {
        assertUniformAndIndependent(size, shape, hardened, KEYS);
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Tag("long")
    void probes_moreKeysOfAnyShape_areUniformAndIndependent(BloomSizing size, KeyShape shape, boolean hardened) {
        assertUniformAndIndependent(size, shape, hardened, MORE_KEYS);
    }

    private static void assertUniformAndIndependent(BloomSizing size, KeyShape shape, boolean hardened, int keys) {
        var builder = Filters.bloom(KeyEncoder.int64(), BloomSpec.ofSize(size, 1))
                .seed(Seed.of(KeyShape.mix(Seeds.base()), 5));
        BloomFilter<Long> filter = (hardened ? builder.hardened() : builder).build();
        int[][] cells = new int[keys][];
        for (int i = 0; i < keys; i++) {
            cells[i] = cells(filter.explain(shape.key(Seeds.base(), i)), size, KeyShape.mix(~i));
        }
        double worst = worstDeviation(cells, chances(size));
        assertThat(worst)
                .as("%s, %s, largest deviation in sigmas, %s", size, shape, Seeds.describe())
                .isLessThan(LIMIT);
    }

    /** Control: positions by double hashing are uniform one by one, but the second follows from the first. */
    @Test
    void worstDeviation_dependentProbes_isCaught() {
        int[][] cells = new int[KEYS][];
        for (int i = 0; i < KEYS; i++) {
            long hash = KeyShape.RANDOM.key(Seeds.base(), i);
            int start = (int) Long.remainderUnsigned(hash, CELLS);
            int step = (int) Long.remainderUnsigned(KeyShape.mix(hash), CELLS / 8);
            cells[i] = new int[] {start, (start + step) % CELLS};
        }
        assertThat(worstDeviation(cells, even(2))).isGreaterThan(LIMIT);
    }

    /** Control: under weak multipliers a word follows from the one before, or from the two before. */
    @Test
    void worstDeviation_weakMultipliers_isCaught() {
        assertThat(worstDeviation(cellsWith(0xD1342543DE82EF95L), even(6))).isLessThan(LIMIT);
        assertThat(worstDeviation(cellsWith(5), even(6))).isGreaterThan(LIMIT);
        assertThat(worstDeviation(cellsWith((1L << 32) + 1), even(6))).isGreaterThan(LIMIT);
    }

    private static int[][] cellsWith(long multiplier) {
        PlainBloomFilter.Positions positions = PlainBloomFilter.withMultiplier(multiplier, CELLS, 6, false);
        int[][] cells = new int[KEYS][];
        for (int i = 0; i < KEYS; i++) {
            cells[i] = Arrays.stream(positions.of(KeyShape.RANDOM.key(Seeds.base(), i)))
                    .mapToInt(Math::toIntExact)
                    .toArray();
        }
        return cells;
    }

    /**
     * What must be uniform and independent. Classic and partitioned: the stretch that a probe falls in. Blocked: the block,
     * each word together with one of its bits, whichever, and the set, which is what the turns of a word leave as it is. Paired:
     * that of the block in each half.
     */
    private static int[] cells(Explanation explanation, BloomSizing size, long whichever) {
        long[] positions = explanation.probes().stream()
                .mapToLong(Explanation.Probe::position)
                .toArray();
        if (size.layout() == Layout.BLOCKED) {
            return cellsInBlock(positions, size, whichever);
        }
        if (size.layout() == Layout.PAIRED) {
            BloomSizing half = half(size);
            int probes = half.probesPerKey();
            int[] first = cellsInBlock(Arrays.copyOf(positions, probes), half, whichever);
            int[] second = cellsInBlock(
                    Arrays.stream(positions, probes, 2 * probes)
                            .map(position -> position - half.sizeInBits())
                            .toArray(),
                    half,
                    ~whichever);
            return IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
        }
        int[] cells = new int[positions.length];
        for (int i = 0; i < cells.length; i++) {
            long range = size.layout() == Layout.PARTITIONED ? size.sizeInBits() / cells.length : size.sizeInBits();
            cells[i] = (int) ((positions[i] - (size.layout() == Layout.PARTITIONED ? i * range : 0)) * CELLS / range);
        }
        return cells;
    }

    private static int[] cellsInBlock(long[] positions, BloomSizing size, long whichever) {
        int words = words(size);
        int bits = positions.length / words;
        int[] cells = new int[1 + words + (bits > 1 ? 1 : 0)];
        cells[0] = (int) (positions[0] / 512 * 512 * CELLS / size.sizeInBits());
        for (int i = 0; i < words; i++) {
            int which = (int) Long.remainderUnsigned(KeyShape.mix(whichever + i), bits);
            long position = positions[i * bits + which];
            long choice = position / 64 % 8 / words;
            cells[1 + i] = (int) ((choice * 64 + position % 64) * CELLS / (64 * 8 / words));
        }
        if (bits > 1) {
            cells[1 + words] = set(Arrays.stream(positions, 0, bits)
                    .map(position -> position % 64)
                    .toArray());
        }
        return cells;
    }

    private static BloomSizing half(BloomSizing size) {
        return new BloomSizing(Layout.BLOCKED, size.sizeInBits() / 2, size.probesPerKey() / 2);
    }

    private static int words(BloomSizing size) {
        return size.probesPerKey() >= 8 ? 4 : 2;
    }

    /** The chances of the cells of each of them. */
    private static double[][] chances(BloomSizing size) {
        if (size.layout() == Layout.PAIRED) {
            double[][] ofHalf = chances(half(size));
            return Stream.concat(Arrays.stream(ofHalf), Arrays.stream(ofHalf)).toArray(double[][]::new);
        }
        if (size.layout() != Layout.BLOCKED) {
            return even(size.probesPerKey());
        }
        int bits = size.probesPerKey() / words(size);
        double[][] chances = even(1 + words(size) + (bits > 1 ? 1 : 0));
        if (bits == 2) { // the distance, 1 to 32 either way round; sets that are 32 apart are half as many
            Arrays.fill(chances[1 + words(size)], 2 / 63.0);
            chances[1 + words(size)][31] = 1 / 63.0;
        } else if (bits == 3) {
            double[] ofSets = new double[651 / SETS]; // of which 512 are in use, in equal steps
            for (int i = 0; i < 512; i++) {
                ofSets[i * 651 / 512 / SETS] += 1 / 512.0;
            }
            chances[1 + words(size)] = ofSets;
        }
        return chances;
    }

    private static double[][] even(int probes) {
        double[][] even = new double[probes][CELLS];
        for (double[] chances : even) {
            Arrays.fill(chances, 1.0 / CELLS);
        }
        return even;
    }

    /** Sets of three bits that share a cell. */
    private static final int SETS = 31;

    /** The cell of a set of bits, the same however it is turned. */
    private static int set(long[] bits) {
        if (bits.length == 2) {
            int distance = (int) Math.abs(bits[0] - bits[1]);
            return Math.min(distance, 64 - distance) - 1;
        }
        // the number of the set among those of its kind: by the gaps, turned so that they are as small as can be
        int[] gaps = {(int) (bits[1] - bits[0]), (int) (bits[2] - bits[1]), (int) (64 + bits[0] - bits[2])};
        int[] least = gaps;
        for (int turn = 1; turn < 3; turn++) {
            int[] turned = {gaps[turn], gaps[(turn + 1) % 3], gaps[(turn + 2) % 3]};
            least = Arrays.compare(turned, least) < 0 ? turned : least;
        }
        int number = 0;
        for (int first = 1; first < least[0]; first++) {
            number += 64 - 3 * first; // second gaps from the first one on, third ones that are larger than the first
        }
        return (number + least[1] - least[0]) / SETS;
    }

    /** The largest chi-squared over all probes, all pairs of probes, and all three at equal distances, as a normal deviate. */
    private static double worstDeviation(int[][] cellsOfKeys, double[][] chances) {
        int[][] cells = byProbe(cellsOfKeys);
        int probes = cells.length;
        double worst = 0;
        for (int a = 0; a < probes; a++) {
            worst = Math.max(worst, deviation(cells, 1, chances, a));
            for (int b = a + 1; b < probes; b++) {
                worst = Math.max(worst, deviation(cells, 1, chances, a, b));
                if (2 * b - a < probes) {
                    worst = Math.max(worst, deviation(cells, 4, chances, a, b, 2 * b - a));
                }
            }
        }
        return worst;
    }

    /** The cells that each probe hits, key by key: each statistic reads those of few probes, from the first key to the last. */
    private static int[][] byProbe(int[][] cellsOfKeys) {
        int[][] cells = new int[cellsOfKeys[0].length][cellsOfKeys.length];
        for (int key = 0; key < cellsOfKeys.length; key++) {
            for (int probe = 0; probe < cells.length; probe++) {
                cells[probe][key] = cellsOfKeys[key][probe];
            }
        }
        return cells;
    }

    /** Chi-squared against independent cells, so many taken together, by the approximation of Wilson and Hilferty. */
    private static double deviation(int[][] cells, int together, double[][] chances, int... probes) {
        int keys = cells[0].length;
        double[] expected = {keys};
        int[] sizes = new int[probes.length];
        for (int p = 0; p < probes.length; p++) {
            double[] single = chances[probes[p]];
            sizes[p] = (single.length + together - 1) / together;
            double[] joint = new double[expected.length * sizes[p]];
            for (int e = 0; e < expected.length; e++) {
                for (int c = 0; c < single.length; c++) {
                    joint[e * sizes[p] + c / together] += expected[e] * single[c];
                }
            }
            expected = joint;
        }
        int[] at = new int[keys];
        for (int p = 0; p < probes.length; p++) {
            int[] cell = cells[probes[p]];
            for (int key = 0; key < keys; key++) {
                at[key] = at[key] * sizes[p] + cell[key] / together;
            }
        }
        long[] counts = new long[expected.length];
        for (int joint : at) {
            counts[joint]++;
        }
        double chiSquared = 0;
        for (int i = 0; i < counts.length; i++) {
            chiSquared += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
        }
        double freedom = counts.length - 1;
        double variance = 2 / (9 * freedom);
        return (Math.cbrt(chiSquared / freedom) - (1 - variance)) / Math.sqrt(variance);
    }
}
