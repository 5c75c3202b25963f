package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.AddableFilter;
import dev.bloomery.Filters;
import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.CapacityEvent.BudgetReached;
import dev.bloomery.capacity.CapacityEvent.Grown;
import dev.bloomery.capacity.CapacityEvent.LevelReached;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.fixture.InMemoryOwnerStore;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.report.GateInfo;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.WindowedSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a gate shows of its filter, and whom it tells when that fills. */
class GateInfoTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final InMemoryStore store = new InMemoryStore();
    private final ConcurrentLinkedQueue<CapacityEvent> events = new ConcurrentLinkedQueue<>();

    @TempDir
    Path directory;

    private static FilterSpec spec(String kind) {
        return switch (kind) {
            case "bloom" -> BloomSpec.of(10_000, 0.01);
            case "counting-bloom" -> new CountingSpec(BloomSpec.of(10_000, 0.01), 4);
            case "cuckoo" -> CuckooSpec.of(10_000, 0.01);
            case "windowed" -> WindowedSpec.of(10_000, HOUR.multipliedBy(2), 0.01);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private GateBuilder<Long> gate(FilterSpec spec) {
        return Gate.over(store, KeyEncoder.int64(), spec)
                .writers(StoreWriters.onlyThisProcess())
                .keysExpire(HOUR, Duration.ZERO, Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bloom", "counting-bloom", "cuckoo", "windowed"})
    void info_fiveThousandKeys_showsTheFilterThatAnswers(String kind) {
        LongStream.range(0, 5_000).forEach(store::insert);
        AtomicLong clock = new AtomicLong();
        GateBuilder<Long> builder = gate(spec(kind));
        builder.settings.nanoTime = clock::get;
        Gate<Long> gate = builder.openWarm(keys -> {});
        clock.set(Duration.ofSeconds(90).toNanos());
        GateInfo info = gate.info().orElseThrow();
        assertThat(info.kind()).isEqualTo(kind);
        assertThat(info.keys()).isBetween(4_900L, 5_100L);
        assertThat(info.capacity().orElseThrow()).isBetween(10_000L, 12_000L);
        assertThat(info.filledTo())
                .isEqualTo((double) info.keys() / info.capacity().orElseThrow());
        assertThat(info.memoryBytes()).isBetween(5_000L, 100_000L);
        assertThat(info.promisedFpp()).isEqualTo(0.01);
        assertThat(info.expectedFpp()).isBetween(0.0, 0.01);
        assertThat(info.age()).isEqualTo(Duration.ofSeconds(90));
        assertThat(info.filter().orElseThrow().memoryBytes()).isEqualTo(info.memoryBytes());
        assertThat(info.family()).isEmpty();
        assertThat(info.toString()).startsWith(kind + " with about ").contains("FPP 0.0100 promised", "PT1M30S");
    }

    @Test
    void info_noFilter_isEmpty() {
        Gate<Long> gate = gate(spec("bloom")).openCold();
        assertThat(gate.info()).as("not built yet").isEmpty();
        gate.rebuild();
        assertThat(gate.info()).isPresent();
        gate.markIncomplete();
        assertThat(gate.info()).as("degraded").isEmpty();
        gate.rebuild();
        assertThat(gate.info()).isPresent();
        gate.close();
        assertThat(gate.info()).as("closed").isEmpty();
    }

    /** A filter that was smuggled out of its supplier would be the empty one of the rebuild that failed. */
    @Test
    void info_afterAFailedRebuild_showsTheOneThatStillAnswers() {
        LongStream.range(0, 5_000).forEach(store::insert);
        List<AddableFilter<Long>> made = new ArrayList<>();
        Gate<Long> gate = Gate.over(store, () -> {
                    made.add(Filters.bloom(KeyEncoder.int64(), BloomSpec.of(10_000, 0.01))
                            .build());
                    return made.get(made.size() - 1);
                })
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        long keys = gate.info().orElseThrow().keys();
        assertThatThrownBy(() -> gate.rebuild(scanned -> {
                    throw new StoreException("cut off", null);
                }))
                .isInstanceOf(StoreException.class);
        assertThat(made).hasSize(2);
        assertThat(gate.info().orElseThrow().keys()).isEqualTo(keys).isGreaterThan(4_900);
    }

    @Test
    void info_durableGate_showsItsFilterBeforeAndAfterAStart() {
        try (Gate<Long> gate = durable().openWarm(keys -> {})) {
            LongStream.range(0, 100).forEach(gate::addIfAbsent);
            assertThat(gate.info().orElseThrow().keys()).isEqualTo(100);
        }
        try (Gate<Long> gate = durable().openCold()) {
            assertThat(gate.info().orElseThrow().keys()).isEqualTo(100);
        }
    }

    private GateBuilder<Long> durable() {
        return Gate.over(
                        store,
                        DurableFilters.in(directory.resolve("gate"), KeyEncoder.int64(), CuckooSpec.of(120, 0.001)))
                .writers(StoreWriters.onlyThisProcess());
    }

    @Test
    void info_loadingGateAndOwners_showTheirs() {
        LoadingGate<Long, String> loading = LoadingGate.over(
                        new LoadingFromStore(), KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        assertThat(loading.info().orElseThrow().kind()).isEqualTo("bloom");
        OwnerGate<Integer, Integer> owners = owners(1 << 20).openWarm(keys -> {});
        assertThat(owners.addIfAbsent(1, 2)).isTrue();
        GateInfo info = owners.info().orElseThrow();
        assertThat(info.kind()).isEqualTo("family");
        assertThat(info.keys()).isEqualTo(1);
        assertThat(info.capacity()).isEmpty();
        assertThat(info.filledTo()).isEqualTo((double) info.memoryBytes() / (1 << 20));
        assertThat(info.family()).isEqualTo(owners.familyInfo());
    }

    private OwnerGateBuilder<Integer, Integer> owners(long budget) {
        return OwnerGate.over(
                        new InMemoryOwnerStore(),
                        FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 0.01)
                                .memoryBudget(budget))
                .writers(StoreWriters.onlyThisProcess());
    }

    // events

    @ParameterizedTest
    @ValueSource(strings = {"bloom", "counting-bloom", "cuckoo"})
    void onCapacity_warmUpAndAdds_hearsTheLevelOfEachFilter(String kind) {
        LongStream.range(0, 4_000).forEach(store::insert);
        Gate<Long> gate = gate(spec(kind)).onCapacity(0.5, events::add).openWarm(keys -> {});
        assertThat(events).isEmpty();
        LongStream.range(4_000, 6_000).forEach(gate::addIfAbsent);
        assertThat(events).hasSize(1).first().isInstanceOf(LevelReached.class);
        gate.rebuild();
        assertThat(events).as("the next filter has as many").hasSize(2);
    }

    @Test
    void onCapacity_scalable_hearsItGrow() {
        LongStream.range(0, 5_000).forEach(store::insert);
        gate(ScalableSpec.of(0.01).withFirstCapacity(1_000))
                .onCapacity(events::add)
                .openWarm(keys -> {});
        assertThat(events).isNotEmpty().hasOnlyElementsOfType(Grown.class);
    }

    @Test
    void onCapacity_durable_hearsTheLevel() {
        try (Gate<Long> gate = durable().onCapacity(0.5, events::add).openWarm(keys -> {})) {
            LongStream.range(0, 50).forEach(gate::addIfAbsent);
            assertThat(events).isEmpty();
            LongStream.range(50, 70).forEach(gate::addIfAbsent);
            assertThat(events).hasSize(1).first().isInstanceOf(LevelReached.class);
        }
    }

    @Test
    void onCapacity_loadingGate_hearsTheLevel() {
        LongStream.range(0, 950).forEach(store::insert);
        LoadingGate.over(new LoadingFromStore(), KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .onCapacity(events::add)
                .openWarm(keys -> {});
        assertThat(events).hasSize(1).first().isInstanceOf(LevelReached.class);
    }

    @Test
    void onCapacity_owners_hearsTheShareOfTheBudgetOnce() {
        long budget = 1 << 20;
        OwnerGate<Integer, Integer> gate =
                owners(budget).onCapacity(0.5, events::add).openWarm(keys -> {});
        AtomicBoolean full = new AtomicBoolean();
        for (int owner = 0; owner < 100_000 && !full.get(); owner++) {
            for (int key = 0; key < InMemoryOwnerStore.KEYS && !full.get(); key++) {
                try {
                    gate.addIfAbsent(owner, key);
                } catch (FilterFullException refused) {
                    full.set(true);
                }
            }
        }
        assertThat(full).isTrue();
        assertThat(events).hasSize(1);
        BudgetReached reached = (BudgetReached) events.element();
        assertThat(reached.budgetBytes()).isEqualTo(budget);
        assertThat(reached.level()).isEqualTo(0.5);
        assertThat(reached.memoryBytes()).isBetween(budget / 2, budget * 3 / 4);
    }

    @Test
    void onCapacity_listenerThrows_writesGoOn() {
        OwnerGate<Integer, Integer> gate = owners(1 << 20)
                .onCapacity(1e-9, event -> {
                    events.add(event);
                    throw new IllegalStateException("a fault of the listener");
                })
                .openWarm(keys -> {});
        for (int owner = 0; owner < 300; owner++) {
            assertThat(gate.addIfAbsent(owner, 1)).isTrue();
        }
        assertThat(events).hasSize(1);
    }

    @Test
    void onCapacity_badInput_isRefusedWithAdvice() {
        assertThatThrownBy(() -> gate(spec("bloom")).onCapacity(90, events::add))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0.9 for 90 percent");
        GateBuilder<Long> own = Gate.over(
                        store,
                        () -> Filters.bloom(KeyEncoder.int64(), BloomSpec.of(10, 0.01))
                                .build())
                .writers(StoreWriters.onlyThisProcess());
        assertThatThrownBy(() -> own.onCapacity(events::add))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("where you build them");
    }

    private final class LoadingFromStore implements Loader<Long, String> {
        @Override
        public Optional<String> load(Long key) {
            return store.contains(key) ? Optional.of("it") : Optional.empty();
        }

        @Override
        public long scan(Consumer<? super Long> sink) {
            return store.scan(sink);
        }
    }
}
