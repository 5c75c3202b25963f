package dev.bloomery.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.interop.guava.GuavaFilter;
import dev.bloomery.interop.guava.GuavaFilters;
import dev.bloomery.interop.guava.GuavaKeys;
import dev.bloomery.key.KeyEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class BridgedFilterTest {
    private static final int KEYS = 20_000;

    private final GuavaFilter<String> old = GuavaFilters.create(GuavaKeys.strings(StandardCharsets.UTF_8), KEYS, 0.01);
    private final BloomFilter<String> fresh = empty();

    private static BloomFilter<String> empty() {
        return Filters.bloom(KeyEncoder.utf8()).capacity(KEYS).targetFpp(0.005).build();
    }

    private BridgedFilter<String> bridged() {
        for (int i = 0; i < KEYS; i++) {
            old.add("old" + i);
        }
        return BridgedFilter.of(fresh, old);
    }

    @Test
    void mightContain_keysOfBoth_areFoundAndTheFppIsTheSum() {
        BridgedFilter<String> both = bridged();
        for (int i = 0; i < KEYS; i++) {
            both.add("new" + i);
        }
        int maybe = 0;
        int probes = 200_000;
        for (int i = 0; i < KEYS; i++) {
            assertThat(both.mightContain("old" + i)).isTrue();
            assertThat(both.mightContain("new" + i)).isTrue();
        }
        for (int i = 0; i < probes; i++) {
            maybe += both.mightContain("absent" + i) ? 1 : 0;
        }
        double measured = (double) maybe / probes;
        assertThat(both.expectedFpp()).isBetween(0.0145, 0.0155);
        assertThat(measured).isBetween(0.9 * both.expectedFpp(), 1.1 * both.expectedFpp());
        assertThat(both.info().targetFpp()).isBetween(0.0145, 0.0155);
        assertThat(both.info().memoryBytes()).isGreaterThan(old.info().memoryBytes());
        assertThat(both.info().toString()).contains("Bloom filter", "guava filter");
    }

    @Test
    void add_keyThatTheOldOneMayHave_isNotNewAndIsInTheNewOne() {
        BridgedFilter<String> both = bridged();
        assertThat(both.add("old1")).isFalse();
        assertThat(both.tryAdd("old2")).isEqualTo(AddResult.MAYBE_PRESENT);
        assertThat(both.tryAdd("surely new")).isEqualTo(AddResult.ADDED);
        assertThat(both.tryAdd("surely new")).isEqualTo(AddResult.MAYBE_PRESENT);
        assertThat(old.mightContain("surely new")).isFalse();
        both.dropOld();
        assertThat(both.mightContain("old1")).isTrue();
        assertThat(both.mightContain("old2")).isTrue();
        assertThat(both.add("old1")).isFalse();
    }

    @Test
    void dropOld_then_onlyTheNewOneIsAsked() {
        BridgedFilter<String> both = bridged();
        both.add("new");
        both.dropOld();
        assertThat(both.old()).isEmpty();
        assertThat(both.expectedFpp()).isEqualTo(fresh.expectedFpp());
        assertThat(both.info().memoryBytes()).isEqualTo(fresh.info().memoryBytes());
        assertThat(both.mightContain("new")).isTrue();
        int left = 0;
        for (int i = 0; i < KEYS; i++) {
            left += both.mightContain("old" + i) ? 1 : 0;
        }
        assertThat(left).isLessThan(10);
    }

    @Test
    void tryAdd_newOneIsFull_saysSo() {
        BloomFilter<String> small = Filters.bloom(KeyEncoder.utf8())
                .capacity(1)
                .targetFpp(0.01)
                .whenFull(CapacityPolicy.REJECT)
                .build();
        BridgedFilter<String> both = BridgedFilter.of(small, old);
        AddResult last = AddResult.ADDED;
        for (int i = 0; i < 100 && last != AddResult.FULL; i++) {
            last = both.tryAdd("key" + i);
        }
        assertThat(last).isEqualTo(AddResult.FULL);
    }

    @Test
    void asAddable_byHash_neverSaysNoWhileTheOldOneIsThere() {
        BridgedFilter<String> both = bridged();
        AddableFilter<String> view = both.asAddable();
        assertThat(view.mightContainHash(view.hash("absent"))).isTrue();
        assertThat(view.mightContain("absent")).isEqualTo(both.mightContain("absent"));
        assertThat(view.addHash(view.hash("by hash"))).isFalse();
        both.dropOld();
        assertThat(view.mightContainHash(view.hash("absent"))).isFalse();
        assertThat(view.mightContain("by hash")).isTrue();
        assertThat(view.addHash(view.hash("another"))).isTrue();
        view.clear();
        assertThat(view.mightContain("another")).isFalse();
    }

    /**
     * A gate scans its store into the new filter; the old one only adds false positives, which the store
     * corrects.
     */
    @Test
    void asAddable_behindAGate_answersExactly() {
        for (int i = 0; i < KEYS; i++) {
            old.add("old" + i);
        }
        MemoryStore store = new MemoryStore();
        for (int i = 0; i < KEYS; i += 2) {
            store.keys.add("old" + i);
        }
        try (Gate<String> gate = Gate.over(
                        store, () -> BridgedFilter.of(fresh, old).asAddable())
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {})) {
            for (int i = 0; i < KEYS; i++) {
                assertThat(gate.contains("old" + i)).isEqualTo(i % 2 == 0);
                assertThat(gate.contains("absent" + i)).isFalse();
            }
            assertThat(store.asked).isLessThan(KEYS + KEYS / 20); // nearly all absent ones were answered by the filters
            assertThat(gate.addIfAbsent("written")).isTrue();
            assertThat(gate.addIfAbsent("old1")).isTrue();
            assertThat(gate.contains("written")).isTrue();
            assertThat(gate.contains("old1")).isTrue();
            assertThat(gate.info().orElseThrow().expectedFpp()).isGreaterThan(0.01);
        }
    }

    private static final class MemoryStore implements KeyStore<String> {
        final Set<String> keys = ConcurrentHashMap.newKeySet();
        int asked;

        @Override
        public boolean contains(String key) {
            asked++;
            return keys.contains(key);
        }

        @Override
        public boolean insert(String key) {
            return keys.add(key);
        }

        @Override
        public boolean delete(String key) {
            return keys.remove(key);
        }

        @Override
        public boolean replace(String oldKey, String newKey) {
            return keys.remove(oldKey) && keys.add(newKey);
        }

        @Override
        public long scan(Consumer<? super String> sink) {
            keys.forEach(sink);
            return keys.size();
        }
    }
}
