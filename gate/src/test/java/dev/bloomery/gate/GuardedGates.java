package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.fixture.GuardedStore;
import dev.bloomery.gate.fixture.InMemoryLocks;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.internal.guard.GuardRunner;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Gates over one store that look for each other often, so that tests need not wait for seconds. */
final class GuardedGates {
    static final BloomSpec SPEC = BloomSpec.of(10_000, 1e-6);
    static final Duration GRACE = Duration.ofMillis(150);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    final InMemoryStore store = new InMemoryStore();
    final InMemoryLocks locks = new InMemoryLocks();

    /** The store as one more process sees it. */
    GuardedStore process() {
        return new GuardedStore(store, locks.client());
    }

    static GateBuilder<Long> builder(GuardedStore process) {
        return quick(Gate.over(process, KeyEncoder.int64(), SPEC).writers(StoreWriters.onlyThisProcess()));
    }

    static <K, G extends AbstractGate<K, ?>, B extends AbstractGateBuilder<K, G, B>> B quick(B builder) {
        builder.settings.grace = GRACE;
        builder.retryPauses(Duration.ofMillis(5), Duration.ofMillis(100));
        longestWrite(builder, Duration.ofSeconds(30));
        return builder;
    }

    static void longestWrite(AbstractGateBuilder<?, ?, ?> builder, Duration longest) {
        GuardRunner.Pace usual = GuardRunner.Pace.DEFAULT;
        builder.settings.guardPace = new GuardRunner.Pace(
                LOOK_NANOS, LOOK_NANOS, usual.firstLookNanos(), longest.toNanos(), usual.longestCloseNanos());
    }

    /** The usual way: warm, and rebuilt in the background. */
    static Gate<Long> open(GuardedStore process) {
        return builder(process).open();
    }

    static void await(BooleanSupplier condition) {
        long begun = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - begun).as("nanoseconds waited").isLessThan(TimeUnit.SECONDS.toNanos(60));
            Thread.onSpinWait();
        }
    }
}
