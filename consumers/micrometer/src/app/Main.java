package app;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.micrometer.FilterMeters;
import dev.bloomery.spec.BloomSpec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** The meters of a filter. */
final class Main {
    private Main() {}

    public static void main(String[] args) {
        BloomFilter<String> seen =
                Filters.bloom(KeyEncoder.utf8(), BloomSpec.of(1_000, 0.01)).build();
        boolean added = seen.add("anna");
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (FilterMeters meters = FilterMeters.of("seen", seen)) {
            meters.bindTo(registry);
            double keys = registry.get("bloomery.filter.keys").tag("name", "seen").gauge().value();
            System.out.print(added && keys == 1 ? "ok" : "wrong answer");
        }
    }
}
