package dev.bloomery.interop;

import dev.bloomery.info.FilterFigures;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.spec.FilterSpec;
import java.util.Optional;

/**
 * What both filters of a {@link BridgedFilter} are together. Counts, memory and FPP are sums; keys that are
 * in both count twice.
 *
 * @param fresh the filter that takes the adds
 * @param old the filter that is only asked; empty after it was let go of
 */
public record BridgedInfo(FilterInfo fresh, Optional<FilterFigures> old) implements FilterInfo {

    /** The plan of the filter that takes the adds. */
    @Override
    public FilterSpec spec() {
        return fresh.spec();
    }

    /** That of the filter that takes the adds, and what the old one has: how many keys both can have. */
    @Override
    public long capacity() {
        return fresh.capacity() + old.map(FilterFigures::approximateDistinct).orElse(0L);
    }

    /** The target of the new filter, and what the old one has already. */
    @Override
    public double targetFpp() {
        return Math.min(
                1, fresh.targetFpp() + old.map(FilterFigures::currentFpp).orElse(0.0));
    }

    @Override
    public long insertions() {
        return fresh.insertions() + old.map(FilterFigures::approximateDistinct).orElse(0L);
    }

    @Override
    public long approximateDistinct() {
        return fresh.approximateDistinct()
                + old.map(FilterFigures::approximateDistinct).orElse(0L);
    }

    /** That of the filter that takes the adds. */
    @Override
    public double fillRatio() {
        return fresh.fillRatio();
    }

    @Override
    public long memoryBytes() {
        return fresh.memoryBytes() + old.map(FilterFigures::memoryBytes).orElse(0L);
    }

    @Override
    public double expectedFpp() {
        return Math.min(
                1, fresh.expectedFpp() + old.map(FilterFigures::currentFpp).orElse(0.0));
    }

    @Override
    public double currentFpp() {
        return Math.min(
                1, fresh.currentFpp() + old.map(FilterFigures::currentFpp).orElse(0.0));
    }

    /** Several lines, fit to print. */
    @Override
    public String toString() {
        return fresh + old.map(figures -> "\nbefore it: " + figures).orElse("");
    }
}
