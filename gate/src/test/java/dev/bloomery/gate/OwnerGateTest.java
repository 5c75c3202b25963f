package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.family.FamilyBuilder;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.fixture.InMemoryOwnerStore;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.store.OwnedKey;
import dev.bloomery.gate.store.OwnedKeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class OwnerGateTest {
    private final InMemoryOwnerStore store = new InMemoryOwnerStore();

    @TempDir
    Path parent;

    private static FamilyBuilder<Integer, Integer> family() {
        return FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 0.01);
    }

    private OwnerGateBuilder<Integer, Integer> builder() {
        return OwnerGate.over(store, family()).writers(StoreWriters.onlyThisProcess());
    }

    private OwnerGate<Integer, Integer> warm() {
        return builder().openWarm(keys -> {});
    }

    private long lookups() {
        return store.pairs.lookups.sum();
    }

    @Test
    void contains_absentKeys_ninetyNinePercentNeverReachTheStore() {
        for (int owner = 0; owner < 1_000; owner++) {
            for (int key = 0; key < InMemoryOwnerStore.KEYS / 2; key++) {
                assertThat(store.insert(owner, key)).isTrue();
            }
        }
        OwnerGate<Integer, Integer> gate = warm();
        for (int owner = 0; owner < 10_000; owner++) {
            for (int key = InMemoryOwnerStore.KEYS / 2; key < InMemoryOwnerStore.KEYS; key++) {
                assertThat(gate.contains(owner, key)).isFalse();
            }
        }
        assertThat(lookups()).isLessThan(40_000 / 100);
        assertThat(gate.contains(999, 3)).isTrue();
        GateStatistics statistics = gate.statistics();
        assertThat(statistics.lookups()).isEqualTo(40_001);
        assertThat(statistics.promisedFpp()).isEqualTo(0.01);
        assertThat(gate.familyInfo().orElseThrow().owners()).isEqualTo(1_000);
    }

    @Test
    void writes_oneAfterTheOther_areSeenAtOnce() {
        OwnerGate<Integer, Integer> gate = warm();
        assertThat(gate.addIfAbsent(1, 2)).isTrue();
        assertThat(gate.addIfAbsent(1, 2)).isFalse();
        assertThat(gate.contains(1, 2)).isTrue();
        assertThat(gate.contains(2, 2)).isFalse();
        assertThat(gate.containsAsync(1, 2).toCompletableFuture().join()).isTrue();
        assertThat(gate.addIfAbsentAsync(1, 4).toCompletableFuture().join()).isTrue();
        assertThat(gate.containsWhich(1, List.of(4, 3, 2))).containsExactly(4, 2);
        assertThat(gate.containsWhich(1, List.of())).isEmpty();
        assertThat(gate.remove(1, 2)).isTrue();
        assertThat(gate.remove(1, 2)).isFalse();
        assertThat(gate.contains(1, 2)).isFalse();
        assertThat(gate.removeOwner(1)).isTrue();
        assertThat(gate.removeOwner(1)).isFalse();
        assertThat(gate.contains(1, 4)).isFalse();
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
    }

    @Test
    void containsWhich_keysOfAnOwner_asksTheStoreOnce() {
        OwnerGate<Integer, Integer> gate = warm();
        IntStream.range(0, 5)
                .forEach(key -> assertThat(gate.addIfAbsent(7, key)).isTrue());
        long before = store.pairs.calls.sum();
        assertThat(gate.containsWhich(7, IntStream.range(0, 8).boxed().toList()))
                .hasSize(5);
        assertThat(store.pairs.calls.sum()).isEqualTo(before + 1);
    }

    @Test
    void removeOwner_nothingElseHappens_leavesTheFamily() {
        OwnerGate<Integer, Integer> gate = warm();
        assertThat(gate.addIfAbsent(1, 2)).isTrue();
        assertThat(gate.removeOwner(1)).isTrue();
        long before = lookups();
        assertThat(gate.contains(1, 2)).isFalse();
        assertThat(lookups()).isEqualTo(before);
        assertThat(gate.familyInfo().orElseThrow().owners()).isZero();
    }

    @Test
    void removeOwnerAsync_ownerWithKeys_isGone() {
        OwnerGate<Integer, Integer> gate = warm();
        assertThat(gate.addIfAbsent(1, 2)).isTrue();
        assertThat(gate.removeOwnerAsync(1).toCompletableFuture().join()).isTrue();
        assertThat(gate.contains(1, 2)).isFalse();
        assertThat(gate.removeOwnerAsync(1).toCompletableFuture().join()).isFalse();
    }

    @Test
    void removeOwner_besideATicketOfTheOwner_keepsItsKeys() {
        OwnerGate<Integer, Integer> gate = warm();
        assertThat(gate.addIfAbsent(1, 2)).isTrue();
        try (WriteTicket<OwnedKey<Integer, Integer>> ticket = gate.beginWrite()) {
            ticket.adding(new OwnedKey<>(1, 3));
            assertThat(gate.removeOwner(1)).isTrue();
            assertThat(store.insert(1, 3)).isTrue();
            ticket.committed();
        }
        assertThat(gate.contains(1, 3)).isTrue();
        assertThat(gate.contains(1, 2)).isFalse();
    }

    @Test
    void removeOwner_withAKeyInDoubt_keepsIt() {
        OwnerGate<Integer, Integer> gate = warm();
        try (WriteTicket<OwnedKey<Integer, Integer>> ticket = gate.beginWrite()) {
            ticket.adding(new OwnedKey<>(1, 3));
        }
        assertThat(gate.inDoubt()).containsExactly(new OwnedKey<>(1, 3));
        assertThat(gate.removeOwner(1)).isFalse();
        assertThat(store.insert(1, 3)).as("the write in doubt is done").isTrue();
        assertThat(gate.contains(1, 3)).isTrue();
        gate.settle(new OwnedKey<>(1, 3));
        assertThat(gate.removeOwner(1)).isTrue();
        assertThat(gate.familyInfo().orElseThrow().owners()).isZero();
    }

    @Test
    void removeOwner_othersWriteToo_keepsItsKeys() {
        OwnerGate<Integer, Integer> gate = OwnerGate.over(store, family())
                .writers(StoreWriters.fedBy(receiver -> () -> {}, Duration.ZERO))
                .openWarm(keys -> {});
        assertThat(gate.addIfAbsent(1, 2)).isTrue();
        assertThat(gate.removeOwner(1)).isTrue();
        assertThat(gate.familyInfo().orElseThrow().owners()).isEqualTo(1);
    }

    @Test
    void removeOwner_outcomeUnknown_ownerIsInDoubtUntilSettled() {
        OwnerGate<Integer, Integer> gate = OwnerGate.over(new FailingDrops(store), family())
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        assertThat(gate.addIfAbsent(1, 2)).isTrue();
        assertThatThrownBy(() -> gate.removeOwner(1)).isInstanceOf(StoreException.class);
        assertThat(gate.statistics().inDoubt()).isEqualTo(1);
        assertThat(gate.contains(1, 2)).isTrue();
        gate.settleOwner(1);
        assertThat(gate.statistics().inDoubt()).isZero();
    }

    @Test
    void addIfAbsent_budgetUsedUpWithoutDirectory_storeIsNotWritten() {
        OwnerGate<Integer, Integer> gate = OwnerGate.over(store, family().memoryBudget(1 << 20))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        assertThatThrownBy(() -> IntStream.range(0, 1_000_000).forEach(owner -> gate.addIfAbsent(owner, 1)))
                .isInstanceOf(FilterFullException.class)
                .hasMessageContaining("the store was not written");
        long[] stored = new long[1];
        stored[0] = store.scan(
                pair -> assertThat(gate.contains(pair.owner(), pair.key())).isTrue());
        assertThat(stored[0]).isBetween(1_000L, 999_999L);
        assertThat(gate.rebuildWith(family().memoryBudget(1 << 26)).keys()).isEqualTo(stored[0]);
        assertThat(gate.addIfAbsent(1_000_000, 1)).isTrue();
    }

    @Test
    void rebuild_spilling_hasADirectoryOfItsOwnAndDeletesTheLast() throws IOException {
        Path directory = parent.resolve("spilled");
        try (OwnerGate<Integer, Integer> gate = builder().spillTo(directory).openWarm(keys -> {})) {
            Set<Path> first = generations(directory);
            assertThat(first).hasSize(1);
            assertThat(gate.addIfAbsent(1, 2)).isTrue();
            assertThat(gate.rebuild().keys()).isEqualTo(1);
            assertThat(generations(directory)).hasSize(1).doesNotContainAnyElementsOf(first);
            assertThatThrownBy(() -> gate.rebuild(keys -> {
                        throw new IllegalStateException("enough");
                    }))
                    .hasMessage("enough");
            assertThat(generations(directory)).hasSize(1);
            gate.markIncomplete();
            assertThat(generations(directory)).isEmpty();
            assertThat(gate.rebuild().keys()).isEqualTo(1);
            assertThat(gate.contains(1, 2)).isTrue();
            assertThatThrownBy(() -> builder().spillTo(directory).openCold())
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("a directory for each gate");
        }
        assertThat(generations(directory)).isEmpty();
        Files.createDirectories(directory.resolve("generation-0123456789abcdef").resolve("left"));
        builder().spillTo(directory).openCold().close();
        assertThat(generations(directory)).isEmpty();
    }

    private static Set<Path> generations(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            Set<Path> found = new HashSet<>();
            files.filter(Files::isDirectory).forEach(found::add);
            return found;
        }
    }

    @Test
    void contains_keysThatAreArrays_isExact() {
        Set<String> texts = new HashSet<>(Set.of("a"));
        OwnerGate<Integer, byte[]> gate = OwnerGate.over(
                        new BytesStore(texts), FilterFamily.of(KeyEncoder.int32(), KeyEncoder.bytes(), 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        assertThat(gate.contains(1, new byte[] {'a'})).isTrue();
        assertThat(gate.contains(1, new byte[] {'b'})).isFalse();
        assertThat(gate.addIfAbsent(1, new byte[] {'b'})).isTrue();
        assertThat(gate.containsWhich(1, List.of(new byte[] {'b'}, new byte[] {'c'})))
                .hasSize(1);
        assertThat(gate.removeOwner(1)).isTrue();
        assertThat(gate.contains(1, new byte[] {'a'})).isFalse();
    }

    @Test
    void audit_writePastTheGate_isFound() {
        OwnerGate<Integer, Integer> gate = warm();
        assertThat(store.insert(3, 3)).isTrue();
        assertThat(gate.contains(3, 3))
                .as("the wrong answer that an audit is for")
                .isFalse();
        assertThat(gate.audit().missing()).isEqualTo(1);
        assertThat(gate.state()).isEqualTo(GateState.DEGRADED);
        assertThat(gate.contains(3, 3)).isTrue();
    }

    /** Never says what became of a delete of an owner. */
    private record FailingDrops(InMemoryOwnerStore store) implements OwnedKeyStore<Integer, Integer> {
        @Override
        public boolean contains(Integer owner, Integer key) {
            return store.contains(owner, key);
        }

        @Override
        public boolean insert(Integer owner, Integer key) {
            return store.insert(owner, key);
        }

        @Override
        public boolean delete(Integer owner, Integer key) {
            return store.delete(owner, key);
        }

        @Override
        public boolean deleteOwner(Integer owner) {
            throw new StoreException("cut off", null);
        }

        @Override
        public long scan(Consumer<? super OwnedKey<Integer, Integer>> sink) {
            return store.scan(sink);
        }
    }

    /** Texts of one owner. */
    private record BytesStore(Set<String> texts) implements OwnedKeyStore<Integer, byte[]> {
        private static String text(byte[] key) {
            return new String(key, StandardCharsets.ISO_8859_1);
        }

        @Override
        public boolean contains(Integer owner, byte[] key) {
            return texts.contains(text(key));
        }

        @Override
        public boolean insert(Integer owner, byte[] key) {
            return texts.add(text(key));
        }

        @Override
        public boolean delete(Integer owner, byte[] key) {
            return texts.remove(text(key));
        }

        @Override
        public boolean deleteOwner(Integer owner) {
            boolean had = !texts.isEmpty();
            texts.clear();
            return had;
        }

        @Override
        public long scan(Consumer<? super OwnedKey<Integer, byte[]>> sink) {
            texts.forEach(text -> sink.accept(new OwnedKey<>(1, text.getBytes(StandardCharsets.ISO_8859_1))));
            return texts.size();
        }
    }
}
