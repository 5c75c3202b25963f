package dev.bloomery.micrometer;

import dev.bloomery.AddableFilter;
import dev.bloomery.MembershipFilter;
import dev.bloomery.durable.JournaledFilter;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.info.FilterFigures;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Objects;
import java.util.function.DoublePredicate;
import java.util.function.LongSupplier;

/**
 * The meters of one filter of any kind, {@code bloomery.filter.*}; of a filter in a directory {@code bloomery.durable.*} as well. For the filter of a gate
 * take {@link GateMeters}.
 *
 * <pre>{@code
 * FilterMeters.of("suspicious", filter).bindTo(registry);
 * }</pre>
 *
 * <p>An add or a query costs nothing more. A scrape looks at a filter at most once a second, by {@link AddableFilter#quickInfo}, and asks for its expected
 * FPP at most once a minute. A filter that takes no keys, one in a mapped file say, is looked at once, when it is bound, by {@link MembershipFilter#info}: that
 * of a mapped file may read all of it.
 *
 * <p>A registry holds the filter weakly: a filter that nobody else holds goes, and its gauges are NaN from then on. {@link #close} takes the meters
 * out. A durable filter that is closed keeps its meters until then, with the state {@code closed}.
 *
 * <p>Fit for any number of threads. docs/meters.md has all meters with their units.
 */
public final class FilterMeters implements MeterBinder, AutoCloseable {
    private final Source<?> source;
    private final MeterTags tags;
    private final LongSupplier nanoTime;
    private final Bindings bindings;

    /**
     * Something that has meters.
     *
     * @param hasEnded by the value of the first of its gauges
     */
    private record Source<T>(T subject, DoublePredicate hasEnded, Registering<T> meters) {
        void bind(Bindings bindings, MeterRegistry registry, LongSupplier nanoTime) {
            bindings.bind(registry, subject, set -> meters.register(set, subject, nanoTime));
        }
    }

    private interface Registering<T> {
        void register(MeterSet<T> meters, T subject, LongSupplier nanoTime);
    }

    private FilterMeters(Source<?> source, MeterTags tags, LongSupplier nanoTime) {
        this.source = source;
        this.tags = tags;
        this.nanoTime = nanoTime;
        this.bindings = new Bindings(tags, source.hasEnded());
    }

    /**
     * The meters of a filter.
     *
     * @param name the value of the tag {@code name}: different for each gate and filter of a registry
     * @param filter the filter, of any kind; a {@link JournaledFilter} has those of its syncs and checkpoints, too
     * @return to be bound to registries
     */
    public static FilterMeters of(String name, MembershipFilter<?> filter) {
        return of(name, filter, System::nanoTime);
    }

    static FilterMeters of(String name, MembershipFilter<?> filter, LongSupplier nanoTime) {
        return new FilterMeters(source(Objects.requireNonNull(filter, "filter")), MeterTags.of(name), nanoTime);
    }

    /**
     * The meters of a family.
     *
     * @param name the value of the tag {@code name}: different for each gate and filter of a registry
     * @param family the family
     * @return to be bound to registries
     */
    public static FilterMeters of(String name, FilterFamily<?, ?> family) {
        Source<?> source = new Source<FilterFamily<?, ?>>(
                Objects.requireNonNull(family, "family"), Double::isNaN, FilterMeters::registerFamily);
        return new FilterMeters(source, MeterTags.of(name), System::nanoTime);
    }

    private static Source<?> source(MembershipFilter<?> filter) {
        if (filter instanceof JournaledFilter<?> durable) {
            return new Source<JournaledFilter<?>>(durable, closed -> closed != 0, FilterMeters::registerDurable);
        }
        return filter instanceof AddableFilter<?> addable
                ? new Source<AddableFilter<?>>(addable, Double::isNaN, FilterMeters::registerAddable)
                : new Source<MembershipFilter<?>>(filter, Double::isNaN, FilterMeters::registerFixed);
    }

    /**
     * The same meters with further tags. Prometheus wants the same keys of tags for all gates and filters.
     *
     * @param further tags, none with a key that these meters use themselves
     * @return other meters, to be bound instead of these
     * @throws IllegalArgumentException if a key is one of theirs
     */
    public FilterMeters withTags(Iterable<Tag> further) {
        return new FilterMeters(source, tags.with(further), nanoTime);
    }

    /**
     * Registers the meters, once for each registry. Meters of a durable filter that is closed, or of a filter that was forgotten, are replaced.
     *
     * @param registry where they are to be seen
     * @throws IllegalStateException if meters of another filter with these tags are there, or these are closed
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        source.bind(bindings, registry, nanoTime);
    }

    private static void registerDurable(
            MeterSet<JournaledFilter<?>> meters, JournaledFilter<?> durable, LongSupplier nanoTime) {
        DurableMeters.registerStates(meters);
        DurableMeters.registerTimes(meters, JournaledFilter::statistics);
        FilterGauges.register(
                meters,
                List.of(durable.spec().kind().specName()),
                FilterLook::ofDurable,
                FilterLook::expectedFppOfDurable,
                nanoTime);
    }

    private static void registerAddable(
            MeterSet<AddableFilter<?>> meters, AddableFilter<?> filter, LongSupplier nanoTime) {
        FilterGauges.register(
                meters,
                List.of(filter.quickInfo().spec().kind().specName()),
                one -> FilterLook.of(one.quickInfo()),
                AddableFilter::expectedFpp,
                nanoTime);
    }

    private static void registerFixed(
            MeterSet<MembershipFilter<?>> meters, MembershipFilter<?> filter, LongSupplier nanoTime) {
        FilterFigures info = filter.info();
        FilterLook look = FilterLook.of(info);
        double expectedFpp = info.expectedFpp();
        FilterGauges.register(meters, List.of(look.kind()), one -> look, one -> expectedFpp, nanoTime);
    }

    private static void registerFamily(
            MeterSet<FilterFamily<?, ?>> meters, FilterFamily<?, ?> family, LongSupplier nanoTime) {
        FilterGauges.register(
                meters,
                List.of(FilterLook.FAMILY),
                FilterLook::ofFamily,
                one -> one.info().expectedFpp(),
                nanoTime);
    }

    /** Takes the meters out of all registries that they were bound to. The filter goes on. */
    @Override
    public void close() {
        bindings.close();
    }
}
