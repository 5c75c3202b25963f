package dev.bloomery.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.DoublePredicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Registers the meters of one subject in one registry. The registry holds the subject weakly, so what reads a meter must not hold it either.
 *
 * <p>A registry that has a meter of the same name and tags returns that one, and nobody would ever see the new one. So each is looked up among those that
 * were there before. They belong to another subject. If that has ended, as the first of its gauges says, its meters are replaced; otherwise the new ones are
 * refused.
 */
final class MeterSet<T> {
    /** The tags of a meter that has none of its own. */
    static final Tags NO_TAGS = Tags.empty();

    private final MeterRegistry registry;
    private final T subject;
    private final MeterTags tags;
    private final DoublePredicate hasEnded;
    private final Set<Meter> before = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Meter> registered = new ArrayList<>();
    private boolean replacing;

    /** @param hasEnded whether the subject of meters that are there already has ended, by the value of the gauge that is registered first */
    MeterSet(MeterRegistry registry, T subject, MeterTags tags, DoublePredicate hasEnded) {
        this.registry = registry;
        this.subject = subject;
        this.tags = tags;
        this.hasEnded = hasEnded;
        this.before.addAll(registry.getMeters());
    }

    /** What was registered so far. */
    List<Meter> registered() {
        return registered;
    }

    void gauge(String name, String description, @Nullable String unit, Tags own, ToDoubleFunction<T> value) {
        add(() -> Gauge.builder(name, subject, value)
                .description(description)
                .baseUnit(unit)
                .tags(tags.and(own))
                .register(registry));
    }

    void counter(String name, String description, @Nullable String unit, Tags own, ToDoubleFunction<T> value) {
        add(() -> FunctionCounter.builder(name, subject, value)
                .description(description)
                .baseUnit(unit)
                .tags(tags.and(own))
                .register(registry));
    }

    /** How often something was done, and for how long in all. */
    void timer(String name, String description, Tags own, ToLongFunction<T> count, ToDoubleFunction<T> nanos) {
        add(() -> FunctionTimer.builder(name, subject, count, nanos, TimeUnit.NANOSECONDS)
                .description(description)
                .tags(tags.and(own))
                .register(registry));
    }

    /** For how long something has been so. */
    void age(String name, String description, ToDoubleFunction<T> nanos) {
        add(() -> TimeGauge.builder(name, subject, TimeUnit.NANOSECONDS, nanos)
                .description(description)
                .tags(tags.and(NO_TAGS))
                .register(registry));
    }

    private void add(Supplier<Meter> registering) {
        Meter meter = registering.get();
        if (before.contains(meter)) {
            replacing |= registered.isEmpty() && meter instanceof Gauge first && hasEnded.test(first.value());
            if (!replacing) {
                throw new IllegalStateException(
                        "the registry has '" + meter.getId().getName() + "' of " + tags
                                + " already, of another gate or filter; give this one another name, or close the meters of the other");
            }
            Meter unused = registry.remove(meter);
            meter = registering.get();
        }
        registered.add(meter);
    }
}
