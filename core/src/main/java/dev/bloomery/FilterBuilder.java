package dev.bloomery;

import dev.bloomery.capacity.CapacityListener;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collector;

/**
 * What may be chosen for every kind of filter that takes keys. Every wrong value is refused where it is given, before anything
 * is allocated.
 *
 * @param <K> the type of the keys
 * @param <B> the builder itself
 */
public abstract sealed class FilterBuilder<K, B extends FilterBuilder<K, B>> extends HashedBuilder<K, B>
        permits BloomBuilder, CountingBuilder, ScalableBuilder, WindowedBuilder, CuckooBuilder {
    boolean singleWriter;
    CapacityRule rule = CapacityRule.DEFAULT;

    FilterBuilder(KeyEncoder<K> encoder) {
        super(encoder);
    }

    /**
     * One thread changes the filter at a time, which makes that cheaper; any number may query beside it. Two threads that
     * add at the same moment would lose keys.
     *
     * @return this
     */
    public final B singleWriter() {
        singleWriter = true;
        return self();
    }

    /**
     * What to do when the filter is full; {@link CapacityPolicy#WARN} unless the kind says otherwise. Either way it takes at least as
     * many distinct keys as its capacity, silently; {@link CapacityPolicy#REJECT} says how many more.
     *
     * @param policy the policy
     * @return this
     */
    public final B whenFull(CapacityPolicy policy) {
        rule = rule.with(Objects.requireNonNull(policy, "policy"));
        return self();
    }

    /**
     * Hears when the filter is filled to nine tenths, and when its FPP passes the target; of a scalable filter, when it grows
     * and when it reaches its ceiling; of a counting filter, when a counter sticks.
     *
     * @param listener the listener
     * @return this
     */
    public final B onCapacity(CapacityListener listener) {
        return onCapacity(CapacityRule.DEFAULT_LEVEL, listener);
    }

    /**
     * Hears when the filter is filled to a level, and when its FPP passes the target. A scalable filter has no level: it grows.
     *
     * @param level a share of the capacity, above 0 and at most 1
     * @param listener the listener
     * @return this
     */
    public final B onCapacity(double level, CapacityListener listener) {
        rule = new CapacityRule(rule.policy(), level, Objects.requireNonNull(listener, "listener"));
        return self();
    }

    /**
     * The filter, empty. May be called again, for another filter of the same plan; with a random seed each has its own.
     *
     * @return a new filter
     */
    public abstract HeapFilter<K> build();

    @Override
    public HeapFilter<K> build(Iterable<? extends K> keys) {
        HeapFilter<K> filter = build();
        filter.addAll(keys);
        return filter;
    }

    /** Refuses if the size, and with it the layout, was given. */
    static BloomSpec withOpenLayout(BloomSpec spec, Layout layout) {
        if (spec.size().isPresent()) {
            throw new IllegalStateException("the size is given, and with it the layout (" + spec
                    + "); for another layout build by capacity and targetFpp, or give the layout in BloomSizing");
        }
        return spec.withLayout(layout);
    }

    /** A collector into filters of this supplier, which all have the same plan and seed. */
    final <F extends AddableFilter<K> & Mergeable<F>> Collector<K, ?, F> collector(Supplier<F> empty) {
        Collector.Characteristics[] characteristics = singleWriter
                ? new Collector.Characteristics[] {Collector.Characteristics.UNORDERED}
                : new Collector.Characteristics[] {
                    Collector.Characteristics.UNORDERED, Collector.Characteristics.CONCURRENT
                };
        return Collector.of(
                empty,
                AddableFilter::add,
                (one, other) -> {
                    one.mergeFrom(other);
                    return one;
                },
                characteristics);
    }
}
