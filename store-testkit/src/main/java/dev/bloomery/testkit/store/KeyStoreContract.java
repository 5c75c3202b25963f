package dev.bloomery.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every {@link KeyStore} promises.
 *
 * @param <K> the type of the keys
 */
public abstract class KeyStoreContract<K> {
    private static final int THREADS = 8;

    /** A store without any key. */
    protected abstract KeyStore<K> emptyStore() throws Exception;

    protected abstract KeyEncoder<K> encoder();

    /** Key number {@code index}; different numbers give different keys. */
    protected abstract K key(int index);

    /** Keys that are easily taken for something else: empty, quoted, long, of other alphabets. */
    protected abstract List<K> strangeKeys();

    private List<K> keys(int from, int to) {
        return IntStream.range(from, to).mapToObj(this::key).toList();
    }

    @Test
    void contains_emptyStore_isFalse() throws Exception {
        KeyStore<K> store = emptyStore();
        assertThat(store.contains(key(0))).isFalse();
        assertThat(store.containsWhich(keys(0, 10))).isEmpty();
        assertThat(scanned(store)).isEmpty();
    }

    @Test
    void insert_newKey_isThereOnce() throws Exception {
        KeyStore<K> store = emptyStore();
        assertThat(store.insert(key(0))).isTrue();
        assertThat(store.insert(key(0))).isFalse();
        assertThat(store.contains(key(0))).isTrue();
        assertThat(store.contains(key(1))).isFalse();
        assertThat(scanned(store)).containsExactly(key(0));
    }

    @Test
    void delete_presentKey_isGone() throws Exception {
        KeyStore<K> store = emptyStore();
        assertThat(store.delete(key(0))).isFalse();
        assertThat(store.insert(key(0))).isTrue();
        assertThat(store.insert(key(1))).isTrue();
        assertThat(store.delete(key(0))).isTrue();
        assertThat(store.delete(key(0))).isFalse();
        assertThat(store.contains(key(0))).isFalse();
        assertThat(store.contains(key(1))).isTrue();
        assertThat(store.insert(key(0))).isTrue();
    }

    @Test
    void replace_oldThereAndNewNot_changesBoth() throws Exception {
        KeyStore<K> store = emptyStore();
        assertThat(store.insert(key(0))).isTrue();
        assertThat(store.replace(key(0), key(1))).isTrue();
        assertThat(scanned(store)).containsExactly(key(1));
    }

    @Test
    void replace_oldAbsentOrNewPresent_changesNothing() throws Exception {
        KeyStore<K> store = emptyStore();
        assertThat(store.replace(key(0), key(1))).isFalse();
        assertThat(scanned(store)).isEmpty();
        assertThat(store.insert(key(0))).isTrue();
        assertThat(store.insert(key(1))).isTrue();
        assertThat(store.replace(key(0), key(1))).isFalse();
        assertThat(store.replace(key(2), key(1))).isFalse();
        assertThat(scanned(store)).containsExactlyInAnyOrder(key(0), key(1));
    }

    @Test
    void everything_strangeKeys_areTakenAsTheyAre() throws Exception {
        KeyStore<K> store = emptyStore();
        List<K> strange = strangeKeys();
        for (int i = 0; i < strange.size(); i++) {
            assertThat(store.contains(strange.get(i))).as("strange key %d", i).isFalse();
            assertThat(store.insert(strange.get(i))).as("strange key %d", i).isTrue();
            assertThat(store.insert(strange.get(i))).as("strange key %d", i).isFalse();
        }
        assertThat(store.containsWhich(strange)).containsExactlyInAnyOrderElementsOf(strange);
        assertThat(scanned(store)).containsExactlyInAnyOrderElementsOf(strange);
        for (K key : strange) {
            assertThat(store.replace(key, key(0))).isTrue();
            assertThat(store.replace(key(0), key)).isTrue();
            assertThat(store.delete(key)).isTrue();
        }
        assertThat(scanned(store)).isEmpty();
    }

    @Test
    void containsWhich_manyKeys_areThoseThatAreThere() throws Exception {
        KeyStore<K> store = emptyStore();
        Set<K> there = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            assertThat(store.insert(key(i * 7))).isTrue();
            there.add(key(i * 7));
        }
        assertThat(store.containsWhich(List.of())).isEmpty();
        assertThat(store.containsWhich(keys(0, 1))).containsExactly(key(0));
        for (int size : new int[] {2, 3, 1_000, 2_500}) {
            Set<K> expected = new HashSet<>(keys(0, size));
            expected.retainAll(there);
            assertThat(store.containsWhich(keys(0, size)))
                    .as("of %d keys", size)
                    .isEqualTo(expected);
        }
    }

    @Test
    void scan_manyKeys_handsOverAll() throws Exception {
        KeyStore<K> store = emptyStore();
        for (K key : keys(0, 1_200)) {
            assertThat(store.insert(key)).isTrue();
        }
        List<K> handed = new ArrayList<>();
        assertThat(store.scan(handed::add)).isEqualTo(handed.size());
        assertThat(handed).hasSizeGreaterThanOrEqualTo(1_200);
        assertThat(new HashSet<>(handed)).isEqualTo(new HashSet<>(keys(0, 1_200)));
    }

    @Test
    void scan_sinkThatThrows_endsAndLeavesTheStoreUsable() throws Exception {
        KeyStore<K> store = emptyStore();
        for (K key : keys(0, 100)) {
            assertThat(store.insert(key)).isTrue();
        }
        for (int times = 0; times < 20; times++) {
            assertThatThrownBy(() -> store.scan(key -> {
                        throw new IllegalStateException("stop");
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("stop");
        }
        assertThat(scanned(store)).hasSize(100);
        assertThat(store.insert(key(100))).isTrue();
    }

    @Test
    void scan_besideWrites_handsOverWhatStays() throws Exception {
        KeyStore<K> store = emptyStore();
        for (K key : keys(0, 500)) {
            assertThat(store.insert(key)).isTrue();
        }
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> writes = threads.submit(() -> {
                int done = 0;
                while (!over.get()) {
                    K passing = key(500 + done % 50);
                    assertThat(store.insert(passing)).isTrue();
                    assertThat(store.delete(passing)).isTrue();
                    done++;
                }
                return done;
            });
            for (int i = 0; i < 20; i++) {
                assertThat(scanned(store)).containsAll(keys(0, 500));
            }
            over.set(true);
            assertThat(writes.get()).isPositive();
        } finally {
            over.set(true);
            threads.shutdown();
        }
    }

    @Test
    void writes_thatRace_haveOneWinnerEach() throws Exception {
        KeyStore<K> store = emptyStore();
        for (int round = 0; round < 20; round++) {
            K key = key(round);
            K other = key(1_000 + round);
            assertThat(winners(() -> store.insert(key))).as("inserts").isEqualTo(1);
            assertThat(winners(() -> store.replace(key, other))).as("replaces").isEqualTo(1);
            assertThat(winners(() -> store.delete(other))).as("deletes").isEqualTo(1);
        }
        assertThat(scanned(store)).isEmpty();
    }

    private static long winners(BooleanSupplier write) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(write::getAsBoolean);
            }
            long winners = 0;
            for (Future<Boolean> one : threads.invokeAll(all)) {
                winners += one.get() ? 1 : 0;
            }
            return winners;
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void gate_overIt_answersExactly() throws Exception {
        KeyStore<K> store = emptyStore();
        for (K key : keys(0, 200)) {
            assertThat(store.insert(key)).isTrue();
        }
        try (Gate<K> gate = Gate.over(store, encoder(), BloomSpec.of(1_000, 0.1))
                .writers(StoreWriters.<K>onlyThisProcess().unguarded()) // the guard has contracts of its own
                .openWarm(keys -> {})) {
            assertThat(gate.addIfAbsent(key(200))).isTrue();
            assertThat(gate.addIfAbsent(key(0))).isFalse();
            assertThat(gate.remove(key(1))).isTrue();
            for (int i = 0; i < 1_000; i++) {
                assertThat(gate.contains(key(i))).as("key %d", i).isEqualTo(i <= 200 && i != 1);
            }
            assertThat(gate.statistics().storeCalls()).isLessThan(1_000);
        }
    }

    private Set<K> scanned(KeyStore<K> store) {
        Set<K> found = new HashSet<>();
        long unused = store.scan(found::add);
        return found;
    }
}
