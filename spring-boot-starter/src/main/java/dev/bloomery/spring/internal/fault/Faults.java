package dev.bloomery.spring.internal.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects everything that is wrong, so that it is told at once. For one thread. */
public final class Faults {
    private final List<Fault> found = new ArrayList<>();

    /** Notes a fault. Of several faults of one property the first counts: the others mostly follow from it. */
    public void add(String property, String message) {
        if (found.stream().noneMatch(fault -> fault.property().equals(property))) {
            found.add(new Fault(property, message));
        }
    }

    /** What the supplier gives; null, and a fault, if it refuses what it was given. */
    public <T> @Nullable T tried(String property, Supplier<T> supplier) {
        try {
            return supplier.get();
        } catch (IllegalArgumentException refused) {
            add(property, String.valueOf(refused.getMessage()));
            return null;
        }
    }

    /** Whether an instance has one: at itself, or below. */
    public boolean isIn(String instance) {
        return found.stream()
                .anyMatch(fault ->
                        fault.property().equals(instance) || fault.property().startsWith(instance + "."));
    }

    /** Throws them all, if there are any. */
    public void requireNone() {
        if (!found.isEmpty()) {
            throw new InvalidPropertiesException(List.copyOf(found));
        }
    }
}
