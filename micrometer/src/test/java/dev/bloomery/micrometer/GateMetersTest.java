package dev.bloomery.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.ExpiringGate;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.LoadingGate;
import dev.bloomery.gate.OwnerGate;
import dev.bloomery.gate.ReadOnlyGate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What the meters of a gate are called, and that they say what the gate says. */
class GateMetersTest {
    /** All meters of a {@link Gate}, but for writes and states. */
    private static final List<String> OF_EVERY_GATE = List.of(
            "bloomery.filter.fill",
            "bloomery.filter.fpp.expected",
            "bloomery.filter.keys",
            "bloomery.filter.memory",
            "bloomery.gate.false.positives",
            "bloomery.gate.fpp.measured",
            "bloomery.gate.fpp.promised",
            "bloomery.gate.fpp.samples",
            "bloomery.gate.in.doubt",
            "bloomery.gate.lookups{answered.by=filter}",
            "bloomery.gate.lookups{answered.by=memory}",
            "bloomery.gate.lookups{answered.by=shared}",
            "bloomery.gate.lookups{answered.by=store}",
            "bloomery.gate.rebuild.age",
            "bloomery.gate.rebuild{outcome=completed}.count",
            "bloomery.gate.rebuild{outcome=completed}.nanos",
            "bloomery.gate.rebuild{outcome=failed}.count",
            "bloomery.gate.rebuild{outcome=failed}.nanos",
            "bloomery.gate.state{state=active}",
            "bloomery.gate.state{state=building}",
            "bloomery.gate.state{state=closed}",
            "bloomery.gate.state{state=degraded}",
            "bloomery.gate.store.count",
            "bloomery.gate.store.failures",
            "bloomery.gate.store.nanos",
            "bloomery.gate.store.saved");

    private static final List<String> OUTCOMES = List.of("done", "not_done", "failed", "unknown", "refused");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final NumberStore store = new NumberStore();

    private Gate<Long> gate(FilterSpec spec) {
        return Gate.over(store, KeyEncoder.int64(), spec)
                .writers(StoreWriters.onlyThisProcess())
                .name("numbers")
                .openCold();
    }

    private Gate<Long> gate() {
        return gate(BloomSpec.of(1_000, 0.01));
    }

    private Scrape scrape() {
        return Scrape.of(registry, "numbers");
    }

    // names

    @Test
    void names_ofEachKindOfGate_areTheSameButForWhatItCanDo() {
        requireMeters(gate(), true, "add", "remove", "replace", "ticket");
        requireMeters(
                ExpiringGate.over(store, KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                        .writers(StoreWriters.onlyThisProcess())
                        .openCold(),
                true,
                "add",
                "remove",
                "replace",
                "prolong",
                "ticket");
        requireMeters(
                ReadOnlyGate.over(store, KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                        .writers(StoreWriters.onlyThisProcess())
                        .openCold(),
                true,
                "ticket");
        requireMeters(
                LoadingGate.over(store, KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                        .writers(StoreWriters.onlyThisProcess())
                        .openCold(),
                true,
                "ticket");
        requireMeters(
                OwnerGate.over(new OwnedNumbers(), FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int64(), 0.01))
                        .writers(StoreWriters.onlyThisProcess())
                        .openCold(),
                false,
                "add",
                "remove",
                "remove_owner",
                "ticket");
    }

    private static void requireMeters(AnyGate<?> gate, boolean oneFilter, String... operations) {
        SimpleMeterRegistry own = new SimpleMeterRegistry();
        GateMeters.of("numbers", gate).bindTo(own);
        TreeSet<String> expected = new TreeSet<>(OF_EVERY_GATE);
        if (oneFilter) {
            expected.add("bloomery.filter.capacity");
            for (String kind : List.of("bloom", "counting-bloom", "cuckoo", "scalable-bloom", "windowed")) {
                expected.add("bloomery.filter.kind{kind=" + kind + "}");
            }
        } else {
            expected.add("bloomery.filter.kind{kind=family}");
        }
        for (String operation : operations) {
            for (String outcome : OUTCOMES) {
                expected.add("bloomery.gate.writes{operation=" + operation + ",outcome=" + outcome + "}");
            }
        }
        assertThat(Scrape.of(own, "numbers").meters()).containsExactlyElementsOf(expected);
        gate.close();
    }

    @Test
    void units_ofMeters_areThoseOfTheDocument() {
        GateMeters.of(gate()).bindTo(registry);
        Map<String, String> units = registry.getMeters().stream()
                .filter(meter -> meter.getId().getBaseUnit() != null)
                .collect(Collectors.toMap(
                        meter -> meter.getId().getName(),
                        meter -> "" + meter.getId().getBaseUnit(),
                        (a, b) -> a));
        assertThat(units)
                .isEqualTo(Map.of(
                        "bloomery.filter.capacity", "keys",
                        "bloomery.filter.keys", "keys",
                        "bloomery.filter.memory", "bytes",
                        "bloomery.gate.fpp.samples", "keys",
                        "bloomery.gate.in.doubt", "keys",
                        "bloomery.gate.rebuild", "seconds",
                        "bloomery.gate.rebuild.age", "seconds",
                        "bloomery.gate.store", "seconds",
                        "bloomery.gate.store.saved", "seconds"));
        assertThat(registry.getMeters())
                .allSatisfy(meter -> assertThat(meter.getId().getDescription()).isNotBlank());
    }

    @Test
    void values_ofANewGate_areZeroOrNotThereYet() {
        GateMeters.of(gate()).bindTo(registry);
        Scrape scrape = scrape();
        List<String> unknown = List.of(
                "bloomery.filter.fpp.expected",
                "bloomery.gate.fpp.measured",
                "bloomery.gate.fpp.promised",
                "bloomery.gate.rebuild.age");
        scrape.values().forEach((meter, value) -> {
            if (meter.equals("bloomery.gate.state{state=building}")) {
                assertThat(value).isEqualTo(1);
            } else if (unknown.contains(meter)) {
                assertThat(value).as(meter).isNaN();
            } else {
                assertThat(value).as(meter).isZero();
            }
        });
    }

    // values

    @Test
    void values_afterLookups_agreeWithTheStatistics() {
        LongStream.range(0, 500).forEach(key -> assertThat(store.insert(key)).isTrue());
        Gate<Long> gate = gate(BloomSpec.of(500, 0.01)); // full: some 25 false positives
        GateMeters.of(gate).bindTo(registry);
        assertThat(gate.contains(1L)).as("before the warm-up").isTrue();
        gate.rebuild();
        LongStream.range(0, 3_000).forEach(gate::contains);
        LongStream.range(500, 3_000).forEach(gate::contains); // false positives again, from memory
        assertThat(gate.containsWhich(List.of(1L, 2L, 5_000L))).hasSize(2);
        GateStatistics counted = gate.statistics();
        Scrape scrape = scrape();
        assertThat(scrape.of("bloomery.gate.lookups{answered.by=filter}"))
                .isEqualTo((double) counted.answeredByFilter())
                .isGreaterThan(4_500);
        assertThat(scrape.of("bloomery.gate.lookups{answered.by=memory}"))
                .isEqualTo((double) counted.answeredByMemory())
                .isPositive();
        assertThat(scrape.of("bloomery.gate.lookups{answered.by=store}"))
                .isEqualTo((double) counted.askedOfStore())
                .isGreaterThan(500);
        assertThat(scrape.under("bloomery.gate.lookups").values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .as("the parts make up the whole")
                .isEqualTo((double) counted.lookups())
                .isEqualTo(1 + 3_000 + 2_500 + 3);
        assertThat(scrape.of("bloomery.gate.store.count"))
                .isEqualTo((double) counted.storeCalls())
                .isLessThan((double) counted.askedOfStore());
        assertThat(scrape.of("bloomery.gate.store.nanos"))
                .isEqualTo((double) counted.storeNanos())
                .isPositive();
        assertThat(scrape.of("bloomery.gate.store.saved") * 1e9)
                .isCloseTo((double) counted.savedNanos().orElseThrow(), withPercentage(1e-6))
                .isPositive();
        assertThat(scrape.of("bloomery.gate.false.positives"))
                .isEqualTo((double) counted.falsePositives())
                .isPositive();
        assertThat(scrape.of("bloomery.gate.fpp.measured"))
                .isEqualTo(counted.measuredFpp())
                .isPositive();
        assertThat(scrape.of("bloomery.gate.fpp.samples"))
                .isEqualTo((double) counted.fppSamples())
                .isPositive();
        assertThat(scrape.of("bloomery.gate.fpp.promised")).isEqualTo(0.01);
        assertThat(scrape.of("bloomery.gate.state{state=active}")).isEqualTo(1);
        assertThat(scrape.of("bloomery.gate.state{state=building}")).isZero();
    }

    @Test
    void shared_lookupThatWaitedForAnother_isCountedAsThat() throws Exception {
        assertThat(store.insert(1L)).isTrue();
        Gate<Long> gate = gate();
        GateMeters.of(gate).bindTo(registry);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        store.holdUp(asked, answered);
        FutureTask<Boolean> first = new FutureTask<>(() -> gate.contains(1L));
        FutureTask<Boolean> second = new FutureTask<>(() -> gate.contains(1L));
        Thread waiting = new Thread(second);
        new Thread(first).start();
        asked.await();
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING && waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        answered.countDown();
        assertThat(first.get()).isTrue();
        assertThat(second.get()).isTrue();
        Scrape scrape = scrape();
        assertThat(scrape.of("bloomery.gate.lookups{answered.by=shared}")).isEqualTo(1);
        assertThat(scrape.of("bloomery.gate.lookups{answered.by=store}")).isEqualTo(1);
    }

    @Test
    void writes_byOperationAndOutcome_agreeWithTheStatistics() {
        Gate<Long> gate = gate(CuckooSpec.of(1_000, 0.01));
        gate.rebuild();
        GateMeters.of(gate).bindTo(registry);
        assertThat(gate.addIfAbsent(1L)).isTrue();
        assertThat(gate.addIfAbsent(1L)).isFalse();
        assertThat(gate.replace(1L, 2L)).isTrue();
        assertThat(gate.remove(2L)).isTrue();
        store.failWith(NumberStore.down(StoreException.Outcome.NOT_DONE));
        assertThatThrownBy(() -> gate.addIfAbsent(3L)).hasMessage("down");
        store.failWith(NumberStore.down(StoreException.Outcome.UNKNOWN));
        assertThatThrownBy(() -> gate.addIfAbsent(4L)).hasMessage("down");
        try (WriteTicket<Long> ticket = gate.beginWrite()) {
            ticket.adding(5L);
            ticket.rolledBack();
        }
        Scrape scrape = scrape();
        Map<String, Double> counted = scrape.under("bloomery.gate.writes");
        counted.values().removeIf(value -> value == 0);
        assertThat(counted)
                .isEqualTo(Map.of(
                        "bloomery.gate.writes{operation=add,outcome=done}", 1.0,
                        "bloomery.gate.writes{operation=add,outcome=not_done}", 1.0,
                        "bloomery.gate.writes{operation=add,outcome=failed}", 1.0,
                        "bloomery.gate.writes{operation=add,outcome=unknown}", 1.0,
                        "bloomery.gate.writes{operation=replace,outcome=done}", 1.0,
                        "bloomery.gate.writes{operation=remove,outcome=done}", 1.0,
                        "bloomery.gate.writes{operation=ticket,outcome=failed}", 1.0));
        assertThat(counted.values().stream().mapToDouble(Double::doubleValue).sum())
                .isEqualTo((double) gate.statistics().writes().total());
        assertThat(scrape.of("bloomery.gate.in.doubt")).isEqualTo(1);
    }

    @Test
    void failures_ofTheStore_areCounted() {
        Gate<Long> gate = gate();
        GateMeters.of(gate).bindTo(registry);
        store.failWith(NumberStore.down(StoreException.Outcome.UNKNOWN));
        assertThatThrownBy(() -> gate.contains(1L)).hasMessage("down");
        assertThatThrownBy(() -> gate.containsWhich(List.of(1L, 2L))).hasMessage("down");
        store.failWith(null);
        assertThat(gate.contains(1L)).isFalse();
        assertThat(scrape().of("bloomery.gate.store.failures")).isEqualTo(2).isEqualTo((double)
                gate.statistics().failedStoreCalls());
        assertThat(scrape().of("bloomery.gate.store.count")).isEqualTo(3);
    }

    @Test
    void rebuilds_byOutcome_haveTheirTimes() {
        Gate<Long> gate = gate();
        GateMeters.of(gate).bindTo(registry);
        long nanos = gate.rebuild().nanos() + gate.rebuild().nanos();
        store.failWith(new IllegalStateException("on purpose"));
        assertThatThrownBy(gate::rebuild).hasMessage("on purpose");
        Scrape scrape = scrape();
        assertThat(scrape.of("bloomery.gate.rebuild{outcome=completed}.count")).isEqualTo(2);
        assertThat(scrape.of("bloomery.gate.rebuild{outcome=completed}.nanos")).isEqualTo((double) nanos);
        assertThat(scrape.of("bloomery.gate.rebuild{outcome=failed}.count")).isEqualTo(1);
        assertThat(scrape.of("bloomery.gate.rebuild{outcome=failed}.nanos"))
                .isEqualTo((double) gate.statistics().failedRebuildNanos())
                .isPositive();
        assertThat(scrape.of("bloomery.gate.rebuild.age")).isBetween(0.0, 60.0);
        assertThat(scrape.of("bloomery.gate.state{state=active}"))
                .as("the old filter still answers")
                .isEqualTo(1);
    }

    // the end

    @Test
    void gate_closed_keepsItsCountersAndHasThatState() {
        Gate<Long> gate = gate();
        GateMeters.of(gate).bindTo(registry);
        gate.rebuild();
        assertThat(gate.contains(1L)).isFalse();
        gate.close();
        Scrape scrape = scrape();
        assertThat(scrape.under("bloomery.gate.state"))
                .isEqualTo(Map.of(
                        "bloomery.gate.state{state=active}", 0.0,
                        "bloomery.gate.state{state=building}", 0.0,
                        "bloomery.gate.state{state=closed}", 1.0,
                        "bloomery.gate.state{state=degraded}", 0.0));
        assertThat(scrape.of("bloomery.gate.lookups{answered.by=filter}")).isEqualTo(1);
        assertThat(scrape.of("bloomery.filter.memory")).isZero();
    }
}
