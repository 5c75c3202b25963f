package dev.bloomery.gate.internal.generation;

import dev.bloomery.AddableFilter;
import java.util.Objects;
import java.util.function.Supplier;

/** Generations in memory, of which nothing outlives the gate. */
public final class MemoryGenerations<K> implements Generations<K> {
    private volatile Supplier<? extends AddableFilter<K>> filters;

    public MemoryGenerations(Supplier<? extends AddableFilter<K>> filters) {
        this.filters = Objects.requireNonNull(filters, "filters");
    }

    /** From now on with filters of another size or kind. */
    public void use(Supplier<? extends AddableFilter<K>> others) {
        filters = others;
    }

    @Override
    public boolean areInMemory() {
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // it makes filters of these keys
    public void onCapacity(CapacityChoice choice) {
        if (filters instanceof SpecFilters<?> bySpec) {
            filters = ((SpecFilters<K>) bySpec).onCapacity(choice);
        } else {
            Generations.super.onCapacity(choice);
        }
    }

    @Override
    public Generation<K> next() {
        AddableFilter<K> filter = filters.get();
        return new FilterGeneration<>(filter, filter.info().targetFpp());
    }
}
