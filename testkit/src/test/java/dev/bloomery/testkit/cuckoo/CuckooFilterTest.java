package dev.bloomery.testkit.cuckoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.AddResult;
import dev.bloomery.CuckooBuilder;
import dev.bloomery.CuckooFilter;
import dev.bloomery.Filters;
import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.info.CuckooInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cuckoo filters do that others do not: copies, and the end of their room. */
class CuckooFilterTest {
    private static final Seed SEED = Seed.of(Seeds.base(), 41);

    @Test
    void tryAdd_moreCopiesThanFit_saysSoAndChangesNothing() {
        CuckooFilter<Long> filter = builder(1_000).build();
        assertThat(filter.tryAdd(1L)).isEqualTo(AddResult.ADDED);
        for (int copies = 2; copies <= 8; copies++) {
            assertThat(filter.tryAddLong(1)).isEqualTo(AddResult.MAYBE_PRESENT);
            assertThat(filter.count(1L)).isEqualTo(copies);
        }
        CuckooInfo before = filter.info();
        assertThat(before.insertions()).isEqualTo(1);
        assertThat(before.fingerprints()).isEqualTo(8);
        assertThat(filter.tryAdd(1L)).isEqualTo(AddResult.TOO_MANY_COPIES);
        assertThat(filter.tryAddHash(filter.hash(1L))).isEqualTo(AddResult.TOO_MANY_COPIES);
        assertThatExceptionOfType(FilterFullException.class)
                .isThrownBy(() -> filter.add(1L))
                .withMessageContaining("8 times");
        assertThat(filter.info()).isEqualTo(before);
        for (int left = 8; left > 0; left--) {
            assertThat(filter.count(1L)).isEqualTo(left);
            assertThat(filter.remove(1L)).isTrue();
        }
        assertThat(filter.remove(1L)).isFalse();
        assertThat(filter.info()).isEqualTo(builder(1_000).build().info());
    }

    @Test
    void oneKey_amillionTimesAmongAHundredThousand_leavesTheOthersThere() {
        int others = 100_000;
        CuckooFilter<Long> filter = builder(others + 8).singleWriter().build();
        long memory = filter.info().memoryBytes();
        int refused = 0;
        for (long i = 0; i < others; i++) {
            assertThat(filter.tryAdd(i)).isNotEqualTo(AddResult.FULL);
            for (int n = 0; n < 10; n++) {
                refused += filter.tryAdd(-1L) == AddResult.TOO_MANY_COPIES ? 1 : 0;
            }
        }
        assertThat(refused).isEqualTo(10 * others - 8);
        for (long i = 0; i < others; i++) {
            assertThat(filter.mightContain(i)).isTrue();
        }
        for (int n = 0; n < 8; n++) {
            assertThat(filter.remove(-1L)).isTrue();
        }
        for (long i = 0; i < others; i++) {
            assertThat(filter.mightContain(i)).isTrue();
        }
        assertThat(filter.info().memoryBytes()).isEqualTo(memory);
    }

    @Test
    void remove_amillionAbsentKeys_changesNothing() {
        CuckooFilter<Long> filter = builder(10_000).singleWriter().build();
        for (long i = 0; i < 10_000; i++) {
            filter.add(i);
        }
        CuckooInfo before = filter.info();
        int refused = 0;
        for (long i = 10_000; i < 1_010_000; i++) {
            if (!filter.mightContain(i)) {
                refused += filter.remove(i) ? 0 : 1;
            }
        }
        assertThat(refused).isGreaterThan(980_000);
        assertThat(filter.info()).isEqualTo(before);
        for (long i = 0; i < 10_000; i++) {
            assertThat(filter.count(i)).isPositive();
        }
    }

    /** At every size there is room for the capacity; how sure that is, CuckooFitTest computes and CuckooFillTest counts. */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 0.01, 1e-4})
    void add_upToCapacity_findsRoomAtEverySize(double fpp) {
        for (int capacity = 0; capacity <= 2_000; capacity += 1 + capacity / 300) {
            CuckooFilter<Long> filter = Filters.cuckoo(KeyEncoder.int64())
                    .capacity(capacity)
                    .targetFpp(fpp)
                    .seed(SEED)
                    .build();
            for (long i = 0; i < capacity; i++) {
                filter.add(i);
            }
            assertThat(filter.info().fingerprints()).isEqualTo(capacity);
            assertThat(filter.expectedFpp()).isLessThanOrEqualTo(1.1 * fpp);
        }
    }

    @Test
    void add_noRoomLeft_throwsAndLosesNothing() {
        CuckooFilter<Long> filter = builder(10_000).build();
        long next = 0;
        while (filter.tryAdd(next) != AddResult.FULL) {
            next++;
        }
        assertThat(filter.info().fillRatio()).isGreaterThan(0.95);
        CuckooInfo before = filter.info();
        long refused = next;
        assertThatExceptionOfType(FilterFullException.class)
                .isThrownBy(() -> filter.add(refused))
                .withMessageContaining("no room");
        assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> filter.addAll(List.of(refused)));
        assertThat(filter.info()).isEqualTo(before);
        for (long i = 0; i < next; i++) {
            assertThat(filter.mightContain(i)).isTrue();
        }
        for (long i = 0; i < 100; i++) {
            filter.remove(i);
        }
        assertThat(filter.tryAdd(refused)).as("there is room again").isEqualTo(AddResult.ADDED);
    }

    @Test
    void whenFull_reject_takesTheCapacityAndHasRoomAgainAfterRemoves() {
        CuckooFilter<Long> filter =
                builder(10_000).whenFull(CapacityPolicy.REJECT).build();
        long next = 0;
        while (filter.tryAdd(next) != AddResult.FULL) {
            next++;
        }
        assertThat(next).isBetween(10_000L, 10_100L);
        long refused = next;
        assertThatExceptionOfType(FilterFullException.class)
                .isThrownBy(() -> filter.add(refused))
                .withMessageContaining("10,000 keys");
        assertThat(filter.tryAdd(0L)).as("a copy").isEqualTo(AddResult.MAYBE_PRESENT);
        assertThat(filter.remove(0L)).isTrue();
        assertThat(filter.tryAdd(refused)).isEqualTo(AddResult.FULL);
        assertThat(filter.remove(1L)).isTrue();
        assertThat(filter.tryAdd(refused)).isEqualTo(AddResult.ADDED);
        filter.clear();
        assertThat(filter.tryAdd(1L)).isEqualTo(AddResult.ADDED);
    }

    @Test
    void onCapacity_keysCome_hearsOfTheLevelOnce() {
        List<CapacityEvent> events = new ArrayList<>();
        CuckooFilter<Long> filter = builder(1_000).onCapacity(0.5, events::add).build();
        for (long i = 0; i < 400; i++) {
            filter.add(i);
        }
        assertThat(events).isEmpty();
        for (long i = 400; i < 1_000; i++) {
            filter.add(i);
        }
        assertThat(events).singleElement().isInstanceOf(CapacityEvent.LevelReached.class);
        filter.clear();
        for (long i = 0; i < 600; i++) {
            filter.add(i);
        }
        assertThat(events).hasSize(2);
    }

    @Test
    void copy_thenChanges_areApart() {
        CuckooFilter<Long> filter = builder(1_000).build();
        for (long i = 0; i < 1_000; i++) {
            filter.add(i);
        }
        CuckooFilter<Long> copy = filter.copy();
        assertThat(copy.info()).isEqualTo(filter.info());
        assertThat(copy.seededSpec()).isEqualTo(filter.seededSpec());
        for (long i = 0; i < 1_000; i++) {
            assertThat(filter.remove(i)).isTrue();
            assertThat(copy.mightContain(i)).isTrue();
        }
        assertThat(copy.info().fingerprints()).isEqualTo(1_000);
        assertThat(filter.info().fingerprints()).isZero();
    }

    @Test
    void spec_textOfABuiltFilter_buildsItsTwin() {
        CuckooFilter<Long> filter = builder(1_000).build();
        CuckooSpec spec = (CuckooSpec) FilterSpec.parse(filter.spec().toString());
        CuckooFilter<Long> twin =
                Filters.cuckoo(KeyEncoder.int64(), spec).seed(SEED).build();
        for (long i = 0; i < 1_000; i++) {
            assertThat(twin.add(i)).isEqualTo(filter.add(i));
        }
        assertThat(twin.info()).isEqualTo(filter.info());
    }

    @Test
    void texts_filterAndInfo_showNeitherKeysNorSeed() {
        CuckooFilter<Long> filter = builder(1_000).build();
        filter.add(1L);
        assertThat(filter).hasToString("CuckooFilter[" + filter.spec() + ", 1 insertions]");
        assertThat(filter.info().toString())
                .startsWith("cuckoo filter, ")
                .contains("fingerprints of 10 bits")
                .contains("1,000 keys at FPP 0.01")
                .doesNotContain(SEED.toHex());
    }

    private static CuckooBuilder<Long> builder(long capacity) {
        return Filters.cuckoo(KeyEncoder.int64())
                .capacity(capacity)
                .targetFpp(0.01)
                .seed(SEED);
    }
}
