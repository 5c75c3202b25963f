package dev.bloomery.internal.bloom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.bits.Counters;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.ClassicGeometry;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.geometry.PartitionedGeometry;
import dev.bloomery.support.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Counters in the place of bits, against an array of ints. */
class CountingTableTest {
    private static final long SEED = Seeds.orElse(53);
    private static final String WHERE = "seed " + SEED;

    static Stream<Arguments> tables() {
        return Stream.of(
                        new ClassicGeometry(997, 5),
                        new ClassicGeometry(3, 4), // probes of one key fall on the same counter
                        new PartitionedGeometry(101, 7),
                        new BlockedGeometry(3, BlockShape.TWO_BY_ONE),
                        new BlockedGeometry(1, BlockShape.TWO_BY_TWO),
                        new BlockedGeometry(2, BlockShape.TWO_BY_THREE),
                        new BlockedGeometry(3, BlockShape.FOUR_BY_TWO),
                        new BlockedGeometry(2, BlockShape.FOUR_BY_THREE))
                .flatMap(geometry -> Stream.of(
                        Arguments.of(geometry, 4, true),
                        Arguments.of(geometry, 4, false),
                        Arguments.of(geometry, 8, true),
                        Arguments.of(geometry, 8, false)));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void addsAndRemoves_anyOrder_countLikeAnArray(Geometry geometry, int bits, boolean shared) {
        CountingTable table = CountingTable.of(geometry, bits, shared);
        long largest = (1L << bits) - 1;
        long[] model = new long[(int) geometry.bits()];
        int[] copies = new int[30];
        SplittableRandom random = new SplittableRandom(SEED);
        long[] hashes = random.longs(copies.length).toArray();
        for (int step = 0; step < 3_000; step++) {
            int key = random.nextInt(copies.length);
            long hash = hashes[key];
            if (copies[key] > 0 && random.nextBoolean()) {
                long before = used(model);
                change(model, geometry, hash, -1, largest);
                assertThat(table.removeIfPresent(hash)).as(WHERE).isEqualTo((int) (before - used(model)));
                copies[key]--;
            } else {
                boolean absent = least(model, geometry, hash) == 0;
                long before = used(model);
                long stuckBefore = stuck(model, largest);
                change(model, geometry, hash, 1, largest);
                int result = table.addHash(hash);
                int newlyUsed = result % Counters.STUCK;
                assertThat(newlyUsed).as(WHERE).isEqualTo((int) (used(model) - before));
                assertThat(result / Counters.STUCK).as(WHERE).isEqualTo((int) (stuck(model, largest) - stuckBefore));
                assertThat(newlyUsed > 0).as(WHERE).isEqualTo(absent);
                copies[key]++;
            }
            assertLike(model, geometry, table, hashes, largest);
        }
        assertThat(table.copy().count(hashes[0])).isEqualTo(table.count(hashes[0]));
        table.clear();
        assertLike(new long[model.length], geometry, table, hashes, largest);
    }

    private static void assertLike(long[] model, Geometry geometry, CountingTable table, long[] hashes, long largest) {
        for (long hash : hashes) {
            long least = least(model, geometry, hash);
            assertThat(table.count(hash)).as(WHERE).isEqualTo(least);
            assertThat(table.mightContainHash(hash)).as(WHERE).isEqualTo(least > 0);
        }
        assertThat(table.toBloomTable().setBits()).as(WHERE).isEqualTo(used(model));
        assertThat(table.stuckCounters()).as(WHERE).isEqualTo(stuck(model, largest));
    }

    private static long stuck(long[] model, long largest) {
        return Arrays.stream(model).filter(value -> value == largest).count();
    }

    private static long used(long[] model) {
        return Arrays.stream(model).filter(value -> value > 0).count();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void addFrom_anotherTable_isTheTableOfBoth(Geometry geometry, int bits, boolean shared) {
        long[] hashes = new SplittableRandom(SEED).longs(60).toArray();
        CountingTable left = CountingTable.of(geometry, bits, shared);
        CountingTable right = CountingTable.of(geometry, bits, shared);
        CountingTable both = CountingTable.of(geometry, bits, shared);
        for (int i = 0; i < hashes.length; i++) {
            (i % 3 == 0 ? left : right).addHash(hashes[i]);
            both.addHash(hashes[i]);
        }
        left.addFrom(right);
        for (long hash : hashes) {
            assertThat(left.count(hash)).as(WHERE).isEqualTo(both.count(hash));
        }
        BloomTable merged = left.toBloomTable();
        BloomTable plain = BloomTable.of(geometry, shared);
        plain.addHashes(hashes, hashes.length);
        for (long i = 0; i < geometry.bits(); i++) {
            assertThat(merged.isSet(i)).isEqualTo(plain.isSet(i));
        }
        assertThat(left.stuckCounters()).isEqualTo(both.stuckCounters());
    }

    private static void change(long[] model, Geometry geometry, long hash, int by, long largest) {
        for (int i = 0; i < geometry.probes(); i++) {
            int at = (int) geometry.position(hash, i);
            model[at] = model[at] == largest ? largest : Math.max(0, model[at] + by);
        }
    }

    private static long least(long[] model, Geometry geometry, long hash) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < geometry.probes(); i++) {
            least = Math.min(least, model[(int) geometry.position(hash, i)]);
        }
        return least;
    }
}
