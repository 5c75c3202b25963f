package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.Filters;
import dev.bloomery.gate.fixture.ExpiringStore;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpiringGateTest {
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(ExpiringStore.TIME_TO_LIVE);

    private final ExpiringStore store = new ExpiringStore();
    private final List<GateProblem.Kind> problems = new ArrayList<>();

    /** Both clocks are that of the store, in seconds. */
    private ExpiringGate<Long> windowed() {
        return ExpiringGate.over(
                        store,
                        () -> Filters.windowed(KeyEncoder.int64())
                                .window(TIME_TO_LIVE, 1_000)
                                .targetFpp(1e-6)
                                .clock(() -> Instant.ofEpochSecond(store.clock.get()))
                                .build())
                .writers(StoreWriters.onlyThisProcess())
                .keysExpire(TIME_TO_LIVE, Duration.ZERO, Duration.ZERO)
                .listener(new GateListener() {
                    @Override
                    public void problemFound(GateProblem problem) {
                        problems.add(problem.kind());
                    }
                })
                .openWarm(keys -> {});
    }

    @Test
    void addOrProlong_againAndAgain_storeAndFilterRemember() throws Exception {
        ExpiringGate<Long> gate = windowed();
        assertThat(gate.addOrProlong(1L)).isTrue();
        for (int i = 0; i < 10; i++) {
            store.clock.addAndGet(ExpiringStore.TIME_TO_LIVE - 1);
            assertThat(gate.contains(1L)).isTrue();
            boolean inserted = i % 2 == 0
                    ? gate.addOrProlong(1L)
                    : gate.addOrProlongAsync(1L).toCompletableFuture().get();
            assertThat(inserted).as("it was there").isFalse();
        }
        store.clock.addAndGet(ExpiringStore.TIME_TO_LIVE);
        assertThat(gate.contains(1L)).isFalse();
        assertThat(gate.addOrProlong(1L)).as("it is new again").isTrue();
        assertThat(gate.contains(1L)).isTrue();
        assertThat(problems).isEmpty();
    }

    /** Control: prolonged past the gate, a key outlives the memory of the filter. */
    @Test
    void insertOrProlong_pastTheGate_gateSaysWronglyNo() {
        ExpiringGate<Long> gate = windowed();
        assertThat(gate.addOrProlong(1L)).isTrue();
        for (int i = 0; i < 3; i++) {
            store.clock.addAndGet(ExpiringStore.TIME_TO_LIVE - 1);
            assertThat(store.insertOrProlong(1L)).isFalse();
        }
        assertThat(store.contains(1L)).isTrue();
        assertThat(gate.contains(1L)).isFalse();
        assertThat(problems).isEmpty();
        assertThat(gate.addOrProlong(1L)).isFalse();
        assertThat(problems).as("the write that meets it notices").containsExactly(GateProblem.Kind.FOREIGN_WRITE);
    }

    /** A cuckoo filter holds a copy of a key for each insert: one that is prolonged must stay one copy. */
    @Test
    void addOrProlong_filterThatRemoves_keepsOneCopy() {
        ExpiringGate<Long> gate = ExpiringGate.over(store, KeyEncoder.int64(), CuckooSpec.of(1_000, 1e-6))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        assertThat(gate.addOrProlong(1L)).isTrue();
        for (int i = 0; i < 100; i++) {
            assertThat(gate.addOrProlong(1L)).isFalse();
        }
        assertThat(gate.remove(1L)).isTrue();
        assertThat(gate.contains(1L)).isFalse();
        assertThat(gate.statistics().answeredByFilter())
                .as("its one copy is gone")
                .isEqualTo(1);
    }
}
