package dev.bloomery.internal.bits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PackedCellsTest {
    private static final long SEED = Seeds.orElse(20_261_116);

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

    /** Bit 2^31 is in cell 53,687,091. */
    @Test
    void window_beyondTwoToThe31Bits_hasTheValueThatWasSet() {
        int count = 60_000_000;
        PackedCells cells = PackedCells.of(count, 40);
        int[] indexes = {0, 1, 53_687_090, 53_687_091, 53_687_092, count - 2, count - 1};
        long mask = (1L << 40) - 1;
        for (int index : indexes) {
            cells.set(index, 1_000_000_007L * (index + 1) & mask);
        }
        for (int index : indexes) {
            assertThat(cells.window(index) & mask).as("cell %d", index).isEqualTo(1_000_000_007L * (index + 1) & mask);
        }
    }

    @Test
    void of_anyWidth_takesAsManyBitsAsTheCells() {
        for (int width = 1; width <= PackedCells.MAX_WIDTH; width++) {
            int behindTheLast = width == 16 ? 0 : 7;
            assertThat(PackedCells.of(1_000, width).memoryBytes())
                    .isEqualTo(16 + (1_000L * width + 7) / 8 + behindTheLast)
                    .isEqualTo(PackedCells.memoryBytes(1_000, width));
        }
    }

    /** Cell i is in the bits from i * width on, the lowest first, whatever array it lies in. */
    @Test
    void copyBytes_everyWidthAndPosition_isOneLittleEndianNumber() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int width = 1; width <= PackedCells.MAX_WIDTH; width++) {
            int count = 23;
            PackedCells cells = PackedCells.of(count, width);
            BigInteger number = BigInteger.ZERO;
            for (int i = 0; i < count; i++) {
                long value = random.nextLong() >>> (64 - width);
                cells.set(i, value);
                number = number.or(BigInteger.valueOf(value).shiftLeft(i * width));
            }
            byte[] expected = new byte[cells.byteLength()];
            for (int i = 0; i < expected.length; i++) {
                expected[i] = number.shiftRight(8 * i).byteValue();
            }
            byte[] copied = new byte[expected.length];
            for (int position = 0; position < expected.length; position++) {
                int length = expected.length - position;
                cells.copyBytes(position, copied, length);
                assertThat(Arrays.copyOf(copied, length))
                        .as("width %d, from %d on, seed %d", width, position, SEED)
                        .isEqualTo(Arrays.copyOfRange(expected, position, expected.length));
            }
            assertThat(PackedCells.read(
                            count,
                            width,
                            (length, tail) -> Arrays.copyOf(expected, length + tail),
                            (length) -> Arrays.copyOf(shorts(expected), length)))
                    .as("width %d, seed %d", width, SEED)
                    .isEqualTo(cells)
                    .hasSameHashCodeAs(cells);
        }
    }

    private static short[] shorts(byte[] bytes) {
        short[] shorts = new short[bytes.length / 2];
        for (int i = 0; i < shorts.length; i++) {
            shorts[i] = (short) ((bytes[2 * i] & 0xFF) | bytes[2 * i + 1] << 8);
        }
        return shorts;
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
