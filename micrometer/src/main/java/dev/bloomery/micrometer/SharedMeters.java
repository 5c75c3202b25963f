package dev.bloomery.micrometer;

import dev.bloomery.redis.SharedFilter;
import dev.bloomery.redis.SharedState;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Objects;

/**
 * The meters of a filter that several processes share, {@code bloomery.shared.*}, as this process sees it.
 *
 * <pre>{@code
 * SharedMeters.of("coupons", filter).bindTo(registry);
 * }</pre>
 *
 * <p>A lookup costs nothing more. A registry holds the filter weakly. {@link #close} takes the meters out; those of a filter that was closed stay until then, with the state {@code
 * closed}.
 *
 * <p>Fit for any number of threads. docs/meters.md has all meters with their units.
 */
public final class SharedMeters implements MeterBinder, AutoCloseable {
    private static final String PREFIX = "bloomery.shared.";

    private final SharedFilter<?> filter;
    private final MeterTags tags;
    private final Bindings bindings;

    private SharedMeters(SharedFilter<?> filter, MeterTags tags) {
        this.filter = filter;
        this.tags = tags;
        this.bindings = new Bindings(tags, closed -> closed != 0);
    }

    /**
     * The meters of a shared filter.
     *
     * @param name the value of the tag {@code name}: different for each gate and filter of a registry
     * @param filter the filter
     * @return to be bound to registries
     */
    @SuppressWarnings("exports") // whoever has a shared filter has its module
    public static SharedMeters of(String name, SharedFilter<?> filter) {
        return new SharedMeters(Objects.requireNonNull(filter, "filter"), MeterTags.of(name));
    }

    /**
     * The same meters with further tags. Prometheus wants the same keys of tags for all gates and filters.
     *
     * @param further tags, none with a key that these meters use themselves
     * @return other meters, to be bound instead of these
     * @throws IllegalArgumentException if a key is one of theirs
     */
    public SharedMeters withTags(Iterable<Tag> further) {
        return new SharedMeters(filter, tags.with(further));
    }

    /**
     * Registers the meters, once for each registry. Those of a filter that is closed, or was forgotten, are replaced.
     *
     * @param registry where they are to be seen
     * @throws IllegalStateException if meters of another filter with these tags are there, or these are closed
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        bindings.<SharedFilter<?>>bind(registry, filter, SharedMeters::register);
    }

    private static void register(MeterSet<SharedFilter<?>> meters) {
        // the one that says whether it was closed comes first
        state(meters, SharedState.CLOSED);
        for (SharedState state : SharedState.values()) {
            if (state != SharedState.CLOSED) {
                state(meters, state);
            }
        }
        meters.counter(
                PREFIX + "answers",
                "Answers of lookups",
                null,
                Tags.of("answer", "no"),
                one -> one.statistics().no());
        meters.counter(
                PREFIX + "answers",
                "Answers of lookups",
                null,
                Tags.of("answer", "maybe"),
                one -> one.statistics().maybe());
        meters.counter(
                PREFIX + "answers",
                "Answers of lookups",
                null,
                Tags.of("answer", "unknown"),
                one -> one.statistics().unknown());
        meters.counter(
                PREFIX + "adds",
                "Keys of adds and claims",
                "keys",
                Tags.of("outcome", "done"),
                one -> one.statistics().added());
        meters.counter(
                PREFIX + "adds",
                "Keys of adds and claims",
                "keys",
                Tags.of("outcome", "failed"),
                one -> one.statistics().failed());
        meters.counter(
                PREFIX + "resyncs",
                "Readings of all bits",
                null,
                Tags.of("reason", "start"),
                one -> one.statistics().loads());
        meters.counter(
                PREFIX + "resyncs",
                "Readings of all bits",
                null,
                Tags.of("reason", "gap"),
                one -> one.statistics().loadsAfterGap());
        meters.counter(
                PREFIX + "resyncs",
                "Readings of all bits",
                null,
                Tags.of("reason", "loss"),
                one -> one.statistics().loadsAfterLoss());
        meters.age(
                PREFIX + "sync.age",
                "The time since this process has last read everything; NaN if nothing of it may be trusted",
                one -> one.statistics()
                        .age()
                        .map(Duration::toNanos)
                        .map(Long::doubleValue)
                        .orElse(Double.NaN));
        meters.gauge(
                PREFIX + "memory",
                "The memory that the replica takes",
                "bytes",
                MeterSet.NO_TAGS,
                SharedFilter::memoryBytes);
    }

    private static void state(MeterSet<SharedFilter<?>> meters, SharedState state) {
        meters.gauge(
                PREFIX + "state",
                "1 for the state that the filter is in",
                null,
                Tags.of("state", MeterTags.value(state)),
                one -> one.state() == state ? 1 : 0);
    }

    /** Takes the meters out of all registries that they were bound to. The filter goes on. */
    @Override
    public void close() {
        bindings.close();
    }
}
