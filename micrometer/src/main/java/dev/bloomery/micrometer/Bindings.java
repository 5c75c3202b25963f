package dev.bloomery.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.DoublePredicate;

/** The meters of one subject, in each registry that they were bound to. */
final class Bindings implements AutoCloseable {
    private final MeterTags tags;
    private final DoublePredicate hasEnded;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<MeterRegistry, List<Meter>> bound = new HashMap<>(); // guarded by lock
    private boolean closed; // guarded by lock

    /** @param hasEnded see {@link MeterSet} */
    Bindings(MeterTags tags, DoublePredicate hasEnded) {
        this.tags = tags;
        this.hasEnded = hasEnded;
    }

    /** Registers them, unless this registry has them already. All of them are there afterwards, or none. */
    <T> void bind(MeterRegistry registry, T subject, Consumer<MeterSet<T>> registering) {
        Objects.requireNonNull(registry, "registry");
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the meters of " + tags + " are closed; make others by of(...)");
            }
            if (!bound.containsKey(registry)) {
                MeterSet<T> meters = new MeterSet<>(registry, subject, tags, hasEnded);
                boolean whole = false;
                try {
                    registering.accept(meters);
                    whole = true;
                } finally {
                    if (!whole) {
                        remove(registry, meters.registered());
                    }
                }
                bound.put(registry, meters.registered());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes them out again. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            bound.forEach(Bindings::remove);
            bound.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Those that are still there: a registry removes by name and tags, and others may have taken their place. */
    private static void remove(MeterRegistry registry, List<Meter> meters) {
        Set<Meter> present = Collections.newSetFromMap(new IdentityHashMap<>());
        present.addAll(registry.getMeters());
        for (Meter meter : meters) {
            if (present.contains(meter)) {
                Meter unused = registry.remove(meter);
            }
        }
    }
}
