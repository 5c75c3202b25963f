package dev.bloomery.gate;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.FilterInfo;
import dev.bloomery.RemovableFilter;
import dev.bloomery.WindowedSpec;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A generation that is one filter. */
class FilterGeneration<K> extends Generation<K> {
    private final AddableFilter<K> filter;
    private final @Nullable RemovableFilter<K> removable;
    private final double promisedFpp;

    FilterGeneration(AddableFilter<K> filter, double promisedFpp) {
        this.filter = filter;
        this.removable = filter instanceof RemovableFilter<K> can ? can : null;
        this.promisedFpp = promisedFpp;
    }

    AddableFilter<K> filter() {
        return filter;
    }

    @Override
    final double promisedFpp() {
        return promisedFpp;
    }

    @Override
    final boolean isFilledTo(double share) {
        FilterInfo info = filter.info();
        return info.insertions() > share * info.capacity();
    }

    @Override
    final GateInfo info(Duration age) {
        return GateInfo.of(filter.info(), promisedFpp, age);
    }

    @Override
    final @Nullable Duration window() {
        return filter.info().spec() instanceof WindowedSpec windowed ? windowed.window() : null;
    }

    @Override
    final boolean test(K key) {
        return filter.mightContain(key);
    }

    @Override
    final boolean[] testEach(List<K> keys) {
        return filter.mightContainEach(keys);
    }

    @Override
    final AddResult put(K key) {
        return filter.tryAdd(key);
    }

    @Override
    final void take(K key) {
        if (removable != null) {
            boolean unused = removable.remove(key);
        }
    }
}
