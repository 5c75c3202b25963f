package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import dev.bloomery.benchmarks.contestant.RemovableLongFilter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import org.fastfilter.Filter;
import org.fastfilter.bloom.BlockedBloom;
import org.fastfilter.bloom.Bloom;
import org.fastfilter.bloom.count.CountingBloom;
import org.fastfilter.bloom.count.SuccinctCountingBlockedBloom;
import org.fastfilter.bloom.count.SuccinctCountingBlockedBloomRanked;
import org.fastfilter.bloom.count.SuccinctCountingBloom;
import org.fastfilter.bloom.count.SuccinctCountingBloomRanked;

/**
 * Makes Bloom filters of fastfilter_java that are empty. Its {@code add} is public, but not the constructors: the public way to
 * an object is {@code construct(keys, bitsPerKey)}, which adds all keys. They are called by reflection, once a filter.
 */
final class FastfilterBlooms {
    private FastfilterBlooms() {}

    static AddableLongFilter bloom(long capacity, double bitsPerKey) {
        return new FastfilterLongs(make(
                Bloom.class,
                new Class<?>[] {int.class, double.class, int.class},
                Math.toIntExact(capacity),
                bitsPerKey,
                bestProbes(bitsPerKey)));
    }

    /** The filter takes whole bits a key; with one bit for each of so many "keys" it can have any size. */
    static AddableLongFilter blocked(long capacity, double bitsPerKey) {
        int bits = Math.toIntExact(Math.round(capacity * bitsPerKey));
        return new FastfilterLongs(make(BlockedBloom.class, new Class<?>[] {int.class, int.class}, bits, 1));
    }

    static RemovableLongFilter counting(long capacity, double bitsPerKey) {
        return counting(CountingBloom.class, capacity, bitsPerKey);
    }

    static RemovableLongFilter succinctCounting(long capacity, double bitsPerKey) {
        return counting(SuccinctCountingBloom.class, capacity, bitsPerKey);
    }

    static RemovableLongFilter rankedCounting(long capacity, double bitsPerKey) {
        return countingOfWholeBits(SuccinctCountingBloomRanked.class, capacity, bitsPerKey);
    }

    static RemovableLongFilter blockedCounting(long capacity, double bitsPerKey) {
        return countingOfWholeBits(SuccinctCountingBlockedBloom.class, capacity, bitsPerKey);
    }

    static RemovableLongFilter rankedBlockedCounting(long capacity, double bitsPerKey) {
        return countingOfWholeBits(SuccinctCountingBlockedBloomRanked.class, capacity, bitsPerKey);
    }

    private static RemovableLongFilter counting(Class<? extends Filter> type, long capacity, double bitsPerKey) {
        return new FastfilterRemovableLongs(make(
                type,
                new Class<?>[] {int.class, double.class, int.class},
                Math.toIntExact(capacity),
                bitsPerKey,
                bestProbes(bitsPerKey)));
    }

    private static RemovableLongFilter countingOfWholeBits(
            Class<? extends Filter> type, long capacity, double bitsPerKey) {
        return new FastfilterRemovableLongs(make(
                type,
                new Class<?>[] {int.class, int.class, int.class},
                Math.toIntExact(Math.round(capacity * bitsPerKey)),
                1,
                bestProbes(bitsPerKey)));
    }

    /** As its {@code construct} does. */
    private static int bestProbes(double bitsPerKey) {
        return Math.max(1, (int) Math.round(bitsPerKey * Math.log(2)));
    }

    private static <F extends Filter> F make(Class<F> type, Class<?>[] parameters, Object... arguments) {
        try {
            Constructor<F> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException failed) {
            throw new IllegalStateException(type + " cannot be made", failed.getCause());
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException(type + " has no such constructor any more", changed);
        }
    }
}
