package dev.bloomery.internal.bloom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.ClassicGeometry;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.support.Seeds;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Counters that are not 0 are counted without the bits that would show them. */
class UsedCountersTest {
    private static final long SEED = Seeds.orElse(20_261_116);

    static Stream<Arguments> tables() {
        return Stream.of(new ClassicGeometry(1_003, 3), (Geometry) new BlockedGeometry(3, BlockShape.FOUR_BY_THREE))
                .flatMap(geometry -> Stream.of(4, 8).map(bits -> Arguments.of(geometry, bits)));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void countUsed_asKeysComeAndGo_isThatOfTheBits(Geometry geometry, int counterBits) {
        CountingTable table = CountingTable.of(geometry, counterBits, true);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 600; i++) {
            long hash = (random.nextInt(90) + 1) * 0x9E3779B97F4A7C15L;
            long unused = random.nextInt(3) == 0 ? table.removeIfPresent(hash) : table.addHash(hash);
            assertThat(table.countUsed())
                    .as("step %d, seed %d", i, SEED)
                    .isEqualTo(table.toBloomTable().setBits());
        }
        assertThat(table.countUsed()).isPositive();
    }
}
