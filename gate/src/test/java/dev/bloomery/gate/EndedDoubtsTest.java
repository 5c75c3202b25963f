package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Doubts that end by a time that the user vouches for, over a store that executes commands late. */
@Timeout(60)
class EndedDoubtsTest {
    private static final long KEY = 7;

    private final AtomicLong now = new AtomicLong(-3_000_000_000L);
    private final LateStore store = new LateStore();

    private GateBuilder<Long> builder() {
        GateBuilder<Long> builder = Gate.over(store, KeyEncoder.int64(), CountingSpec.of(BloomSpec.of(1_000, 1e-6)))
                .writers(StoreWriters.onlyThisProcess());
        builder.settings.nanoTime = now::get;
        return builder;
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private void insertLate(Gate<Long> gate, long key) {
        store.late = true;
        assertThatThrownBy(() -> gate.addIfAbsent(key)).isInstanceOf(StoreException.class);
        store.late = false;
    }

    @Test
    void settleOlderThan_someOlder_endsThoseAlone() {
        Gate<Long> gate = builder().openWarm(keys -> {});
        insertLate(gate, 1);
        pass(Duration.ofSeconds(10));
        insertLate(gate, 2);
        pass(Duration.ofSeconds(1));
        assertThat(gate.settleOlderThan(Duration.ofSeconds(11)))
                .as("not older, but as old")
                .isZero();
        assertThat(gate.settleOlderThan(Duration.ofSeconds(10))).isEqualTo(1);
        assertThat(gate.inDoubt()).containsExactly(2L);
        assertThat(gate.settleOlderThan(Duration.ofSeconds(10))).isZero();
        assertThat(gate.settleOlderThan(Duration.ZERO)).isEqualTo(1);
        assertThat(gate.statistics().inDoubt()).isZero();
    }

    /** The time of a key is that of its last doubt. */
    @Test
    void settleOlderThan_secondDoubtOfTheKey_countsFromThat() {
        Gate<Long> gate = builder().openWarm(keys -> {});
        insertLate(gate, KEY);
        pass(Duration.ofSeconds(10));
        insertLate(gate, KEY);
        pass(Duration.ofSeconds(5));
        assertThat(gate.settleOlderThan(Duration.ofSeconds(6))).isZero();
        assertThat(gate.inDoubt()).containsExactly(KEY);
    }

    @Test
    void settleOlderThan_longerThanAnyClock_endsNothing() {
        Gate<Long> gate = builder().openWarm(keys -> {});
        insertLate(gate, KEY);
        assertThat(gate.settleOlderThan(Duration.ofSeconds(Long.MAX_VALUE))).isZero();
    }

    /** Once the doubt is over a delete takes the key out of the filter again. */
    @Test
    void settleOlderThan_thenRemoved_isForgotten() {
        Gate<Long> gate = builder().openWarm(keys -> {});
        insertLate(gate, KEY);
        store.executeLate();
        pass(Duration.ofSeconds(10));
        assertThat(gate.settleOlderThan(Duration.ofSeconds(9))).isEqualTo(1);
        assertThat(gate.remove(KEY)).isTrue();
        assertThat(gate.isCertainlyAbsent(KEY)).isTrue();
    }

    @Test
    void doubtsEndAfter_given_endsThemByItself() {
        Gate<Long> gate = builder().doubtsEndAfter(Duration.ofSeconds(30)).openWarm(keys -> {});
        insertLate(gate, 1);
        pass(Duration.ofSeconds(20));
        insertLate(gate, 2);
        pass(Duration.ofSeconds(10));
        assertThat(gate.inDoubt()).as("as old, not older").containsExactlyInAnyOrder(1L, 2L);
        pass(Duration.ofNanos(1));
        assertThat(gate.inDoubt()).containsExactly(2L);
        pass(Duration.ofSeconds(20));
        assertThat(gate.statistics().inDoubt()).isZero();
        insertLate(gate, 3);
        pass(Duration.ofSeconds(31));
        assertThat(gate.rebuild().inDoubt()).as("the rebuild has not to add it").isZero();
        insertLate(gate, 4);
        store.executeLate();
        pass(Duration.ofSeconds(31));
        assertThat(gate.remove(4L)).as("and a delete takes it out").isTrue();
        assertThat(gate.isCertainlyAbsent(4L)).isTrue();
    }

    @Test
    void settleByStore_storeThatKnows_endsWhatItSays() {
        Gate<Long> gate = builder().openWarm(keys -> {});
        insertLate(gate, 1);
        insertLate(gate, 2);
        assertThat(gate.settleByStore()).as("this store knows nothing").isZero();
        store.ended.add(2L);
        assertThat(gate.settleByStore()).isEqualTo(1);
        assertThat(gate.inDoubt()).containsExactly(1L);
    }

    /** Another write of the key comes into doubt while the store is asked about the first. */
    @Test
    void settleByStore_doubtThatComesMeanwhile_stays() {
        Gate<Long> gate = builder().openWarm(keys -> {});
        insertLate(gate, KEY);
        store.ended.add(KEY);
        store.whenAsked = () -> insertLate(gate, KEY);
        assertThat(gate.settleByStore()).isZero();
        assertThat(gate.inDoubt()).containsExactly(KEY);
        store.whenAsked = () -> {};
        assertThat(gate.settleByStore()).isEqualTo(1);
    }

    /** Two inserts are in doubt, and share one copy in the next filter. */
    private Gate<Long> withTwoDoubtsAndOneCopy() {
        Gate<Long> gate = builder().openWarm(keys -> {});
        insertLate(gate, KEY);
        insertLate(gate, KEY);
        assertThat(gate.rebuild().inDoubt()).isEqualTo(1);
        return gate;
    }

    @Test
    void remove_whileOneOfTwoIsStillLate_leavesTheCopy() {
        Gate<Long> gate = withTwoDoubtsAndOneCopy();
        store.executeLate();
        assertThat(gate.remove(KEY)).isTrue();
        store.executeLate();
        assertThat(gate.contains(KEY)).isTrue();
        pass(Duration.ofSeconds(10));
        assertThat(gate.settleOlderThan(Duration.ofSeconds(9))).isEqualTo(1);
        assertThat(gate.contains(KEY)).isTrue();
    }

    /** Control: what is said of the time must be true. */
    @Test
    void remove_afterATimeThatWasTooShort_getsAWrongNo() {
        Gate<Long> gate = withTwoDoubtsAndOneCopy();
        pass(Duration.ofSeconds(1));
        store.executeLate();
        assertThat(gate.settleOlderThan(Duration.ofMillis(1))).isEqualTo(1);
        assertThat(gate.remove(KEY)).isTrue();
        store.executeLate();
        assertThat(store.contains(KEY)).isTrue();
        assertThat(gate.contains(KEY)).as("the only copy is gone").isFalse();
    }

    /**
     * Control: a rebuild that begins before a write takes effect, and after its doubt was ended, misses the
     * key.
     */
    @Test
    void rebuild_afterATimeThatWasTooShort_missesTheKey() {
        Gate<Long> gate = builder().doubtsEndAfter(Duration.ofMillis(1)).openWarm(keys -> {});
        insertLate(gate, KEY);
        pass(Duration.ofSeconds(1));
        gate.rebuild();
        store.executeLate();
        assertThat(store.contains(KEY)).isTrue();
        assertThat(gate.contains(KEY)).isFalse();
    }

    /**
     * The delete has found the row of the first insert, and has not returned yet; then the second one takes
     * effect, and somebody says, truly, that the doubts have ended. The
     * delete must not take the one copy, which the second insert needs.
     */
    @Test
    void remove_whileSomebodySettles_leavesTheCopy() throws Exception {
        for (boolean byTime : new boolean[] {false, true}) {
            Gate<Long> gate = withTwoDoubtsAndOneCopy();
            store.executeLate();
            store.pauseDelete();
            ExecutorService other = Executors.newSingleThreadExecutor();
            try {
                Future<Boolean> removed = other.submit(() -> gate.remove(KEY));
                assertThat(store.deleted.await(40, TimeUnit.SECONDS)).isTrue();
                store.executeLate();
                pass(Duration.ofSeconds(10));
                if (byTime) {
                    assertThat(gate.settleOlderThan(Duration.ofSeconds(9))).isEqualTo(1);
                } else {
                    gate.settle(KEY);
                }
                store.mayReturn.countDown();
                assertThat(removed.get(40, TimeUnit.SECONDS)).isTrue();
            } finally {
                other.shutdownNow();
            }
            assertThat(store.contains(KEY)).isTrue();
            assertThat(gate.contains(KEY)).isTrue();
            assertThat(gate.remove(KEY)).isTrue();
            gate.close();
            store.clear();
        }
    }

    /** The same of a transaction, whose delete the gate hears of when it is done. */
    @Test
    void ticket_thatHasDeletedBeforeSomebodySettles_leavesTheCopy() {
        Gate<Long> gate = withTwoDoubtsAndOneCopy();
        store.executeLate();
        try (WriteTicket<Long> ticket = gate.beginWrite()) {
            assertThat(store.delete(KEY)).isTrue();
            store.executeLate();
            gate.settle(KEY);
            ticket.deleted(KEY);
            ticket.committed();
        }
        assertThat(gate.contains(KEY)).isTrue();
    }

    /**
     * Executes what it is told to be late when the test says so, at any time after it has said that the
     * outcome is unknown.
     */
    private static final class LateStore implements KeyStore<Long> {
        private final Set<Long> keys = ConcurrentHashMap.newKeySet();
        private final Deque<BooleanSupplier> onTheirWay = new ArrayDeque<>();
        private final Set<Long> ended = ConcurrentHashMap.newKeySet();
        private Runnable whenAsked = () -> {};
        private boolean late;
        private CountDownLatch deleted = new CountDownLatch(0);
        private volatile CountDownLatch mayReturn = new CountDownLatch(0);

        void executeLate() {
            boolean unused = onTheirWay.removeLast().getAsBoolean();
        }

        void pauseDelete() {
            deleted = new CountDownLatch(1);
            mayReturn = new CountDownLatch(1);
        }

        void clear() {
            keys.clear();
            onTheirWay.clear();
        }

        @Override
        public boolean awaitEarlierWrites(Long key) {
            whenAsked.run();
            return ended.contains(key);
        }

        @Override
        public boolean contains(Long key) {
            return keys.contains(key);
        }

        @Override
        public boolean insert(Long key) {
            if (late) {
                onTheirWay.add(() -> keys.add(key));
                throw new StoreException("no answer in time", null);
            }
            return keys.add(key);
        }

        @Override
        public boolean delete(Long key) {
            boolean had = keys.remove(key);
            deleted.countDown();
            try {
                mayReturn.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return had;
        }

        @Override
        public boolean replace(Long oldKey, Long newKey) {
            return keys.contains(oldKey) && keys.add(newKey) && keys.remove(oldKey);
        }

        @Override
        public long scan(Consumer<? super Long> sink) {
            Set<Long> all = Set.copyOf(keys);
            all.forEach(sink);
            return all.size();
        }
    }
}
