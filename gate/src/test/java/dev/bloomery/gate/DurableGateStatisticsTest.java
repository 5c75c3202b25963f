package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.info.DurableStatistics;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gate tells of the disk of its filters. */
class DurableGateStatisticsTest {
    private final InMemoryStore store = new InMemoryStore();

    @TempDir
    Path directory;

    private static DurableStatistics durable(Gate<Long> gate) {
        return gate.statistics().durable().orElseThrow();
    }

    @Test
    void durable_ofFiltersInMemory_isEmpty() {
        try (Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), CuckooSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .openCold()) {
            assertThat(gate.statistics().durable()).isEmpty();
        }
    }

    @Test
    void durable_overRebuildsAndAClose_neverFalls() {
        Gate<Long> gate = Gate.over(store, DurableFilters.in(directory, KeyEncoder.int64(), CuckooSpec.of(1_000, 0.01)))
                .writers(StoreWriters.onlyThisProcess())
                .openCold();
        assertThat(durable(gate).syncs()).isZero();
        gate.rebuild();
        long first = durable(gate).syncs();
        assertThat(gate.addIfAbsent(1L)).isTrue();
        assertThat(gate.addIfAbsent(2L)).isTrue();
        assertThat(durable(gate).syncs())
                .as("each add is on the disk before the store")
                .isEqualTo(first + 2);
        long nanos = durable(gate).syncNanos();
        assertThat(nanos).isPositive();
        gate.rebuild();
        long rebuilt = durable(gate).syncs();
        assertThat(rebuilt).as("the old filter counts, and the new one").isGreaterThan(first + 2);
        assertThat(durable(gate).syncNanos()).isGreaterThan(nanos);
        assertThat(gate.addIfAbsent(3L)).isTrue();
        assertThat(durable(gate).syncs()).isEqualTo(rebuilt + 1);
        gate.close();
        assertThat(durable(gate).syncs()).as("closing marks a clean end").isEqualTo(rebuilt + 2);
        assertThat(durable(gate).failedSyncs()).isZero();
    }
}
