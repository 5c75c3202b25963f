package dev.bloomery.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How meters come into registries, and how they leave them. */
class BoundMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final NumberStore store = new NumberStore();

    private Gate<Long> gate(String name) {
        return Gate.over(store, KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .name(name)
                .openCold();
    }

    private static BloomFilter<Long> filter() {
        return Filters.bloom(KeyEncoder.int64(), BloomSpec.of(1_000, 0.01)).build();
    }

    private double lookups(String gate) {
        return Scrape.of(registry, gate).of("bloomery.gate.lookups{answered.by=store}");
    }

    // names

    @Test
    void bindTo_twoGatesOfDifferentNames_areApart() {
        Gate<Long> first = gate("first");
        Gate<Long> second = gate("second");
        GateMeters.of(first).bindTo(registry);
        GateMeters.of(second).bindTo(registry);
        assertThat(first.contains(1L)).isFalse();
        assertThat(first.contains(2L)).isFalse();
        assertThat(second.contains(1L)).isFalse();
        assertThat(lookups("first")).isEqualTo(2);
        assertThat(lookups("second")).isEqualTo(1);
        assertThat(Scrape.of(registry, "first").meters())
                .isEqualTo(Scrape.of(registry, "second").meters());
    }

    @Test
    void bindTo_secondLiveGateOfTheName_isRefusedAndLeavesTheFirst() {
        Gate<Long> first = gate("numbers");
        GateMeters.of(first).bindTo(registry);
        List<String> before = Scrape.of(registry, "numbers").meters();
        assertThatIllegalStateException()
                .isThrownBy(() -> GateMeters.of(gate("numbers")).bindTo(registry))
                .withMessageContaining("'bloomery.gate.state' of name=numbers already")
                .withMessageContaining("give this one another name");
        assertThat(first.contains(1L)).isFalse();
        assertThat(lookups("numbers")).isEqualTo(1);
        assertThat(Scrape.of(registry, "numbers").meters()).isEqualTo(before);
    }

    /** A filter has some meters of the same names as a gate: those that were registered before the clash go again. */
    @Test
    void bindTo_gateOfTheNameOfAFilter_isRefusedAsAWhole() {
        BloomFilter<Long> filter = filter();
        FilterMeters.of("numbers", filter).bindTo(registry);
        List<String> before = Scrape.of(registry, "numbers").meters();
        assertThatIllegalStateException()
                .isThrownBy(() -> GateMeters.of(gate("numbers")).bindTo(registry))
                .withMessageContaining("'bloomery.filter.keys' of name=numbers already");
        assertThat(Scrape.of(registry, "numbers").meters()).isEqualTo(before);
        assertThat(filter.add(1L)).isTrue();
    }

    /** As when an application closes a context and starts another one over the same registry. */
    @Test
    void bindTo_afterTheGateOfTheNameWasClosed_replacesItsMeters() {
        Gate<Long> first = gate("numbers");
        GateMeters.of(first).bindTo(registry);
        assertThat(first.contains(1L)).isFalse();
        first.close();
        Gate<Long> second = gate("numbers");
        GateMeters.of(second).bindTo(registry);
        assertThat(lookups("numbers")).as("those of the second").isZero();
        assertThat(second.contains(1L)).isFalse();
        assertThat(lookups("numbers")).isEqualTo(1);
        assertThat(Scrape.of(registry, "numbers").of("bloomery.gate.state{state=building}"))
                .isEqualTo(1);
    }

    @Test
    void bindTo_sameRegistryTwice_changesNothing() {
        Gate<Long> gate = gate("numbers");
        GateMeters meters = GateMeters.of(gate);
        meters.bindTo(registry);
        meters.bindTo(registry);
        assertThat(gate.contains(1L)).isFalse();
        assertThat(lookups("numbers")).isEqualTo(1);
    }

    @Test
    void withTags_further_areOnAllMeters() {
        Gate<Long> gate = gate("numbers");
        GateMeters.of(gate).withTags(Tags.of("region", "north")).bindTo(registry);
        FilterMeters.of("filter", filter()).withTags(Tags.of("region", "north")).bindTo(registry);
        assertThat(registry.getMeters())
                .isNotEmpty()
                .allSatisfy(meter -> assertThat(meter.getId().getTag("region")).isEqualTo("north"))
                .allSatisfy(meter -> assertThat(meter.getId().getTag("name")).isIn("numbers", "filter"));
        GateMeters.of(gate).withTags(Tags.of("region", "south")).bindTo(registry);
    }

    @Test
    void withTags_keyOfTheirOwn_isRefused() {
        for (String key : List.of("name", "answered.by", "kind", "operation", "outcome", "state")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> GateMeters.of(gate("numbers")).withTags(List.of(Tag.of(key, "x"))))
                    .withMessageContaining("'" + key + "'")
                    .withMessageContaining("use another key");
        }
    }

    @Test
    void of_gateWithoutName_isRefusedWithAdvice() {
        Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .openCold();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GateMeters.of(gate))
                .withMessageContaining("name(\"usernames\")");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GateMeters.of(" ", gate))
                .withMessageContaining("blank");
        GateMeters.of("numbers", gate).bindTo(registry);
        assertThat(lookups("numbers")).isZero();
    }

    @Test
    @SuppressWarnings("NullAway") // on purpose
    void of_null_namesTheParameter() {
        assertThatNullPointerException().isThrownBy(() -> GateMeters.of(null)).withMessage("gate");
        assertThatNullPointerException()
                .isThrownBy(() -> GateMeters.of("x", null))
                .withMessage("gate");
        assertThatNullPointerException()
                .isThrownBy(() -> FilterMeters.of(null, filter()))
                .withMessage("name");
        assertThatNullPointerException()
                .isThrownBy(() -> FilterMeters.of("x", filter()).withTags(null))
                .withMessage("further");
        assertThatNullPointerException()
                .isThrownBy(() -> FilterMeters.of("x", filter()).bindTo(null))
                .withMessage("registry");
    }

    // the end

    @Test
    void close_takesTheMetersOutOfEveryRegistry() {
        SimpleMeterRegistry second = new SimpleMeterRegistry();
        GateMeters meters = GateMeters.of(gate("numbers"));
        BloomFilter<Long> other = filter();
        FilterMeters.of("other", other).bindTo(registry);
        int others = registry.getMeters().size();
        meters.bindTo(registry);
        meters.bindTo(second);
        meters.close();
        meters.close();
        assertThat(registry.getMeters()).hasSize(others);
        assertThat(second.getMeters()).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(() -> meters.bindTo(registry))
                .withMessageContaining("make others");
        assertThat(other.add(1L)).isTrue();
    }

    @Test
    void close_ofACompositeRegistry_takesThemOutOfItsPartsAsWell() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        CompositeMeterRegistry composite = new CompositeMeterRegistry();
        composite.add(registry);
        composite.add(prometheus);
        GateMeters meters = GateMeters.of(gate("numbers"));
        meters.bindTo(composite);
        assertThat(registry.getMeters()).hasSizeGreaterThan(40);
        assertThat(prometheus.scrape()).contains("bloomery_gate_state");
        meters.close();
        assertThat(composite.getMeters()).isEmpty();
        assertThat(registry.getMeters()).isEmpty();
        assertThat(prometheus.scrape()).doesNotContain("bloomery");
    }

    /** The registry alone does not keep a gate in memory, nor does it fail when the gate is gone. */
    @Test
    void gate_thatNobodyElseHolds_isForgottenAndMayBeReplaced() throws InterruptedException {
        WeakReference<Gate<Long>> forgotten = new WeakReference<>(bound());
        WeakReference<BloomFilter<Long>> forgottenFilter = new WeakReference<>(boundFilter());
        for (int i = 0; i < 100 && (forgotten.get() != null || forgottenFilter.get() != null); i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(forgotten.get()).isNull();
        assertThat(forgottenFilter.get()).isNull();
        assertThat(Scrape.of(registry, "numbers").of("bloomery.gate.state{state=closed}"))
                .isNaN();
        assertThatCode(() -> GateMeters.of(gate("numbers")).bindTo(registry)).doesNotThrowAnyException();
        assertThatCode(() -> FilterMeters.of("filter", filter()).bindTo(registry))
                .doesNotThrowAnyException();
    }

    private Gate<Long> bound() {
        Gate<Long> gate = gate("numbers");
        gate.rebuild();
        GateMeters.of(gate).bindTo(registry);
        assertThat(Scrape.of(registry, "numbers").of("bloomery.filter.capacity"))
                .as("looked at")
                .isEqualTo(1_000);
        return gate;
    }

    private BloomFilter<Long> boundFilter() {
        BloomFilter<Long> filter = filter();
        FilterMeters.of("filter", filter).bindTo(registry);
        assertThat(Scrape.of(registry, "filter").of("bloomery.filter.capacity")).isEqualTo(1_000);
        return filter;
    }
}
