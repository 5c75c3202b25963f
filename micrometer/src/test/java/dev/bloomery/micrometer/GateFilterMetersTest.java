package dev.bloomery.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.Filters;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.OwnerGate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The meters of the filter that a gate answers by. */
class GateFilterMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final NumberStore store = new NumberStore();

    private Gate<Long> gate() {
        return Gate.over(store, KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .name("numbers")
                .openCold();
    }

    private Scrape scrape() {
        return Scrape.of(registry, "numbers");
    }

    @Test
    void filter_ofTheGate_isThatWhichAnswers() {
        AtomicLong now = new AtomicLong();
        LongStream.range(0, 500).forEach(key -> assertThat(store.insert(key)).isTrue());
        Gate<Long> gate = gate();
        new GateMeters(gate, MeterTags.of("numbers"), now::get).bindTo(registry);
        assertThat(scrape().of("bloomery.filter.keys")).isZero();
        gate.rebuild();
        now.addAndGet(1_000_000_000);
        Scrape scrape = scrape();
        assertThat(scrape.of("bloomery.filter.keys")).isBetween(490.0, 500.0);
        assertThat(scrape.of("bloomery.filter.capacity")).isEqualTo(1_000);
        assertThat(scrape.of("bloomery.filter.memory"))
                .isEqualTo((double) gate.quickInfo().orElseThrow().memoryBytes());
        assertThat(scrape.of("bloomery.filter.fill"))
                .isEqualTo(gate.quickInfo().orElseThrow().filter().orElseThrow().fillRatio())
                .isPositive();
        assertThat(scrape.of("bloomery.filter.fpp.expected"))
                .as("not kept while it was unknown")
                .isEqualTo(gate.expectedFpp().orElseThrow());
        assertThat(scrape.of("bloomery.filter.kind{kind=bloom}")).isEqualTo(1);
        assertThat(scrape.of("bloomery.filter.kind{kind=cuckoo}")).isZero();
    }

    @Test
    void filter_thatARebuildMadeOfAnotherKind_isShownAsThat() {
        AtomicLong now = new AtomicLong();
        Gate<Long> gate = gate();
        new GateMeters(gate, MeterTags.of("numbers"), now::get).bindTo(registry);
        gate.rebuild();
        assertThat(scrape().of("bloomery.filter.kind{kind=bloom}")).isEqualTo(1);
        gate.rebuildWith(() -> Filters.cuckoo(KeyEncoder.int64())
                .capacity(2_000)
                .targetFpp(0.001)
                .build());
        assertThat(scrape().of("bloomery.filter.capacity"))
                .as("from the look before")
                .isEqualTo(1_000);
        now.addAndGet(1_000_000_000);
        assertThat(scrape().of("bloomery.filter.capacity")).isEqualTo(2_000);
        assertThat(scrape().of("bloomery.filter.kind{kind=cuckoo}")).isEqualTo(1);
        assertThat(scrape().of("bloomery.filter.kind{kind=bloom}")).isZero();
        assertThat(scrape().of("bloomery.gate.fpp.promised")).isEqualTo(0.001);
    }

    @Test
    void filter_ofOwners_isAFamily() {
        OwnerGate<Integer, Long> owners = OwnerGate.over(
                        new OwnedNumbers(),
                        FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int64(), 0.01)
                                .memoryBudget(1 << 20))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        GateMeters.of("numbers", owners).bindTo(registry);
        assertThat(owners.addIfAbsent(1, 2L)).isTrue();
        assertThat(owners.removeOwner(1)).isTrue();
        assertThat(owners.addIfAbsent(3, 4L)).isTrue();
        Scrape scrape = scrape();
        assertThat(scrape.of("bloomery.gate.writes{operation=remove_owner,outcome=done}"))
                .isEqualTo(1);
        assertThat(scrape.of("bloomery.filter.kind{kind=family}")).isEqualTo(1);
        assertThat(scrape.of("bloomery.filter.keys")).isEqualTo(1);
        assertThat(scrape.of("bloomery.filter.memory")).isPositive();
        assertThat(scrape.of("bloomery.filter.fill")).isEqualTo(scrape.of("bloomery.filter.memory") / (1 << 20));
        assertThat(scrape.of("bloomery.filter.fpp.expected")).isBetween(0.0, 0.01);
        assertThat(scrape.meters()).as("it grows").doesNotContain("bloomery.filter.capacity");
    }
}
