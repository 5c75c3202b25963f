package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.Seeds;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FoldableTest {

    @Test
    void roundUp_largeNumbers_areMultiplesOfSixteenAndHardlyMore() {
        assertThat(Foldable.roundUp(1)).isEqualTo(1);
        assertThat(Foldable.roundUp(3_199)).isEqualTo(3_199);
        assertThat(Foldable.roundUp(3_200)).isEqualTo(3_200);
        for (long units = 3_200; units < 10_000; units++) {
            assertThat(Foldable.roundUp(units) % 16).isZero();
            assertThat(Foldable.roundUp(units)).isBetween(units, units + units / 200);
        }
    }

    /** The position of a key in the folded geometry is the folded position of the key: what folding relies on. */
    @Test
    void foldPosition_everyKeyAndGeometry_isThePositionInTheFoldedOne() {
        List<Geometry> geometries = List.of(
                new ClassicGeometry(96_000, 9),
                new ClassicGeometry((1L << 40) - 256, 5),
                new PartitionedGeometry(96_000, 9),
                new PartitionedGeometry(1L << 36, 7),
                new BlockedGeometry(9_600, BlockShape.TWO_BY_ONE),
                new BlockedGeometry(9_600, BlockShape.TWO_BY_THREE),
                new BlockedGeometry(9_600, BlockShape.FOUR_BY_THREE),
                new BlockedGeometry(1L << 30, BlockShape.TWO_BY_TWO),
                new BlockedGeometry(1L << 30, BlockShape.FOUR_BY_TWO));
        long seed = Seeds.orElse(0xF01D);
        SplittableRandom random = new SplittableRandom(seed);
        for (Geometry geometry : geometries) {
            for (int factor : new int[] {1, 2, 8, 64}) {
                Geometry folded = geometry.fold(factor);
                assertThat(folded.bits()).isEqualTo(geometry.bits() / factor);
                for (long i = 0; i < 500; i++) {
                    long hash = random.nextLong();
                    for (int probe = 0; probe < geometry.probes(); probe++) {
                        assertThat(geometry.foldPosition(geometry.position(hash, probe), factor))
                                .as("%s by %d, seed %d", geometry, factor, seed)
                                .isEqualTo(folded.position(hash, probe));
                    }
                }
            }
        }
    }
}
