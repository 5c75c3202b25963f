package dev.bloomery.gate.simulation.engine;

import dev.bloomery.RemovableFilter;
import java.util.function.IntSupplier;

/** A {@link ModelFilter} that takes back. */
public final class RemovableModelFilter extends ModelFilter implements RemovableFilter<Integer> {
    public RemovableModelFilter(Shape shape, IntSupplier clock) {
        super(shape, clock);
    }

    @Override
    public boolean remove(Integer key) {
        return removeOne(key);
    }

    @Override
    public boolean removeHash(long hash) {
        return removeOne((int) hash);
    }

    @Override
    public long count(Integer key) {
        return copiesOf(key);
    }

    @Override
    public long countHash(long hash) {
        return copiesOf((int) hash);
    }
}
