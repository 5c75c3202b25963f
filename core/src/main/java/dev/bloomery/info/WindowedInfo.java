package dev.bloomery.info;

import dev.bloomery.internal.check.Figures;
import dev.bloomery.internal.table.TableLoad;
import dev.bloomery.spec.WindowedSpec;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * What a windowed filter is, and what it remembered at one moment.
 *
 * @param spec the plan it was built from
 * @param slices those that were not forgotten, the oldest first
 */
public record WindowedInfo(WindowedSpec spec, List<Slice> slices) implements FilterInfo {

    /**
     * The keys of some time.
     *
     * @param from when its first key came
     * @param until when all of them are forgotten
     * @param bits the filter that they are in
     */
    public record Slice(Instant from, Instant until, BloomInfo bits) {}

    public WindowedInfo {
        slices = List.copyOf(slices);
    }

    /** Of all slices; a key that came again in a later slice counts again. */
    @Override
    public long insertions() {
        return slices.stream().mapToLong(slice -> slice.bits.insertions()).sum();
    }

    /** Of all slices; a key that came again in a later slice counts again. */
    @Override
    public long approximateDistinct() {
        return slices.stream()
                .mapToLong(slice -> slice.bits.approximateDistinct())
                .sum();
    }

    @Override
    public long memoryBytes() {
        return slices.stream().mapToLong(slice -> slice.bits.memoryBytes()).sum();
    }

    @Override
    public double fillRatio() {
        return slices.stream()
                .mapToDouble(slice -> slice.bits.fillRatio())
                .average()
                .orElse(0);
    }

    @Override
    public double expectedFpp() {
        return TableLoad.fppOfAny(slices.stream().mapToDouble(slice -> slice.bits.expectedFpp()));
    }

    @Override
    public double currentFpp() {
        return TableLoad.fppOfAny(slices.stream().mapToDouble(slice -> slice.bits.currentFpp()));
    }

    /** A line for each slice, then the whole; fit to print. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "windowed filter, %s in %d slices, %d kept, FPP %s asked for%n",
                spec.window(),
                spec.slices(),
                slices.size(),
                Figures.of(targetFpp())));
        for (Slice slice : slices) {
            text.append(String.format(
                    Locale.ROOT,
                    "  from %s until %s  %,d of %,d keys, FPP %.3g by the bits%n",
                    slice.from,
                    slice.until,
                    slice.bits.insertions(),
                    slice.bits.capacity(),
                    slice.bits.currentFpp()));
        }
        return text.append(String.format(
                        Locale.ROOT,
                        "  %,d keys, %,d bytes, FPP %.3g by formula, %.3g by the bits",
                        insertions(),
                        memoryBytes(),
                        expectedFpp(),
                        currentFpp()))
                .toString();
    }
}
