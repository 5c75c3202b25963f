package dev.bloomery.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.durable.DurableFilter;
import dev.bloomery.durable.FailingDisk;
import dev.bloomery.durable.JournaledFilter;
import dev.bloomery.file.DurableException;
import dev.bloomery.gate.DurableFilters;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The meters of filters in a directory. */
class DurableMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final FailingDisk disk = new FailingDisk();

    @TempDir
    Path temporary;

    private DurableFilter<Long> open() throws IOException {
        return disk.open(DurableFilter.in(temporary.resolve("seen"), KeyEncoder.int64(), BloomSpec.of(1_000, 0.01)));
    }

    private Scrape bind(JournaledFilter<Long> filter) {
        FilterMeters.of("seen", filter).bindTo(registry);
        return scrape();
    }

    private Scrape scrape() {
        return Scrape.of(registry, "seen");
    }

    private static Map<String, Double> states(double open, double failed, double closed) {
        return Map.of(
                "bloomery.durable.state{state=open}", open,
                "bloomery.durable.state{state=failed}", failed,
                "bloomery.durable.state{state=closed}", closed);
    }

    @Test
    void meters_ofANewFilter_areZeroAndThoseOfAFilterAsWell() throws IOException {
        try (DurableFilter<Long> filter = open()) {
            Scrape scrape = bind(filter);
            assertThat(scrape.under("bloomery.durable.state")).isEqualTo(states(1, 0, 0));
            assertThat(scrape.under("bloomery.durable.sync{").keySet())
                    .containsExactly(
                            "bloomery.durable.sync{outcome=completed}.count",
                            "bloomery.durable.sync{outcome=completed}.nanos",
                            "bloomery.durable.sync{outcome=failed}.count",
                            "bloomery.durable.sync{outcome=failed}.nanos");
            assertThat(scrape.under("bloomery.durable.checkpoint{").keySet()).hasSize(4);
            assertThat(scrape.under("bloomery.durable.sync{").values()).containsOnly(0.0);
            assertThat(scrape.under("bloomery.durable.checkpoint{").values()).containsOnly(0.0);
            assertThat(scrape.of("bloomery.filter.capacity")).isEqualTo(1_000);
            assertThat(scrape.of("bloomery.filter.kind{kind=bloom}")).isEqualTo(1);
            assertThat(scrape.of("bloomery.filter.fpp.expected")).isEqualTo(filter.expectedFpp());
        }
    }

    @Test
    void syncs_andCheckpoints_agreeWithTheStatistics() throws IOException {
        try (DurableFilter<Long> filter = open()) {
            Scrape unused = bind(filter);
            filter.add(1L);
            filter.add(2L);
            filter.checkpoint();
            disk.failCreation(true);
            filter.add(3L);
            assertThatExceptionOfType(IOException.class).isThrownBy(filter::checkpoint);
            disk.failCreation(false);
            Scrape scrape = scrape();
            assertThat(scrape.of("bloomery.durable.sync{outcome=completed}.count"))
                    .isEqualTo((double) filter.statistics().syncs())
                    .isGreaterThanOrEqualTo(4);
            assertThat(scrape.of("bloomery.durable.sync{outcome=completed}.nanos"))
                    .isEqualTo((double) filter.statistics().syncNanos())
                    .isPositive();
            assertThat(scrape.of("bloomery.durable.checkpoint{outcome=completed}.count"))
                    .isEqualTo(1);
            assertThat(scrape.of("bloomery.durable.checkpoint{outcome=completed}.nanos"))
                    .isEqualTo((double) filter.statistics().checkpointNanos())
                    .isPositive();
            assertThat(scrape.of("bloomery.durable.checkpoint{outcome=failed}.count"))
                    .isEqualTo(1);
            assertThat(scrape.of("bloomery.durable.checkpoint{outcome=failed}.nanos"))
                    .isPositive();
            assertThat(scrape.of("bloomery.durable.sync{outcome=failed}.count")).isZero();
        }
    }

    @Test
    void sync_thatFails_isSeenAtOnce() throws IOException {
        DurableFilter<Long> filter = open();
        Scrape unused = bind(filter);
        disk.failSyncs(true);
        assertThatExceptionOfType(DurableException.class).isThrownBy(() -> filter.add(1L));
        Scrape scrape = scrape();
        assertThat(scrape.under("bloomery.durable.state")).isEqualTo(states(0, 1, 0));
        assertThat(scrape.of("bloomery.durable.sync{outcome=failed}.count")).isEqualTo(1);
        assertThat(scrape.of("bloomery.durable.sync{outcome=failed}.nanos")).isPositive();
        assertThat(scrape.of("bloomery.durable.sync{outcome=completed}.count")).isZero();
        assertThatExceptionOfType(DurableException.class).isThrownBy(filter::close);
    }

    @Test
    void gate_withDurableFilters_hasTheirSyncs() {
        try (Gate<Long> gate = Gate.over(
                        new NumberStore(),
                        DurableFilters.in(temporary.resolve("gate"), KeyEncoder.int64(), BloomSpec.of(1_000, 0.01)))
                .writers(StoreWriters.onlyThisProcess())
                .name("seen")
                .openWarm(keys -> {})) {
            GateMeters.of(gate).bindTo(registry);
            double before = scrape().of("bloomery.durable.sync{outcome=completed}.count");
            assertThat(gate.addIfAbsent(1L)).isTrue();
            Scrape scrape = scrape();
            assertThat(scrape.of("bloomery.durable.sync{outcome=completed}.count"))
                    .isEqualTo(before + 1);
            assertThat(scrape.of("bloomery.durable.sync{outcome=completed}.nanos"))
                    .isPositive();
            assertThat(scrape.of("bloomery.durable.checkpoint{outcome=failed}.count"))
                    .isZero();
            assertThat(scrape.under("bloomery.durable.state")).isEmpty();
        }
    }

    @Test
    void filter_closed_isSeenAndReplacedByTheNext() throws IOException {
        DurableFilter<Long> first = open();
        FilterMeters meters = FilterMeters.of("seen", first);
        meters.bindTo(registry);
        first.add(1L);
        first.close();
        Scrape scrape = scrape();
        assertThat(scrape.under("bloomery.durable.state")).isEqualTo(states(0, 0, 1));
        assertThat(scrape.of("bloomery.durable.sync{outcome=completed}.count")).isEqualTo(2);
        assertThat(scrape.of("bloomery.filter.keys")).isNaN();
        assertThat(scrape.of("bloomery.filter.fpp.expected")).isNaN();
        try (DurableFilter<Long> second = open()) {
            assertThat(bind(second).under("bloomery.durable.state")).isEqualTo(states(1, 0, 0));
            assertThat(scrape().of("bloomery.filter.keys")).isEqualTo(1);
            meters.close();
            assertThat(scrape().of("bloomery.filter.keys"))
                    .as("the meters of the first are gone, those of the second are not")
                    .isEqualTo(1);
        }
    }
}
