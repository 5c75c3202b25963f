package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What counts and bits prove, beside tables that were filled. That no run of some thousands passes a bound is little for a chance of one in
 * 10^12, so the bounds are measured in standard deviations of what was seen, too: seven are one in 10^12 for what is nearly normal.
 */
class CountBoundsTest {
    private static final long SEED = Seeds.orElse(4711);
    private static final int RUNS = 300;
    /** One in 10^12 is 7.03; the deviation of 300 runs is right to a tenth, but for one time in a hundred. */
    private static final double LEAST_DEVIATIONS = 6.3;

    private static final List<Geometry> GEOMETRIES = List.of(
            new ClassicGeometry(640, 1),
            new ClassicGeometry(2_900, 1),
            new ClassicGeometry(3_400, 2),
            new ClassicGeometry(9_625, 7),
            new ClassicGeometry(96_000, 7),
            new PartitionedGeometry(1_700, 2),
            new PartitionedGeometry(1_400, 7),
            new PartitionedGeometry(2_000, 13),
            new BlockedGeometry(1, BlockShape.TWO_BY_THREE),
            new BlockedGeometry(4, BlockShape.TWO_BY_ONE),
            new BlockedGeometry(35, BlockShape.TWO_BY_ONE),
            new BlockedGeometry(11, BlockShape.TWO_BY_TWO),
            new BlockedGeometry(24, BlockShape.TWO_BY_THREE),
            new BlockedGeometry(200, BlockShape.TWO_BY_THREE),
            new BlockedGeometry(40, BlockShape.FOUR_BY_TWO),
            new BlockedGeometry(60, BlockShape.FOUR_BY_THREE),
            new PairedGeometry(1, BlockShape.TWO_BY_ONE),
            new PairedGeometry(6, BlockShape.TWO_BY_TWO),
            new PairedGeometry(20, BlockShape.TWO_BY_THREE),
            new PairedGeometry(30, BlockShape.FOUR_BY_THREE));

    /** Fills, as a share of the keys that set half of the bits. */
    private static final double[] FILLS = {0.3, 1, 2};

    /** What so many tables had after the same number of keys. */
    private record Seen(double mean, double deviation, double most) {
        static Seen of(List<Double> values) {
            double mean = values.stream().mapToDouble(x -> x).average().orElseThrow();
            double squares =
                    values.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
            double most = values.stream().mapToDouble(x -> x).max().orElseThrow();
            return new Seen(mean, Math.sqrt(squares / (values.size() - 1)), most);
        }
    }

    @Test
    void mostNewAmongAndMostSetBits_filledTables_areBeyondChance() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (Geometry geometry : GEOMETRIES) {
            for (double fill : FILLS) {
                long keys = (long) (fill * geometry.keysFor(geometry.bits() / 2.0));
                List<Double> news = new ArrayList<>();
                List<Double> bits = new ArrayList<>();
                for (int run = 0; run < RUNS; run++) {
                    BloomTable table = BloomTable.of(geometry, false);
                    long changed = 0;
                    for (long i = 0; i < keys; i++) {
                        changed += table.addHash(random.nextLong()) ? 1 : 0;
                    }
                    news.add((double) changed);
                    bits.add((double) table.setBits());
                }
                String which = geometry + " with " + keys + " keys, seed " + SEED;
                Seen seenNew = Seen.of(news);
                long most = geometry.mostNewAmong(keys);
                assertThat(seenNew.most).as(which).isLessThanOrEqualTo((double) most);
                assertThat(geometry.newAmong(keys))
                        .as("mean of %s", which)
                        .isBetween(
                                seenNew.mean - 1 - seenNew.deviation / 3 - 0.02 * (keys - seenNew.mean),
                                seenNew.mean + 1 + seenNew.deviation / 3 + 0.02 * (keys - seenNew.mean));
                if (most < keys) {
                    assertThat(most).as(which).isGreaterThan((long)
                            (seenNew.mean + LEAST_DEVIATIONS * seenNew.deviation));
                }
                Seen seenBits = Seen.of(bits);
                long mostBits = geometry.mostSetBits(keys);
                assertThat(seenBits.most).as(which).isLessThanOrEqualTo((double) mostBits);
                if (mostBits < Math.min(geometry.bits(), keys * geometry.probes())) {
                    assertThat(mostBits).as(which).isGreaterThan((long)
                            (seenBits.mean + LEAST_DEVIATIONS * seenBits.deviation));
                }
            }
        }
    }

    /** Control: the mean, by which filters were judged before, is passed every second time. */
    @Test
    void newAmong_filledTables_isPassedOften() {
        SplittableRandom random = new SplittableRandom(SEED);
        Geometry geometry = new ClassicGeometry(3_400, 2);
        int passed = 0;
        for (int run = 0; run < RUNS; run++) {
            BloomTable table = BloomTable.of(geometry, false);
            long changed = 0;
            for (int i = 0; i < 1_000; i++) {
                changed += table.addHash(random.nextLong()) ? 1 : 0;
            }
            passed += changed > geometry.newAmong(1_000) ? 1 : 0;
        }
        assertThat(passed).isBetween(RUNS / 4, 3 * RUNS / 4);
    }

    @Test
    void leastKeysFor_mostSetBits_isItsInverse() {
        for (Geometry geometry : GEOMETRIES) {
            long half = (long) geometry.keysFor(geometry.bits() / 2.0);
            for (long keys : new long[] {1, 2, 10, half}) {
                long least = geometry.leastKeysFor(geometry.mostSetBits(keys));
                assertThat(least).as("%s, %d keys", geometry, keys).isBetween(1L, keys);
                assertThat(geometry.mostSetBits(least)).isEqualTo(geometry.mostSetBits(keys));
            }
            assertThat(geometry.leastKeysFor(0)).isZero();
            assertThat(geometry.leastKeysFor(geometry.bits())).isPositive();
        }
    }

    /** The count of new keys ends where all bits are set; its inverse must not come back from there. */
    @Test
    void keysAfter_countsUpToTheLastFreeBit_grows() {
        for (Geometry geometry : GEOMETRIES) {
            long before = 0;
            double all = geometry.newAmong(64 * geometry.bits());
            for (int part = 1; part <= 20; part++) {
                long keys = geometry.keysAfter((long) (all * part / 20));
                assertThat(keys).as("%s, part %d", geometry, part).isGreaterThanOrEqualTo(before);
                before = keys;
            }
            assertThat(geometry.fpp(geometry.keysAfter((long) all + 2))).isGreaterThan(0.999);
        }
    }
}
