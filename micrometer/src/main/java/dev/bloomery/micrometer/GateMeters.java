package dev.bloomery.micrometer;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.OwnerGate;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.spec.FilterKind;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The meters of one gate of any kind: {@code bloomery.gate.*}, {@code bloomery.filter.*} of the filter that answers, and {@code bloomery.durable.*} if it is in
 * a directory. They read what the gate counts
 * anyway, so a lookup costs nothing more.
 *
 * <pre>{@code
 * try (GateMeters meters = GateMeters.of(usernames)) {      // the gate has a name: Gate.over(...)...name("usernames")
 *     meters.bindTo(registry);
 *     ...
 * }                                                         // takes them out of the registry
 * }</pre>
 *
 * <p>All meters are there from the start, with zero, or NaN where there is no value yet. They have the tag {@code name}, and never a key, an owner or a
 * table. A registry holds the gate weakly: a gate that nobody else holds goes, and its gauges are NaN from then on. {@link #close} takes the
 * meters out. A gate that is closed keeps its meters until then, with the state {@code closed}.
 *
 * <p>Fit for any number of threads. docs/meters.md has all meters with their units.
 */
public final class GateMeters implements MeterBinder, AutoCloseable {
    private static final String PREFIX = "bloomery.gate.";
    private static final double NANOS_PER_SECOND = 1e9;

    private final AnyGate<?> gate;
    private final MeterTags tags;
    private final LongSupplier nanoTime;
    private final Bindings bindings;

    GateMeters(AnyGate<?> gate, MeterTags tags, LongSupplier nanoTime) {
        this.gate = gate;
        this.tags = tags;
        this.nanoTime = nanoTime;
        this.bindings = new Bindings(tags, closed -> closed != 0); // NaN, too: it was forgotten
    }

    /**
     * The meters of a gate that has a name.
     *
     * @param gate the gate, in any state
     * @return to be bound to registries
     * @throws IllegalArgumentException if the gate was given no name
     */
    public static GateMeters of(AnyGate<?> gate) {
        String name = Objects.requireNonNull(gate, "gate")
                .name()
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "the gate has no name; give it one on its builder, name(\"usernames\"), or use of(name, gate)"));
        return of(name, gate);
    }

    /**
     * The meters of a gate under a name of their own.
     *
     * @param name the value of the tag {@code name}: different for each gate and filter of a registry
     * @param gate the gate, in any state
     * @return to be bound to registries
     */
    public static GateMeters of(String name, AnyGate<?> gate) {
        return new GateMeters(Objects.requireNonNull(gate, "gate"), MeterTags.of(name), System::nanoTime);
    }

    /**
     * The same meters with further tags. Prometheus wants the same keys of tags for all gates and filters.
     *
     * @param further tags, none with a key that these meters use themselves
     * @return other meters, to be bound instead of these
     * @throws IllegalArgumentException if a key is one of theirs
     */
    public GateMeters withTags(Iterable<Tag> further) {
        return new GateMeters(gate, tags.with(further), nanoTime);
    }

    /**
     * Registers the meters, once for each registry. Meters of a gate that is closed, or was forgotten, are replaced.
     *
     * @param registry where they are to be seen
     * @throws IllegalStateException if meters of another gate with these tags are there, or these are closed
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        bindings.bind(registry, gate, this::register);
    }

    private void register(MeterSet<AnyGate<?>> meters) {
        registerStates(meters);
        registerLookups(meters);
        registerStore(meters);
        registerFpp(meters);
        registerRebuilds(meters);
        GateWrites.register(meters, gate);
        meters.gauge(
                PREFIX + "in.doubt",
                "Keys of which the outcome of a write is not known",
                "keys",
                MeterSet.NO_TAGS,
                statistics(GateStatistics::inDoubt));
        if (gate.statistics().durable().isPresent()) {
            DurableMeters.registerTimes(
                    meters, one -> one.statistics().durable().orElseThrow());
        }
        FilterGauges.register(meters, kinds(gate), FilterLook::ofGate, FilterLook::expectedFppOfGate, nanoTime);
    }

    /** Closed is the first: it tells whether earlier meters may be replaced. */
    private static void registerStates(MeterSet<AnyGate<?>> meters) {
        registerState(meters, GateState.CLOSED);
        for (GateState state : GateState.values()) {
            if (state != GateState.CLOSED) {
                registerState(meters, state);
            }
        }
    }

    private static void registerState(MeterSet<AnyGate<?>> meters, GateState state) {
        meters.gauge(
                PREFIX + "state",
                "1 for the state that the gate is in; it answers by itself only while it is active",
                null,
                Tags.of("state", MeterTags.value(state)),
                one -> one.state() == state ? 1 : 0);
    }

    private static void registerLookups(MeterSet<AnyGate<?>> meters) {
        registerAnswered(meters, "filter", GateStatistics::answeredByFilter);
        registerAnswered(meters, "memory", GateStatistics::answeredByMemory);
        registerAnswered(meters, "shared", GateStatistics::shared);
        registerAnswered(meters, "store", GateStatistics::askedOfStore);
    }

    private static void registerAnswered(
            MeterSet<AnyGate<?>> meters, String by, ToDoubleFunction<GateStatistics> count) {
        meters.counter(
                PREFIX + "lookups",
                "Keys that were asked for, by what answered",
                null,
                Tags.of("answered.by", by),
                statistics(count));
    }

    private static void registerStore(MeterSet<AnyGate<?>> meters) {
        Rising spent = new Rising();
        meters.timer(
                PREFIX + "store",
                "Calls of the store for lookups; their time is an estimate from samples",
                MeterSet.NO_TAGS,
                count(GateStatistics::storeCalls),
                one -> spent.of(one.statistics().storeNanos()));
        Rising saved = new Rising();
        meters.counter(
                PREFIX + "store.saved",
                "An estimate, on the low side, of the time that was not spent in the store",
                "seconds",
                MeterSet.NO_TAGS,
                one -> saved.of(one.statistics().savedNanos().orElse(0)) / NANOS_PER_SECOND);
        meters.counter(
                PREFIX + "store.failures",
                "Calls of the store for lookups that threw",
                null,
                MeterSet.NO_TAGS,
                statistics(GateStatistics::failedStoreCalls));
    }

    private static void registerFpp(MeterSet<AnyGate<?>> meters) {
        meters.counter(
                PREFIX + "false.positives",
                "Keys that the filter took for present and the store did not have",
                null,
                MeterSet.NO_TAGS,
                statistics(GateStatistics::falsePositives));
        meters.gauge(
                PREFIX + "fpp.measured",
                "The share of absent keys that the present filter took for present, without replays",
                null,
                MeterSet.NO_TAGS,
                statistics(GateStatistics::measuredFpp));
        meters.gauge(
                PREFIX + "fpp.samples",
                "The absent keys that the measured FPP rests on",
                "keys",
                MeterSet.NO_TAGS,
                statistics(GateStatistics::fppSamples));
        meters.gauge(
                PREFIX + "fpp.promised",
                "The FPP that the present filter was made for",
                null,
                MeterSet.NO_TAGS,
                statistics(GateStatistics::promisedFpp));
    }

    private static void registerRebuilds(MeterSet<AnyGate<?>> meters) {
        registerRebuild(meters, "completed", GateStatistics::rebuilds, GateStatistics::rebuildNanos);
        registerRebuild(meters, "failed", GateStatistics::failedRebuilds, GateStatistics::failedRebuildNanos);
        meters.age(
                PREFIX + "rebuild.age",
                "The time since the last completed rebuild: for how long deleted keys may have been false positives",
                one -> one.statistics()
                        .sinceRebuild()
                        .map(since -> (double) since.toNanos())
                        .orElse(Double.NaN));
    }

    private static void registerRebuild(
            MeterSet<AnyGate<?>> meters,
            String outcome,
            ToLongFunction<GateStatistics> count,
            ToDoubleFunction<GateStatistics> nanos) {
        meters.timer(
                PREFIX + "rebuild",
                "Rebuilds, the warm-up included",
                Tags.of("outcome", outcome),
                count(count),
                statistics(nanos));
    }

    /** What the filter of the gate can be; that of a gate may be of another kind after a rebuild. */
    private static List<String> kinds(AnyGate<?> gate) {
        return gate instanceof OwnerGate<?, ?>
                ? List.of(FilterLook.FAMILY)
                : Arrays.stream(FilterKind.values())
                        .filter(FilterKind::takesKeys)
                        .map(FilterKind::specName)
                        .toList();
    }

    private static ToDoubleFunction<AnyGate<?>> statistics(ToDoubleFunction<GateStatistics> value) {
        return one -> value.applyAsDouble(one.statistics());
    }

    private static ToLongFunction<AnyGate<?>> count(ToLongFunction<GateStatistics> value) {
        return one -> value.applyAsLong(one.statistics());
    }

    /** Takes the meters out of all registries that they were bound to. The gate goes on. */
    @Override
    public void close() {
        bindings.close();
    }
}
