package dev.bloomery.internal.bloom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RegionOrderTest {

    /** The same hashes, those of a region together, regions in their order, and in a region in the order in which they came. */
    @Test
    void of_anyTable_isAStableSortByRegion() {
        long seed = Seeds.orElse(59);
        SplittableRandom random = new SplittableRandom(seed);
        for (int tableWords : new int[] {
            RegionOrder.REGION_WORDS + 8, 3 * RegionOrder.REGION_WORDS, 1 << 24, 1 << 30, Integer.MAX_VALUE - 7
        }) {
            long[] hashes = random.longs(5_000).toArray();
            hashes[7] = 0;
            hashes[8] = -1;
            hashes[9] = Long.MIN_VALUE;
            hashes[10] = Long.MAX_VALUE;
            hashes[11] = hashes[12];
            int from = 5;
            int to = 4_990;
            long[] ordered = new long[5_000];
            ordered[to - from] = 42;
            RegionOrder.of(hashes, from, to, ordered, tableWords);
            int regions = Math.min(1 << 10, Integer.highestOneBit(2 * ((tableWords - 1) / RegionOrder.REGION_WORDS)));
            int bits = Integer.numberOfTrailingZeros(regions);
            Long[] expected = Arrays.stream(hashes, from, to).boxed().toArray(Long[]::new);
            Arrays.sort(expected, (a, b) -> Long.compare(a >>> (64 - bits), b >>> (64 - bits))); // stable
            assertThat(Arrays.stream(ordered, 0, to - from).boxed().toArray())
                    .as("%d words, seed %d", tableWords, seed)
                    .isEqualTo(expected);
            assertThat(ordered[to - from]).as("nothing beyond").isEqualTo(42);
        }
    }
}
