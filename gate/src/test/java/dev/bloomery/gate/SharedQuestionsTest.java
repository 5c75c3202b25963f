package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bloomery.gate.internal.state.FlightWaits;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lookups that wait for the question of another: what they throw, how they get out, and that they never wait for themselves. */
@Timeout(60)
class SharedQuestionsTest {
    private final LoaderOf<Long, String> loader = new LoaderOf<>();
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch mayAnswer = new CountDownLatch(1);

    /** A lookup in a thread of its own, and what came of it. */
    private final class Asking {
        private final AtomicBoolean interrupted = new AtomicBoolean();
        private volatile @Nullable Object found;
        private volatile @Nullable Throwable thrown;
        private final Thread thread;

        Asking(Supplier<?> lookup) {
            thread = new Thread(() -> {
                thrown = catchThrowable(() -> found = lookup.get());
                interrupted.set(Thread.currentThread().isInterrupted());
            });
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }

        StoreException problem() {
            return (StoreException) Objects.requireNonNull(thrown);
        }

        /** When it waits for the question of another. */
        Asking waiting() {
            awaitUntil(() -> FlightWaits.waitedForBy(thread) != null);
            return this;
        }

        Asking ended() throws InterruptedException {
            thread.join(40_000);
            assertThat(thread.isAlive()).as("it hangs").isFalse();
            return this;
        }
    }

    @AfterEach
    void end() {
        mayAnswer.countDown();
        threads.forEach(Thread::interrupt);
    }

    private LoadingGate<Long, String> gate() {
        return builder().openCold(); // without a filter every lookup asks
    }

    private LoadingGateBuilder<Long, String> builder() {
        return LoadingGate.over(loader, KeyEncoder.int64(), BloomSpec.of(1_000, 1e-6))
                .writers(StoreWriters.onlyThisProcess());
    }

    /** The first one asks, two join it, one of these asks again and the other joins that: what does each of them get if all questions fail? */
    private List<Asking> threeOfWhichTheLastWaited(Function<Integer, Throwable> failureOfQuestion) throws Exception {
        AtomicInteger questions = new AtomicInteger();
        CountDownLatch firstMayFail = new CountDownLatch(1);
        CountDownLatch secondMayFail = new CountDownLatch(1);
        loader.load = key -> {
            int question = questions.incrementAndGet();
            awaitQuietly(question == 1 ? firstMayFail : secondMayFail);
            throw sneakily(failureOfQuestion.apply(question));
        };
        LoadingGate<Long, String> gate = gate();
        List<Asking> asking = new ArrayList<>();
        asking.add(new Asking(() -> gate.get(7L)));
        awaitUntil(() -> questions.get() == 1);
        asking.add(new Asking(() -> gate.get(7L)).waiting());
        asking.add(new Asking(() -> gate.get(7L)).waiting());
        firstMayFail.countDown();
        asking.get(0).ended();
        awaitUntil(() -> asking.stream()
                .anyMatch(second -> asking.stream()
                        .anyMatch(third ->
                                second != asking.get(0) && FlightWaits.waitedForBy(third.thread) == second.thread)));
        secondMayFail.countDown();
        asking.get(1).ended();
        asking.get(2).ended();
        return asking;
    }

    @Test
    void get_loaderThrowsItsOwn_isTheSameTypeForAllWhoShare() throws Exception {
        List<Asking> asking = threeOfWhichTheLastWaited(question -> new IllegalArgumentException("not mine"));
        assertThat(asking)
                .allSatisfy(lookup -> assertThat(lookup.thrown)
                        .isExactlyInstanceOf(StoreException.class)
                        .cause()
                        .isExactlyInstanceOf(IllegalArgumentException.class)
                        .hasMessage("not mine"));
        assertThat(loader.loads).as("the last one did not ask itself").hasValue(2);
    }

    @Test
    void get_loaderThrowsStoreException_messageCauseAndOutcomeAreTheSameForAllWhoShare() throws Exception {
        List<Asking> asking = threeOfWhichTheLastWaited(
                question -> new StoreException("down", new IOException("reset"), Outcome.NOT_DONE));
        assertThat(asking).allSatisfy(lookup -> {
            assertThat(lookup.thrown).isExactlyInstanceOf(StoreException.class).hasMessage("down");
            assertThat(lookup.thrown).cause().isExactlyInstanceOf(IOException.class);
            assertThat(lookup.problem().outcome()).isEqualTo(Outcome.NOT_DONE);
        });
        assertThat(asking.get(0).thrown).isNotSameAs(asking.get(1).thrown);
        assertThat(asking.stream().filter(lookup -> lookup.problem().getSuppressed().length == 1))
                .as("the one that waited names the one it waited for")
                .hasSize(1);
    }

    /** Some languages throw checked exceptions from anywhere; then nobody may wait for ever. */
    @Test
    void get_loaderThrowsChecked_isTheCauseForAllWhoShare() throws Exception {
        List<Asking> asking = threeOfWhichTheLastWaited(question -> new IOException("reset"));
        assertThat(asking)
                .allSatisfy(lookup -> assertThat(lookup.thrown)
                        .isExactlyInstanceOf(StoreException.class)
                        .cause()
                        .isExactlyInstanceOf(IOException.class));
    }

    @Test
    void get_loaderThrowsError_isNotShared() throws Exception {
        List<Asking> asking = threeOfWhichTheLastWaited(question -> new AssertionError("question " + question));
        assertThat(asking).extracting(lookup -> lookup.thrown).allMatch(AssertionError.class::isInstance);
        assertThat(loader.loads).as("each asked itself").hasValue(3);
    }

    @Test
    void getAll_loaderThrowsItsOwn_isOfTheSameType() {
        loader.load = key -> {
            throw new IllegalArgumentException("not mine");
        };
        assertThatThrownBy(() -> gate().getAll(List.of(1L, 2L)))
                .isExactlyInstanceOf(StoreException.class)
                .hasCauseExactlyInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void contains_storeThrowsItsOwn_saysPresentIfToldSo() {
        KeyStore<Long> broken = new FailingStore();
        assertThatThrownBy(() -> broken(broken, WhenStoreFails.THROW).contains(1L))
                .isExactlyInstanceOf(StoreException.class)
                .hasCauseExactlyInstanceOf(IllegalStateException.class);
        Gate<Long> optimist = broken(broken, WhenStoreFails.SAY_PRESENT);
        assertThat(optimist.contains(1L)).isTrue();
        assertThat(optimist.containsWhich(List.of(1L, 2L))).containsExactly(1L, 2L);
    }

    private static Gate<Long> broken(KeyStore<Long> store, WhenStoreFails whenStoreFails) {
        return Gate.over(store, KeyEncoder.int64(), BloomSpec.of(1_000, 1e-6))
                .writers(StoreWriters.onlyThisProcess())
                .whenStoreFails(whenStoreFails)
                .openCold();
    }

    // getting out

    @Test
    void get_interruptedWhileItWaitsForAnother_getsOutAndStaysInterrupted() throws Exception {
        LoadingGate<Long, String> gate = slowGate(builder());
        Asking first = new Asking(() -> gate.get(7L));
        awaitUntil(() -> loader.loads.get() == 1);
        Asking second = new Asking(() -> gate.get(7L)).waiting();
        second.thread.interrupt();
        second.ended();
        assertThat(second.thrown)
                .isExactlyInstanceOf(StoreException.class)
                .hasCauseExactlyInstanceOf(InterruptedException.class);
        assertThat(second.interrupted).isTrue();
        mayAnswer.countDown();
        assertThat(first.ended().found).isEqualTo(Optional.of("page 7"));
        assertThat(gate.get(7L)).as("the flight has ended properly").contains("page 7");
    }

    @Test
    void get_anotherTakesTooLong_getsOutAndTheOtherGoesOn() throws Exception {
        LoadingGate<Long, String> gate = slowGate(builder().longestWait(Duration.ofMillis(20)));
        Asking first = new Asking(() -> gate.get(7L));
        awaitUntil(() -> loader.loads.get() == 1);
        Asking second = new Asking(() -> gate.get(7L)).ended();
        assertThat(second.thrown)
                .isExactlyInstanceOf(StoreException.class)
                .hasCauseExactlyInstanceOf(TimeoutException.class)
                .hasMessageContaining("20 ms");
        mayAnswer.countDown();
        assertThat(first.ended().found).isEqualTo(Optional.of("page 7"));
    }

    @Test
    void get_anotherTakesTooLong_fallbackIsAsked() throws Exception {
        LoadingGate<Long, String> gate = slowGate(
                builder().longestWait(Duration.ofMillis(20)).whenLoaderFails(key -> Optional.of("older page")));
        Asking first = new Asking(() -> gate.get(7L));
        awaitUntil(() -> loader.loads.get() == 1);
        assertThat(new Asking(() -> gate.get(7L)).ended().found).isEqualTo(Optional.of("older page"));
        mayAnswer.countDown();
        assertThat(first.ended().found).isEqualTo(Optional.of("page 7"));
    }

    private LoadingGate<Long, String> slowGate(LoadingGateBuilder<Long, String> builder) {
        loader.load = key -> {
            awaitQuietly(mayAnswer);
            return Optional.of("page " + key);
        };
        return builder.openCold();
    }

    @Test
    void rebuild_interruptedWhileItWaitsForAnother_getsOutAndStaysInterrupted() throws Exception {
        CountDownLatch scans = new CountDownLatch(1);
        loader.scanned = () -> {
            scans.countDown();
            awaitQuietly(mayAnswer);
        };
        LoadingGate<Long, String> gate = gate();
        Asking first = new Asking(gate::rebuild);
        scans.await();
        Asking second = new Asking(gate::rebuild);
        second.thread.interrupt();
        assertThat(second.ended().thrown).isInstanceOf(RebuildException.class);
        assertThat(second.interrupted).isTrue();
        mayAnswer.countDown();
        assertThat(first.ended().thrown).isNull();
    }

    // recursion

    private void assertRecursionIsReported(Supplier<?> lookup) throws Exception {
        @Nullable Throwable thrown = new Asking(lookup).ended().thrown;
        while (thrown instanceof StoreException) {
            thrown = thrown.getCause();
        }
        assertThat(thrown).isExactlyInstanceOf(IllegalStateException.class).hasMessageContaining("wait for itself");
    }

    @Test
    void get_loaderAsksForItsOwnKey_isReported() throws Exception {
        LoadingGate<Long, String> gate = gate();
        loader.load = gate::get;
        assertRecursionIsReported(() -> gate.get(7L));
    }

    @Test
    void get_loaderAsksForItsOwnKeyOfAWarmGate_isReported() throws Exception {
        loader.keys = List.of(7L);
        LoadingGate<Long, String> gate = builder().openWarm(keys -> {});
        loader.load = gate::get;
        assertRecursionIsReported(() -> gate.get(7L));
    }

    @Test
    void get_loaderAsksForItsOwnKeyByAnotherOne_isReported() throws Exception {
        LoadingGate<Long, String> gate = gate();
        loader.load = key -> gate.get(key == 7L ? 8L : 7L);
        assertRecursionIsReported(() -> gate.get(7L));
    }

    @Test
    void get_loaderAsksForItsOwnKeyByABatch_isReported() throws Exception {
        LoadingGate<Long, String> gate = gate();
        loader.load = key -> Optional.ofNullable(gate.getAll(List.of(1L, key)).get(key));
        assertRecursionIsReported(() -> gate.get(7L));
    }

    @Test
    void getAll_loaderAsksForTheSameBatch_isReported() throws Exception {
        LoadingGate<Long, String> gate = gate();
        loader.loadAll = gate::getAll;
        assertRecursionIsReported(() -> gate.getAll(List.of(1L, 2L)));
    }

    @Test
    void getAll_loaderAsksForAPartOfItsBatch_isAnswered() throws Exception {
        LoadingGate<Long, String> gate = gate();
        loader.loadAll = keys -> keys.size() == 1 ? Map.of(1L, "one") : gate.getAll(List.of(1L));
        assertThat(new Asking(() -> gate.getAll(List.of(1L, 2L))).ended().found).isEqualTo(Map.of(1L, "one"));
    }

    @Test
    void contains_storeAsksTheGateForTheSameKey_isReported() throws Exception {
        FailingStore store = new FailingStore();
        Gate<Long> gate = broken(store, WhenStoreFails.THROW);
        store.contains = gate::contains;
        assertRecursionIsReported(() -> gate.contains(7L));
    }

    /** Two threads load a key each, and both loaders ask for the other's key. */
    @Test
    void get_loadersOfTwoThreadsAskForEachOthersKeys_isReported() throws Exception {
        for (int i = 0; i < 200; i++) {
            CyclicBarrier bothLoad = new CyclicBarrier(2);
            LoadingGate<Long, String> gate = gate();
            AtomicInteger first = new AtomicInteger();
            loader.load = key -> {
                if (first.incrementAndGet() <= 2) {
                    awaitQuietly(bothLoad);
                }
                return gate.get(key == 7L ? 8L : 7L);
            };
            Asking seven = new Asking(() -> gate.get(7L));
            Asking eight = new Asking(() -> gate.get(8L));
            assertThat(seven.ended().thrown).isInstanceOf(StoreException.class);
            assertThat(eight.ended().thrown).isInstanceOf(StoreException.class);
        }
    }

    /** Many wait for many, but never in a circle: the loader of a key asks for the one below it. */
    @Test
    void get_loadersAskForOtherKeysWithoutACircle_nothingIsReported() throws Exception {
        LoadingGate<Long, String> gate = gate();
        loader.load = key -> {
            LockSupport.parkNanos(1); // others come in between
            return key == 0 ? Optional.of("0") : gate.get(key - 1).map(below -> below + " " + key);
        };
        ConcurrentLinkedQueue<Throwable> problems = new ConcurrentLinkedQueue<>();
        List<Asking> all = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            long firstKey = thread;
            all.add(new Asking(() -> {
                for (long i = 0; i < 2_000; i++) {
                    long key = (firstKey + i) % 6;
                    @Nullable
                    Throwable thrown = catchThrowable(
                            () -> assertThat(gate.get(key).orElseThrow()).endsWith(Long.toString(key)));
                    if (thrown != null) {
                        problems.add(thrown);
                    }
                }
                return "";
            }));
        }
        for (Asking each : all) {
            each.thread.join(40_000);
            assertThat(each.thread.isAlive()).isFalse();
        }
        assertThat(problems).isEmpty();
        assertThat(gate.statistics().shared()).as("some waited").isPositive();
    }

    private static void awaitUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(100_000);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitQuietly(CyclicBarrier barrier) {
        try {
            int unused = barrier.await();
        } catch (Exception end) {
            throw new IllegalStateException(end);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneakily(Throwable problem) throws T {
        throw (T) problem;
    }

    private static final class LoaderOf<K, V> implements Loader<K, V> {
        private final AtomicInteger loads = new AtomicInteger();
        private volatile Function<K, Optional<V>> load = key -> Optional.empty();
        private volatile @Nullable Function<Collection<K>, Map<K, V>> loadAll;
        private volatile Runnable scanned = () -> {};
        private volatile List<K> keys = List.of();

        @Override
        public Optional<V> load(K key) {
            loads.incrementAndGet();
            return load.apply(key);
        }

        @Override
        public Map<K, V> loadAll(Collection<K> many) {
            Function<Collection<K>, Map<K, V>> own = loadAll;
            return own == null ? Loader.super.loadAll(many) : own.apply(many);
        }

        @Override
        public long scan(Consumer<? super K> sink) {
            scanned.run();
            keys.forEach(sink);
            return keys.size();
        }
    }

    private static final class FailingStore implements KeyStore<Long> {
        private volatile Function<Long, Boolean> contains = key -> {
            throw new IllegalStateException("not ready");
        };

        @Override
        public boolean contains(Long key) {
            return contains.apply(key);
        }

        @Override
        public boolean insert(Long key) {
            return false;
        }

        @Override
        public boolean delete(Long key) {
            return false;
        }

        @Override
        public boolean replace(Long oldKey, Long newKey) {
            return false;
        }

        @Override
        public long scan(Consumer<? super Long> sink) {
            return 0;
        }
    }
}
