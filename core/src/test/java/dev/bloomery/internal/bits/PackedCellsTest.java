package dev.bloomery.internal.bits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.TestSeed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PackedCellsTest {
    private static final long SEED = TestSeed.orElse(20_261_116);

    @Test
    void window_everyWidth_hasTheValueThatWasSet() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int width = 1; width <= PackedCells.MAX_WIDTH; width++) {
            int count = 200;
            long mask = -1L >>> (64 - width);
            long[] expected = random.longs(count).map(value -> value & mask).toArray();
            PackedCells cells = PackedCells.of(count, width);
            for (int i = count - 1; i >= 0; i--) {
                cells.set(i, expected[i]);
            }
            for (int i = 0; i < count; i++) {
                assertThat(cells.window(i) & mask)
                        .as("width %d, cell %d, seed %d", width, i, SEED)
                        .isEqualTo(expected[i]);
            }
        }
    }

    @Test
    void of_anyWidth_takesAsManyBitsAsTheCells() {
        for (int width = 1; width <= PackedCells.MAX_WIDTH; width++) {
            assertThat(PackedCells.of(1_000, width).memoryBytes()).isEqualTo(16 + (1_000L * width + 7) / 8 + 7);
        }
    }

    @Test
    void of_otherWidth_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PackedCells.of(1, 0))
                .withMessageContaining("use 1 to 57");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PackedCells.of(1, 58))
                .withMessageContaining("use 1 to 57");
    }

    @Test
    void equals_otherBitsOrWidth_isFalse() {
        PackedCells cells = PackedCells.of(8, 7);
        assertThat(cells).isEqualTo(PackedCells.of(8, 7)).hasSameHashCodeAs(PackedCells.of(8, 7));
        assertThat(cells).isNotEqualTo(PackedCells.of(7, 8));
        PackedCells other = PackedCells.of(8, 7);
        other.set(3, 5);
        assertThat(cells).isNotEqualTo(other);
    }
}
