package dev.bloomery.micrometer;

import dev.bloomery.durable.DurableFilter;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.DurableFilters;
import dev.bloomery.gate.ExpiringGate;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.OwnerGate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CuckooSpec;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** One of everything that has meters, bound to a registry: what documents are compared with. */
final class Everything implements AutoCloseable {
    private final Deque<Runnable> closing = new ArrayDeque<>();

    Everything(MeterRegistry registry, Path directory) throws IOException {
        Gate<Long> durable = Gate.over(
                        new NumberStore(),
                        DurableFilters.in(directory.resolve("gate"), KeyEncoder.int64(), CuckooSpec.of(1_000, 0.01)))
                .writers(StoreWriters.onlyThisProcess())
                .name("usernames")
                .openWarm(keys -> {});
        closing.push(durable::close);
        GateMeters.of(durable).bindTo(registry);
        ExpiringGate<Long> expiring = ExpiringGate.over(
                        new NumberStore(), KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .name("addresses")
                .openWarm(keys -> {});
        closing.push(expiring::close);
        GateMeters.of(expiring).bindTo(registry);
        OwnerGate<Integer, Long> owners = OwnerGate.over(
                        new OwnedNumbers(), FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int64(), 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .name("visits")
                .openWarm(keys -> {});
        closing.push(owners::close);
        GateMeters.of(owners).bindTo(registry);
        DurableFilter<Long> sent = DurableFilter.in(
                        directory.resolve("sent"), KeyEncoder.int64(), BloomSpec.of(1_000, 0.01))
                .open();
        closing.push(sent::close);
        FilterMeters.of("sent", sent).bindTo(registry);
        for (long key = 0; key < 100; key++) {
            durable.addIfAbsent(key);
            expiring.addOrProlong(key);
            owners.addIfAbsent(1, key);
            sent.add(key);
            durable.contains(-key);
        }
    }

    @Override
    public void close() {
        closing.forEach(Runnable::run);
    }
}
