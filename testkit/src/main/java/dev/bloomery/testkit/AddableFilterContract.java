package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.within;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.HashedFilter;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.info.QuickInfo;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What every {@link AddableFilter} promises, beside the {@link HashedFilterContract}.
 *
 * @param <K> the type of the keys
 */
public abstract class AddableFilterContract<K> extends HashedFilterContract<K> {
    /** An empty filter for so many keys. Filters of one test class share their seed, so that they can be compared. */
    protected abstract AddableFilter<K> empty(long capacity);

    /** Whether several threads may add at the same time. */
    protected abstract boolean sharedByWriters();

    /** Whether the filter gets larger when it is full, and keeps its target. */
    protected boolean grows() {
        return false;
    }

    /** Whether each add takes room, also that of a copy, and the filter is full when there is none. */
    protected boolean fillsUp() {
        return false;
    }

    /** An empty filter for so many keys that are added so often. */
    final AddableFilter<K> emptyFor(long capacity, long adds) {
        return empty(fillsUp() ? adds : capacity);
    }

    private void assertInsertions(AddableFilter<K> filter, long expected) {
        long allowance = estimatesInsertions() ? 1 + expected / 20 : 0;
        assertThat(filter.info().insertions()).isBetween(expected - allowance, expected + allowance);
    }

    @Override
    protected HashedFilter<K> filterOf(List<K> members) {
        AddableFilter<K> filter = empty(members.size());
        filter.addAll(members);
        return filter;
    }

    @Test
    void addAndQuery_randomOrder_neverMissWhatTheOracleHas() {
        SplittableRandom random = Seeds.random("addAndQuery");
        AddableFilter<K> filter = emptyFor(MANY, 2 * MANY);
        BitSet oracle = new BitSet();
        for (int step = 0; step < 6 * MANY; step++) {
            int index = random.nextInt(2 * MANY);
            if (random.nextInt(3) == 0 && oracle.cardinality() < MANY) {
                boolean added = filter.add(key(index));
                assertThat(added && oracle.get(index))
                        .as("an add of a present key cannot be new, %s", Seeds.describe())
                        .isFalse();
                oracle.set(index);
            }
            assertThat(!filter.mightContain(key(index)) && oracle.get(index))
                    .as("key %d was added and is missing at step %d, %s", index, step, Seeds.describe())
                    .isFalse();
        }
    }

    @Test
    void add_newThenAgain_isTrueThenFalse() {
        AddableFilter<K> filter = empty(MANY);
        assertThat(filter.add(key(0))).isTrue();
        assertThat(filter.add(key(0))).isFalse();
        assertThat(filter.addHash(filter.hash(key(0)))).isFalse();
        assertThat(filter.info().insertions()).isEqualTo(1);
    }

    @Test
    void add_returnsTrue_exactlyWhenTheKeyTestedAbsent() {
        AddableFilter<K> filter = emptyFor(MANY, 2 * MANY);
        long added = 0;
        for (int i = 0; i < 2 * MANY; i++) {
            K key = key(i);
            boolean absent = !filter.mightContain(key);
            assertThat(filter.add(key)).isEqualTo(absent);
            added += absent ? 1 : 0;
        }
        assertInsertions(filter, estimatesInsertions() ? 2L * MANY : added);
    }

    @Test
    void addAll_anyWay_givesTheSameFilterAsSingleAdds() {
        List<K> keys = new ArrayList<>(keys(0, MANY));
        keys.addAll(keys(0, 300)); // some again
        AddableFilter<K> single = emptyFor(MANY, keys.size());
        long added = 0;
        long[] hashes = new long[keys.size()];
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] = single.hash(keys.get(i));
            added += single.add(keys.get(i)) ? 1 : 0;
        }
        AddableFilter<K> byIterable = emptyFor(MANY, keys.size());
        AddableFilter<K> byArray = emptyFor(MANY, keys.size());
        AddableFilter<K> byHashes = emptyFor(MANY, keys.size());
        assertThat(byIterable.addAll(keys)).isEqualTo(added);
        assertThat(byArray.addAll(array(keys))).isEqualTo(added);
        assertThat(byHashes.addAllHashes(hashes)).isEqualTo(added);
        for (AddableFilter<K> other : List.of(byIterable, byArray, byHashes)) {
            assertThat(other.info()).isEqualTo(single.info());
            for (int i = 0; i < 10 * MANY; i++) {
                assertThat(other.mightContain(key(i))).isEqualTo(single.mightContain(key(i)));
            }
        }
    }

    @Test
    void addEachHash_someTwice_answersAndFillsAsSingleAdds() {
        List<K> keys = new ArrayList<>(keys(0, MANY));
        keys.addAll(keys(0, 300));
        AddableFilter<K> single = emptyFor(MANY, keys.size());
        AddableFilter<K> each = emptyFor(MANY, keys.size());
        long[] hashes = new long[keys.size()];
        boolean[] added = new boolean[keys.size()];
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] = single.hash(keys.get(i));
            added[i] = single.addHash(hashes[i]);
        }
        assertThat(each.addEachHash(hashes)).isEqualTo(added);
        assertThat(each.info()).isEqualTo(single.info());
        for (K key : keys) {
            assertThat(each.mightContain(key)).isTrue();
        }
        assertThat(each.addEachHash(new long[0])).isEmpty();
        assertThatNullPointerException()
                .isThrownBy(() -> each.addEachHash(nothing()))
                .withMessage("hashes");
    }

    @Test
    void addAll_nothing_changesNothing() {
        AddableFilter<K> filter = empty(10);
        assertThat(filter.addAll(List.<K>of())).isZero();
        assertThat(filter.addAll(array(List.<K>of()))).isZero();
        assertThat(filter.addAllHashes(new long[0])).isZero();
        assertThat(filter.info().insertions()).isZero();
    }

    @Test
    void adds_nullKey_throwAndNameTheParameter() {
        AddableFilter<K> filter = empty(10);
        assertThatNullPointerException().isThrownBy(() -> filter.add(nothing())).withMessage("key");
        assertThatNullPointerException()
                .isThrownBy(() -> filter.addAll(Collections.singletonList(MembershipFilterContract.<K>nothing())))
                .withMessage("key");
        assertThat(filter.info().insertions()).isZero();
    }

    @Test
    void add_beyondCapacity_losesNothingAndSaysSo() {
        AddableFilter<K> filter = empty(100);
        int offered = 1_000; // with five times its keys a windowed filter of one slice is still near its target
        int taken = 0;
        while (taken < offered && filter.tryAdd(key(taken)) != AddResult.FULL) {
            taken++;
        }
        for (int i = 0; i < taken; i++) {
            assertThat(filter.mightContain(key(i))).isTrue();
        }
        double target = filter.info().targetFpp();
        if (fillsUp()) {
            assertThat(taken).isBetween(100, 499);
            assertRefuses(filter, key(taken));
            return;
        }
        assertThat(taken).isEqualTo(offered);
        if (grows()) {
            assertThat(filter.expectedFpp()).isLessThanOrEqualTo(target);
        } else {
            assertThat(filter.expectedFpp()).isGreaterThan(target);
            assertThat(filter.info().currentFpp()).isGreaterThan(target);
        }
    }

    private void assertRefuses(AddableFilter<K> filter, K key) {
        FilterInfo before = filter.info();
        assertThat(filter.tryAdd(key)).isEqualTo(AddResult.FULL);
        assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> filter.add(key));
        assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> filter.addHash(filter.hash(key)));
        assertThat(filter.info()).as("nothing changed").isEqualTo(before);
    }

    @Test
    void quickInfo_anyFill_agreesWithInfo() {
        AddableFilter<K> filter = emptyFor(MANY, MANY);
        for (int i = 0; i < MANY; i++) {
            filter.add(key(i));
            if (i % (MANY / 4) == 0) {
                FilterInfo info = filter.info();
                QuickInfo quick = filter.quickInfo();
                assertThat(quick.spec()).isEqualTo(info.spec());
                assertThat(quick.insertions()).isEqualTo(info.insertions());
                assertThat(quick.capacity()).isEqualTo(info.capacity());
                assertThat(quick.memoryBytes()).isEqualTo(info.memoryBytes());
                assertThat(quick.fillRatio()).isCloseTo(info.fillRatio(), within(quick.sampled() ? 0.015 : 1e-9));
            }
        }
    }

    @Test
    void expectedFpp_asKeysCome_risesFromZero() {
        AddableFilter<K> filter = empty(MANY);
        assertThat(filter.expectedFpp()).isZero();
        double before = 0;
        for (int i = 0; i < MANY; i += 100) {
            filter.addAll(keys(i, i + 100));
            assertThat(filter.expectedFpp()).isGreaterThan(before);
            before = filter.expectedFpp();
        }
        double allowed = estimatesInsertions() ? 1.25 : 1.1;
        assertThat(before).isLessThanOrEqualTo(allowed * filter.info().targetFpp());
    }

    @Test
    void clear_fullFilter_isLikeNew() {
        AddableFilter<K> filter = empty(MANY);
        filter.addAll(keys(0, MANY));
        filter.clear();
        assertThat(filter.info()).isEqualTo(empty(MANY).info());
        for (int i = 0; i < MANY; i++) {
            assertThat(filter.mightContain(key(i))).isFalse();
        }
        assertThat(filter.add(key(0))).isTrue();
        assertThat(filter.mightContain(key(0))).isTrue();
    }

    @Test
    void addAndQuery_manyThreads_everyPublishedKeyIsSeen() throws InterruptedException {
        int writers = sharedByWriters() ? ConcurrentAdds.THREADS : 1;
        int perWriter = 8 * MANY;
        ConcurrentAdds.check(empty((long) writers * perWriter), this::key, writers, perWriter);
    }
}
