package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.Mergeable;
import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.CapacityListener;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Mergeable} filter promises.
 *
 * @param <K> the type of the keys
 * @param <F> the kind of filter
 */
public abstract class MergeableContract<K, F extends AddableFilter<K> & Mergeable<F>> {
    protected static final int MANY = 1_000;

    /** Does nothing. */
    protected static final CapacityListener NOBODY = event -> {};

    /** An empty filter for so many keys; all of one test class have the same seed. */
    protected abstract F empty(long capacity, CapacityPolicy policy, CapacityListener listener);

    /**
     * Filters that cannot be merged with {@code empty(capacity, ...)}, by the word with which the refusal has to name the
     * difference.
     */
    protected abstract Map<String, F> strangers(long capacity);

    /** All that can be seen of the bits or counters of a key, comparable by equals. */
    protected abstract Function<K, Object> view(F filter);

    /** Whether several threads may change it at the same time. */
    protected abstract boolean sharedByWriters();

    /** Key number {@code index}. */
    protected abstract K key(long index);

    protected final F empty(long capacity) {
        return empty(capacity, CapacityPolicy.WARN, NOBODY);
    }

    protected final F holding(long capacity, long from, long to) {
        F filter = empty(capacity);
        filter.addAll(keys(from, to));
        return filter;
    }

    protected final List<K> keys(long from, long to) {
        return LongStream.range(from, to).mapToObj(this::key).toList();
    }

    /** Same bits wherever the keys look: with so many probes every bit is looked at, several times. */
    protected final void assertAlike(F actual, F expected, String what) {
        Function<K, Object> actualView = view(actual);
        Function<K, Object> expectedView = view(expected);
        for (int i = 0; i < 12 * MANY; i++) {
            K key = key(i);
            if (!actualView.apply(key).equals(expectedView.apply(key))) {
                throw new AssertionError(what + ": key " + i + " sees other bits, " + Seeds.describe());
            }
            if (actual.mightContain(key) != expected.mightContain(key)) {
                throw new AssertionError(what + ": key " + i + " gets another answer, " + Seeds.describe());
            }
        }
        FilterInfo actualInfo = actual.info();
        FilterInfo expectedInfo = expected.info();
        assertThat(actualInfo.fillRatio()).as(what).isEqualTo(expectedInfo.fillRatio());
        assertThat(actualInfo.currentFpp()).as(what).isEqualTo(expectedInfo.currentFpp());
        assertThat(actualInfo.approximateDistinct()).as(what).isEqualTo(expectedInfo.approximateDistinct());
        assertThat(actualInfo.spec()).as(what).isEqualTo(expectedInfo.spec());
    }

    @Test
    void mergeFrom_manyFilters_isTheFilterOfAllKeys() {
        SplittableRandom random = Seeds.random("merge");
        for (int parts : new int[] {1, 2, 5}) {
            F merged = empty(MANY);
            F whole = empty(MANY);
            for (int p = 0; p < parts; p++) {
                F part = empty(MANY);
                int from = random.nextInt(MANY);
                List<K> keys = keys(from, from + MANY / parts); // they overlap
                part.addAll(keys);
                whole.addAll(keys);
                merged.mergeFrom(part);
                for (K key : keys) {
                    assertThat(merged.mightContain(key)).isTrue();
                }
            }
            assertAlike(merged, whole, parts + " parts");
        }
    }

    @Test
    void mergeFrom_anotherOrder_givesTheSame() {
        F left = holding(MANY, 0, 400);
        F right = holding(MANY, 300, 700);
        F leftFirst = empty(MANY);
        leftFirst.mergeFrom(left);
        leftFirst.mergeFrom(right);
        right.mergeFrom(left);
        assertAlike(right, leftFirst, "right and left");
    }

    @Test
    void mergeFrom_other_isNotChanged() {
        F other = holding(MANY, 0, 500);
        FilterInfo before = other.info();
        holding(MANY, 300, 900).mergeFrom(other);
        assertThat(other.info()).isEqualTo(before);
        assertAlike(other, holding(MANY, 0, 500), "other");
    }

    @Test
    void mergeFrom_emptyOrIntoEmpty_isTheOtherOne() {
        F full = holding(MANY, 0, 500);
        full.mergeFrom(empty(MANY));
        assertAlike(full, holding(MANY, 0, 500), "an empty one merged");
        F empty = empty(MANY);
        empty.mergeFrom(full);
        assertAlike(empty, full, "merged into an empty one");
        F bothEmpty = empty(MANY);
        bothEmpty.mergeFrom(empty(MANY));
        assertThat(bothEmpty.info()).isEqualTo(empty(MANY).info());
    }

    @Test
    void mergeFrom_itself_answersAsBefore() {
        F filter = holding(MANY, 0, 500);
        FilterInfo before = filter.info();
        filter.mergeFrom(filter);
        F original = holding(MANY, 0, 500);
        for (int i = 0; i < 10 * MANY; i++) {
            assertThat(filter.mightContain(key(i))).isEqualTo(original.mightContain(key(i)));
        }
        assertThat(filter.info().fillRatio()).isEqualTo(before.fillRatio());
        assertThat(filter.info().approximateDistinct()).isEqualTo(before.approximateDistinct());
    }

    @Test
    void mergeFrom_overlappingFilters_estimatesTheCountAnew() {
        F merged = empty(MANY);
        // at a high FPP many, which are not counted; and the more there are, the more the estimate varies
        long looksPresent = 600 - merged.addAll(keys(0, 600));
        merged.mergeFrom(holding(MANY, 200, 800));
        FilterInfo info = merged.info();
        assertThat((double) info.insertions()).as("800 distinct keys").isBetween(760.0 - 3 * looksPresent, 840.0);
        assertThat(merged.expectedFpp()).isEqualTo(info.expectedFpp()).isPositive();
    }

    @Test
    void mergeFrom_otherSpecOrSeed_isRefusedAndChangesNothing() {
        F filter = holding(MANY, 0, 500);
        for (Map.Entry<String, F> stranger : strangers(MANY).entrySet()) {
            F other = stranger.getValue();
            other.addAll(keys(400, 900));
            FilterInfo before = filter.info();
            FilterInfo otherBefore = other.info();
            assertThatIllegalArgumentException()
                    .as(stranger.getKey())
                    .isThrownBy(() -> filter.mergeFrom(other))
                    .withMessageMatching("(?s).*differ.*")
                    .withMessageContaining(stranger.getKey());
            assertThatIllegalArgumentException()
                    .as(stranger.getKey())
                    .isThrownBy(() -> other.mergeFrom(filter))
                    .withMessageContaining(stranger.getKey());
            assertThat(filter.info()).as(stranger.getKey()).isEqualTo(before);
            assertThat(other.info()).as(stranger.getKey()).isEqualTo(otherBefore);
        }
        assertAlike(filter, holding(MANY, 0, 500), "after the refusals");
    }

    @Test
    void mergeFrom_null_throwsAndNamesTheParameter() {
        F filter = empty(10);
        assertThatNullPointerException()
                .isThrownBy(() -> filter.mergeFrom(MembershipFilterContract.nothing()))
                .withMessage("other");
    }

    @Test
    void mergeFrom_beyondCapacityWithReject_isRefusedAndChangesNothing() {
        F filter = empty(MANY, CapacityPolicy.REJECT, NOBODY);
        filter.addAll(keys(0, 700));
        FilterInfo before = filter.info();
        F other = holding(MANY, 700, 2_800); // so many that the bits of every variant prove it
        FilterInfo otherBefore = other.info();
        assertThatExceptionOfType(FilterFullException.class)
                .isThrownBy(() -> filter.mergeFrom(other))
                .withMessageContaining(String.format(Locale.ROOT, "%,d", MANY));
        assertThat(filter.info()).isEqualTo(before);
        assertThat(other.info()).isEqualTo(otherBefore);
        assertAlike(filter, holding(MANY, 0, 700), "after the refusal");
        assertThat(filter.tryAdd(key(20_000))).as("it still has room").isNotEqualTo(AddResult.FULL);
        other.mergeFrom(filter);
        assertThat(other.info().insertions()).as("with the policy to warn").isGreaterThan(MANY);
    }

    @Test
    void mergeFrom_withinCapacityWithReject_isTakenAndStillCounts() {
        F filter = empty(MANY, CapacityPolicy.REJECT, NOBODY);
        filter.addAll(keys(0, 400));
        filter.mergeFrom(holding(MANY, 200, 700));
        assertAlike(filter, whole(400, 200, 700), "merged");
        int taken = 0;
        while (taken < 2 * MANY && filter.tryAdd(key(10_000 + taken)) != AddResult.FULL) {
            taken++;
        }
        assertThat(taken)
                .as("keys until it is full: it has 700, and an estimate of them may not shut it early")
                .isBetween(MANY - 700, MANY);
    }

    /** Keys 0 to {@code first}, then those from {@code from} to {@code to}. */
    private F whole(long first, long from, long to) {
        F whole = holding(MANY, 0, first);
        whole.addAll(keys(from, to));
        return whole;
    }

    @Test
    void mergeFrom_pastTheLevelAndTheTarget_tellsTheListener() {
        List<CapacityEvent> events = new ArrayList<>();
        F filter = empty(MANY, CapacityPolicy.WARN, events::add);
        filter.addAll(keys(0, 500));
        assertThat(events).isEmpty();
        filter.mergeFrom(holding(MANY, 500, 600));
        assertThat(events).as("600 of 1000 keys are below the level").isEmpty();
        filter.mergeFrom(holding(MANY, 600, 1_600));
        assertThat(events).hasSize(2);
        assertThat(events.get(0)).isInstanceOf(CapacityEvent.LevelReached.class);
        assertThat(events.get(1)).isInstanceOf(CapacityEvent.TargetPassed.class);
        for (CapacityEvent event : events) {
            assertThat(event.insertions()).isEqualTo(filter.info().insertions()).isGreaterThan(MANY);
        }
        filter.mergeFrom(holding(MANY, 1_600, 1_800));
        assertThat(events).as("each is told once").hasSize(2);
    }

    @Test
    void mergeFrom_besideAdds_losesNoKey() throws InterruptedException {
        F filter = empty(20L * MANY);
        F other = holding(20L * MANY, 0, 5 * MANY);
        List<K> added = keys(5 * MANY, 15 * MANY);
        if (sharedByWriters()) {
            Thread adds = new Thread(() -> filter.addAll(added));
            adds.start();
            filter.mergeFrom(other);
            adds.join();
        } else {
            filter.addAll(added);
            filter.mergeFrom(other);
        }
        F whole = holding(20L * MANY, 0, 15 * MANY);
        for (int i = 0; i < 15 * MANY; i++) {
            assertThat(filter.mightContain(key(i))).as("key %d", i).isTrue();
        }
        assertAlike(filter, whole, "merged beside adds");
    }
}
