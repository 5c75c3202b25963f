package dev.bloomery.micrometer;

import dev.bloomery.durable.JournaledFilter;
import dev.bloomery.file.DurableState;
import dev.bloomery.info.DurableStatistics;
import io.micrometer.core.instrument.Tags;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The meters {@code bloomery.durable.*}, of whatever has a filter in a directory. */
final class DurableMeters {
    private static final String PREFIX = "bloomery.durable.";
    private static final String SYNC = PREFIX + "sync";
    private static final String CHECKPOINT = PREFIX + "checkpoint";
    private static final String COMPLETED = "completed";
    private static final String FAILED = "failed";

    private DurableMeters() {}

    /** Closed is the first: it tells whether earlier meters may be replaced. */
    static void registerStates(MeterSet<JournaledFilter<?>> meters) {
        registerState(meters, DurableState.CLOSED);
        registerState(meters, DurableState.OPEN);
        registerState(meters, DurableState.FAILED);
    }

    private static void registerState(MeterSet<JournaledFilter<?>> meters, DurableState state) {
        meters.gauge(
                PREFIX + "state",
                "1 for the state that the filter is in; one that has failed takes no keys",
                null,
                Tags.of("state", MeterTags.value(state)),
                filter -> filter.state() == state ? 1 : 0);
    }

    static <T> void registerTimes(MeterSet<T> meters, Function<T, DurableStatistics> statistics) {
        Timers<T> timers = new Timers<>(meters, statistics);
        timers.register(SYNC, COMPLETED, DurableStatistics::syncs, DurableStatistics::syncNanos);
        timers.register(SYNC, FAILED, DurableStatistics::failedSyncs, DurableStatistics::failedSyncNanos);
        timers.register(CHECKPOINT, COMPLETED, DurableStatistics::checkpoints, DurableStatistics::checkpointNanos);
        timers.register(
                CHECKPOINT, FAILED, DurableStatistics::failedCheckpoints, DurableStatistics::failedCheckpointNanos);
    }

    private record Timers<T>(MeterSet<T> meters, Function<T, DurableStatistics> statistics) {
        void register(
                String name,
                String outcome,
                ToLongFunction<DurableStatistics> count,
                ToLongFunction<DurableStatistics> nanos) {
            meters.timer(
                    name,
                    name.equals(SYNC)
                            ? "Syncs of the journal; one may serve many threads"
                            : "Checkpoints, which replace journals by a snapshot",
                    Tags.of("outcome", outcome),
                    subject -> count.applyAsLong(statistics.apply(subject)),
                    subject -> nanos.applyAsLong(statistics.apply(subject)));
        }
    }
}
