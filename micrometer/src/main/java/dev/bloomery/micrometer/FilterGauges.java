package dev.bloomery.micrometer;

import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/** The meters {@code bloomery.filter.*}, of whatever has a filter. */
final class FilterGauges {
    /** The gauges of one scrape share a look at the filter. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** It may take milliseconds, and for a filter that is far too full it reads all bits. */
    private static final Duration EXPECTED_FPP = Duration.ofMinutes(1);

    private static final String PREFIX = "bloomery.filter.";

    private FilterGauges() {}

    /** @param kinds what the filter may be */
    static <T> void register(
            MeterSet<T> meters,
            List<String> kinds,
            Function<T, FilterLook> look,
            Function<T, Double> expectedFpp,
            LongSupplier nanoTime) {
        Sampled<T, FilterLook> looks = new Sampled<>(look, found -> true, LOOK, nanoTime);
        Sampled<T, Double> fpps = new Sampled<>(expectedFpp, found -> !found.isNaN(), EXPECTED_FPP, nanoTime);
        meters.gauge(
                PREFIX + "keys",
                "Keys that were new when they were added; an estimate for some kinds",
                "keys",
                MeterSet.NO_TAGS,
                of(looks, FilterLook::keys));
        if (!kinds.equals(List.of(FilterLook.FAMILY))) { // a family has none, it grows
            meters.gauge(
                    PREFIX + "capacity",
                    "The keys up to which the FPP that was asked for holds",
                    "keys",
                    MeterSet.NO_TAGS,
                    of(looks, FilterLook::capacity));
        }
        meters.gauge(
                PREFIX + "memory",
                "The memory that the keys take",
                "bytes",
                MeterSet.NO_TAGS,
                of(looks, FilterLook::memoryBytes));
        meters.gauge(
                PREFIX + "fill",
                "The share of the filter that is taken; of a family the share of its memory budget",
                null,
                MeterSet.NO_TAGS,
                of(looks, FilterLook::fill));
        meters.gauge(
                PREFIX + "fpp.expected",
                "The FPP by formula for the present keys, at most a minute old",
                null,
                MeterSet.NO_TAGS,
                fpps::of);
        for (String kind : kinds) {
            meters.gauge(
                    PREFIX + "kind",
                    "1 for the kind that the filter is of",
                    null,
                    Tags.of("kind", kind),
                    of(looks, found -> found.kind().equals(kind) ? 1 : 0));
        }
    }

    private static <T> ToDoubleFunction<T> of(Sampled<T, FilterLook> looks, ToDoubleFunction<FilterLook> value) {
        return subject -> value.applyAsDouble(looks.of(subject));
    }
}
