package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.support.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FuseFitTest {
    private static final long SEED = Seeds.orElse(20_261_116);

    @ParameterizedTest
    @CsvSource({"0.9, 1", "0.5, 1", "0.1, 4", "0.01, 7", "0.004, 8", "0.001, 10", "0.0001, 14", "1e-9, 30", "1e-16, 54"
    })
    void width_target_isTheFewestBitsThatKeepIt(double targetFpp, int expected) {
        for (long keys : new long[] {0, 1, 10, 200}) {
            assertThat(FuseFit.width(keys, targetFpp)).isEqualTo(keys == 0 ? 1 : expected);
        }
    }

    @Test
    void width_everyTargetAndSize_keepsTheTarget() {
        for (int power = 1; power <= 56; power++) {
            for (double times : new double[] {1, 1.3, 1.9}) {
                double target = Math.scalb(times, -power);
                for (long keys = 1; keys <= Limits.MAX_CAPACITY; keys *= 2) {
                    if (target < 1 && target >= Limits.lowestFpp(keys)) {
                        int width = FuseFit.width(keys, target);
                        assertThat(FuseFit.fpp(keys, width)).isLessThanOrEqualTo(1.00010001 * target);
                        assertThat(width == 1 || FuseFit.fpp(keys, width - 1) > target)
                                .isTrue();
                    }
                }
            }
        }
    }

    /** Up to the keys at which a thorough test could see the difference, and for 1/256 up to the most there can be. */
    @ParameterizedTest
    @CsvSource({
        "4, 1099511627776",
        "8, 1099511627776",
        "12, 400000000000",
        "16, 28000000000",
        "20, 1700000000",
        "24, 100000000",
        "32, 400000"
    })
    void width_targetThatIsAPowerOfTwo_isThePower(int power, long mostKeys) {
        for (long keys = 1; keys <= mostKeys; keys = Math.max(keys + 1, keys * 3 / 2)) {
            assertThat(FuseFit.width(keys, Math.scalb(1.0, -power)))
                    .as("%d keys", keys)
                    .isEqualTo(power);
        }
        assertThat(FuseFit.width(mostKeys, Math.scalb(1.0, -power))).isEqualTo(power);
    }

    /** Beyond that the hashes count: the promise is kept, and not the width. */
    @Test
    void width_soManyKeysThatTheirHashesCount_isWider() {
        assertThat(FuseFit.width(1_000_000, 0x1p-32)).isEqualTo(33);
    }

    /** The promise of the issue: cells a key from a million keys on, in one shard or several. */
    @Test
    void geometry_fromAMillionKeys_hasFewCellsAKey() {
        for (int keys = 1_000_000; keys <= FuseFit.mostKeys(16_000_000); keys += 997) {
            assertThat(cellsPerKey(keys, 3)).as("%d keys", keys).isLessThan(1.14);
            assertThat(cellsPerKey(keys, 4)).as("%d keys", keys).isLessThan(1.08);
        }
        for (long keys = 1_000_000; keys < 10_000_000_000L; keys += keys / 1_000) {
            int shards = FuseFit.shards(keys, 16_000_000);
            assertThat(keys / shards).isBetween(1_000_000L, 16_000_000L);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void geometry_everyNumberOfKeys_hasMoreCellsThanKeys(int arity) {
        int before = 0;
        for (int keys = 0; keys <= 200_000; keys++) {
            FuseGeometry geometry = FuseFit.geometry(keys, arity);
            assertThat(geometry.cells()).isGreaterThan(keys);
            assertThat(geometry.range()).isGreaterThanOrEqualTo(keys);
            before = Math.max(before, geometry.cells());
            assertThat(geometry.cells()).as("hardly fewer than for fewer keys").isGreaterThan((int) (0.9 * before));
        }
    }

    @Test
    void positions_anyHash_areInNeighbouringSegments() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int keys : new int[] {0, 1, 7, 1_000, 300_000, 16_000_000}) {
            FuseGeometry geometry = FuseFit.geometry(keys, 4);
            int length = geometry.segmentLength();
            for (int i = 0; i < 10_000; i++) {
                long spread = FuseGeometry.spread(random.nextLong(), random.nextLong());
                int first = FuseGeometry.first(spread, geometry.range());
                assertThat(first).isBetween(0, geometry.range() - 1);
                assertThat(FuseGeometry.second(first, spread, length) / length).isEqualTo(first / length + 1);
                assertThat(FuseGeometry.third(first, spread, length) / length).isEqualTo(first / length + 2);
                int fourth = FuseGeometry.fourth(first, spread, length);
                assertThat(fourth / length).isEqualTo(first / length + 3);
                assertThat(fourth).isLessThan(geometry.cells());
            }
        }
    }

    @Test
    void shard_hashesInOrder_areCutIntoRanges() {
        for (int shards : new int[] {1, 2, 3, 7, 256, 1_000}) {
            assertThat(FuseFit.shard(0, shards)).isZero();
            assertThat(FuseFit.shard(-1, shards)).isEqualTo(shards - 1);
            int before = 0;
            for (long hash = 0; hash < 4_096; hash++) {
                int shard = FuseFit.shard(hash << 52, shards);
                assertThat(shard).isBetween(before, shards - 1);
                before = shard;
            }
        }
    }

    @Test
    void geometry_nonsense_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new FuseGeometry(5, 16, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new FuseGeometry(3, 17, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new FuseGeometry(3, 1 << 14, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new FuseGeometry(3, 16, 0));
    }

    private static double cellsPerKey(int keys, int arity) {
        return (double) FuseFit.geometry(keys, arity).cells() / keys;
    }
}
