package dev.bloomery.internal.cuckoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.internal.geometry.CuckooFit;
import dev.bloomery.internal.geometry.CuckooGeometry;
import dev.bloomery.support.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables against a model, up to the last slot; and what is broken on purpose fails. */
class CuckooTableTest {
    private static final long SEED = Seeds.orElse(0xCC00);
    private static final int SMALL_SWEEP = 97;

    @ParameterizedTest
    @CsvSource({
        "2, 7", "2, 1", "4, 10", "6, 13", "16, 8", "64, 7", "64, 16", "64, 17", "100, 32", "100, 33", "100, 40",
        "64, 2", "256, 3"
    })
    void anyOperations_smallTables_agreeWithTheModel(long buckets, int width) {
        for (boolean shared : new boolean[] {true, false}) {
            TableModel model = new TableModel(new CuckooTable(new CuckooGeometry(buckets, width), shared), SEED);
            model.operate(40_000, SMALL_SWEEP);
            assertThat(model.full() + model.tooManyCopies()).as("was full").isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource({"1000, 10, 500000", "40000, 13, 1000000"})
    void manyOperations_largeTables_agreeWithTheModel(long buckets, int width, int operations) {
        TableModel model = new TableModel(new CuckooTable(new CuckooGeometry(buckets, width), false), SEED);
        model.fillUp();
        assertThat((double) model.size()).isGreaterThan(0.95 * 4 * buckets);
        model.operate(operations, 100_003);
        assertThat(model.full()).isPositive();
    }

    @Test
    @Tag("long")
    void tenMillionOperations_filledToFull_agreeWithTheModel() {
        for (int width : new int[] {8, 10, 16, 17}) {
            TableModel model = new TableModel(new CuckooTable(new CuckooGeometry(5_000, width), true), SEED + width);
            model.operate(10_000_000, 100_003);
            assertThat(model.full()).isGreaterThan(10);
        }
    }

    /** After every single write each key is found: a crash or a reader between any two of them sees all. */
    @ParameterizedTest
    @ValueSource(ints = {7, 8, 10, 16, 17}) // each way of reading a bucket
    void everyWrite_smallTable_leavesEveryKeyThere(int width) {
        Watched table = new Watched(new CuckooGeometry(16, width));
        table.watch(new TableModel(table, SEED)).operate(20_000, SMALL_SWEEP);
        assertThat(table.moves).as("moves").isGreaterThan(1_000);
    }

    @Test
    void failedAdd_fullTable_changesNothing() {
        for (int width : new int[] {7, 10, 16, 17, 33}) {
            CuckooTable table = new CuckooTable(new CuckooGeometry(50, width), false);
            TableModel model = new TableModel(table, SEED);
            model.fillUp();
            SplittableRandom random = new SplittableRandom(SEED);
            int failed = 0;
            for (int i = 0; i < 3_000; i++) {
                long[] before = TableModel.slots(table);
                if (table.add(random.nextLong()) == Placement.FULL) {
                    failed++;
                    assertThat(TableModel.slots(table)).isEqualTo(before);
                }
            }
            model.requireAllIn();
            assertThat(failed).as("of a table with %d of 200", model.size()).isPositive();
        }
    }

    @Test
    void tryToRemove_amillionAbsentKeys_changesNothing() {
        CuckooTable table = new CuckooTable(CuckooFit.of(100_000, 1e-4), false);
        TableModel model = new TableModel(table, SEED);
        for (long i = 0; i < 100_000; i++) {
            model.add(new SplittableRandom(Seeds.orElse(0) + i).nextLong());
        }
        long[] before = TableModel.slots(table);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 1_000_000; i++) {
            long hash = random.nextLong();
            if (!table.mightContainHash(hash)) {
                assertThat(table.remove(hash)).isFalse();
            }
        }
        assertThat(TableModel.slots(table)).isEqualTo(before);
        model.sweep();
    }

    @Test
    void oneKey_amillionTimesAmongOthers_takesEightSlotsAndNoMore() {
        CuckooTable table = new CuckooTable(CuckooFit.of(100_010, 0.01), false);
        TableModel model = new TableModel(table, SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        long often = random.nextLong();
        long memory = table.memoryBytes();
        for (int i = 0; i < 100_000; i++) {
            model.add(random.nextLong());
            for (int j = 0; j < 10; j++) {
                model.add(often);
            }
        }
        assertThat(model.tooManyCopies()).isEqualTo(1_000_000 - table.count(often));
        assertThat(table.count(often)).isBetween(1, 8);
        assertThat(table.memoryBytes()).isEqualTo(memory);
        assertThat(model.full()).isZero();
        model.sweep();
    }

    @Test
    void sameOperations_again_giveTheSameSlots() {
        CuckooTable one = new CuckooTable(new CuckooGeometry(200, 10), true);
        CuckooTable two = new CuckooTable(new CuckooGeometry(200, 10), false);
        new TableModel(one, SEED).operate(20_000, 1_000);
        new TableModel(two, SEED).operate(20_000, 1_000);
        assertThat(TableModel.slots(one)).isEqualTo(TableModel.slots(two));
    }

    @Test
    void copyAndClear_halfFullTable_areApart() {
        CuckooTable table = new CuckooTable(new CuckooGeometry(100, 12), true);
        TableModel model = new TableModel(table, SEED);
        model.fillUp();
        CuckooTable copy = table.copy();
        assertThat(TableModel.slots(copy)).isEqualTo(TableModel.slots(table));
        table.clear();
        assertThat(Arrays.stream(TableModel.slots(table)).sum()).isZero();
        assertThat(table.entries() + table.taken()).isZero();
        assertThat(model.hashes()).allMatch(copy::mightContainHash).noneMatch(table::mightContainHash);
        assertThat(copy.entries()).isEqualTo(model.size());
    }

    @Test
    void mightContainHashes_largeTable_answersLikeSingleQueries() {
        CuckooTable table = new CuckooTable(CuckooFit.of(1_500_000, 1e-3), false); // more than the caches hold
        SplittableRandom random = new SplittableRandom(SEED);
        long[] hashes = random.longs(3_000_000).toArray();
        for (int i = 0; i < 1_500_000; i++) {
            assertThat(table.add(hashes[i])).isNotEqualTo(Placement.FULL);
        }
        boolean[] answers = new boolean[hashes.length + 5];
        table.mightContainHashes(hashes, hashes.length, answers, 5);
        for (int i = 0; i < hashes.length; i++) {
            assertThat(answers[i + 5]).isEqualTo(table.mightContainHash(hashes[i]));
            assertThat(i >= 1_500_000 || answers[i + 5]).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"10, -7013011566797303339", "17, -2888183744660095804", "33, -2673400693551345111"})
    void slots_fixedHashes_areTheKnownOnes(int width, long known) {
        CuckooTable table = new CuckooTable(new CuckooGeometry(26, width), false);
        SplittableRandom random = new SplittableRandom(Seeds.always(42));
        int added = 0;
        while (table.add(random.nextLong()) != Placement.FULL) {
            added++;
        }
        long checksum = added;
        for (long slot : TableModel.slots(table)) {
            checksum = checksum * 31 + slot;
        }
        assertThat(checksum).isEqualTo(known);
    }

    // controls

    @Test
    void model_victimsOfFailedAddsDropped_isCaught() {
        CuckooGeometry geometry = new CuckooGeometry(64, 10);
        assertThatCode(() -> new TableModel(new CuckooTable(geometry, false), SEED).operate(20_000, SMALL_SWEEP))
                .doesNotThrowAnyException();
        assertThatThrownBy(() ->
                        new TableModel(new BrokenTables.DropsTheVictim(geometry), SEED).operate(20_000, SMALL_SWEEP))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed");
    }

    @Test
    void everyWrite_movedForward_isCaught() {
        CuckooGeometry geometry = new CuckooGeometry(16, 10);
        assertThatCode(() -> new TableModel(new BrokenTables.MovesForward(geometry), SEED).operate(20_000, SMALL_SWEEP))
                .as("between operations there is nothing to see")
                .doesNotThrowAnyException();
        WatchedForward table = new WatchedForward(geometry);
        TableModel model = new TableModel(table, SEED);
        table.afterWrite = model::requireAllIn;
        assertThatThrownBy(() -> model.operate(20_000, SMALL_SWEEP))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("is in and missing");
    }

    /** Asks for every key after each write. */
    private static final class Watched extends CuckooTable {
        private Runnable afterWrite = () -> {};
        private int moves;

        Watched(CuckooGeometry geometry) {
            super(geometry, false);
        }

        TableModel watch(TableModel model) {
            afterWrite = model::requireAllIn;
            return model;
        }

        @Override
        void put(long slot, long fingerprint) {
            super.put(slot, fingerprint);
            afterWrite.run();
        }

        @Override
        boolean fillEmptier(long first, long other, long fingerprint) {
            boolean filled = super.fillEmptier(first, other, fingerprint);
            afterWrite.run();
            return filled;
        }

        @Override
        void step() {
            super.step();
            moves++;
        }
    }

    private static final class WatchedForward extends BrokenTables.MovesForward {
        private Runnable afterWrite = () -> {};

        WatchedForward(CuckooGeometry geometry) {
            super(geometry);
        }

        @Override
        void put(long slot, long fingerprint) {
            super.put(slot, fingerprint);
            afterWrite.run();
        }

        @Override
        boolean fillEmptier(long first, long other, long fingerprint) {
            boolean filled = super.fillEmptier(first, other, fingerprint);
            afterWrite.run();
            return filled;
        }
    }
}
