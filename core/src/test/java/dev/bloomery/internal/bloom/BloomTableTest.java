package dev.bloomery.internal.bloom;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.ClassicGeometry;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.geometry.PairedGeometry;
import dev.bloomery.internal.geometry.PartitionedGeometry;
import dev.bloomery.support.Seeds;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The probe loops against the positions of the geometry, and batches against single calls, also in tables larger than caches. */
class BloomTableTest {
    private static final long SEED = Seeds.orElse(61);
    private static final String WHERE = "seed " + SEED;

    static Stream<Arguments> tables() {
        return Stream.of(
                        new ClassicGeometry(1, 1),
                        new ClassicGeometry(997, 5),
                        new ClassicGeometry(64, 64), // the most probes
                        new ClassicGeometry(40_000_000, 7), // beyond the caches
                        new PartitionedGeometry(2, 24),
                        new PartitionedGeometry(101, 9),
                        new PartitionedGeometry(5_000_000, 7),
                        new BlockedGeometry(1, BlockShape.TWO_BY_ONE),
                        new BlockedGeometry(3, BlockShape.TWO_BY_TWO),
                        new BlockedGeometry(2, BlockShape.TWO_BY_THREE),
                        new BlockedGeometry(5, BlockShape.FOUR_BY_TWO),
                        new BlockedGeometry(2, BlockShape.FOUR_BY_THREE),
                        new BlockedGeometry(4_500, BlockShape.TWO_BY_THREE), // two regions
                        new BlockedGeometry(40_000, BlockShape.TWO_BY_ONE),
                        new BlockedGeometry(40_000, BlockShape.TWO_BY_TWO),
                        new BlockedGeometry(40_000, BlockShape.TWO_BY_THREE),
                        new BlockedGeometry(40_000, BlockShape.FOUR_BY_TWO),
                        new BlockedGeometry(40_000, BlockShape.FOUR_BY_THREE),
                        new PairedGeometry(1, BlockShape.TWO_BY_ONE),
                        new PairedGeometry(3, BlockShape.TWO_BY_TWO),
                        new PairedGeometry(2, BlockShape.TWO_BY_THREE),
                        new PairedGeometry(5, BlockShape.FOUR_BY_TWO),
                        new PairedGeometry(2, BlockShape.FOUR_BY_THREE),
                        new PairedGeometry(40_000, BlockShape.TWO_BY_THREE), // beyond the caches
                        new PairedGeometry(40_000, BlockShape.FOUR_BY_TWO))
                .flatMap(geometry -> Stream.of(Arguments.of(geometry, true), Arguments.of(geometry, false)));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void addAndQuery_oneByOne_setAndTestThePositions(Geometry geometry, boolean shared) {
        BloomTable table = BloomTable.of(geometry, shared);
        BitSet model = new BitSet();
        long[] hashes = hashes(4_000);
        for (int i = 0; i < hashes.length; i++) {
            boolean present = isIn(model, geometry, hashes[i]);
            assertThat(table.mightContainHash(hashes[i])).as(WHERE).isEqualTo(present);
            if (i % 2 == 0) {
                assertThat(table.addHash(hashes[i])).as(WHERE).isEqualTo(!present);
                add(model, geometry, hashes[i]);
                assertThat(table.mightContainHash(hashes[i])).as(WHERE).isTrue();
            }
        }
        assertBits(table, model);
    }

    /** As many as a batch takes best and more, fewer, and just one more; the same hash twice. */
    @ParameterizedTest
    @MethodSource("tables")
    void addHashes_anyNumber_setsTheBitsOfAll(Geometry geometry, boolean shared) {
        int bulk = BloomTable.of(geometry, shared).bulkSize();
        for (int count : new int[] {0, 1, 255, 256, 257, bulk - 1, bulk, bulk + 1, 2 * bulk + 77}) {
            BloomTable table = BloomTable.of(geometry, shared);
            BitSet model = new BitSet();
            long[] hashes = hashes(count + 10);
            if (count > 3) {
                hashes[3] = hashes[0];
            }
            long[] given = hashes.clone();
            long changed = table.addHashes(hashes, count);
            assertThat(hashes).as("not modified").isEqualTo(given);
            long inOrder = 0;
            for (int i = 0; i < count; i++) {
                inOrder += isIn(model, geometry, hashes[i]) ? 0 : 1;
                add(model, geometry, hashes[i]);
            }
            assertBits(table, model);
            // in another order other keys find their bits set, as many but for chance; where keys are few, exactly as
            // many
            assertThat((double) changed)
                    .as("%d hashes, %s", count, WHERE)
                    .isBetween(0.99 * inOrder - 4, 1.01 * inOrder + 4)
                    .isLessThanOrEqualTo(count);
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void mightContainHashes_anyNumber_answersLikeSingleQueries(Geometry geometry, boolean shared) {
        BloomTable table = BloomTable.of(geometry, shared);
        long[] hashes = hashes(3_000);
        assertAnswers(table, hashes, 700); // of an empty table
        table.addHash(hashes[650]);
        assertAnswers(table, hashes, 700); // of a table in which nearly all batches meet no bit
        for (int i = 0; i < hashes.length; i += 3) {
            table.addHash(hashes[i]);
        }
        for (int count : new int[] {0, 1, 255, 256, 257, 2_999}) {
            assertAnswers(table, hashes, count);
        }
    }

    private static void assertAnswers(BloomTable table, long[] hashes, int count) {
        int at = 5;
        boolean[] answers = new boolean[count + 2 * at];
        table.mightContainHashes(hashes, count, answers, at);
        for (int i = 0; i < answers.length; i++) {
            boolean asked = i >= at && i < at + count;
            assertThat(answers[i]).as(WHERE).isEqualTo(asked && table.mightContainHash(hashes[i - at]));
        }
    }

    private static long[] hashes(int count) {
        return new SplittableRandom(SEED).longs(count).toArray();
    }

    private static void add(BitSet model, Geometry geometry, long hash) {
        for (int probe = 0; probe < geometry.probes(); probe++) {
            model.set((int) geometry.position(hash, probe));
        }
    }

    private static boolean isIn(BitSet model, Geometry geometry, long hash) {
        for (int probe = 0; probe < geometry.probes(); probe++) {
            if (!model.get((int) geometry.position(hash, probe))) {
                return false;
            }
        }
        return true;
    }

    private static void assertBits(BloomTable table, BitSet model) {
        assertThat(table.setBits()).as(WHERE).isEqualTo(model.cardinality());
        assertThat(model.stream().allMatch(table::isSet)).as(WHERE).isTrue();
    }
}
