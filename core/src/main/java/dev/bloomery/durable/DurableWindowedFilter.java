package dev.bloomery.durable;

import dev.bloomery.file.SyncPolicy;
import dev.bloomery.info.WindowedInfo;
import dev.bloomery.internal.durable.Engine;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.WindowedSpec;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;

/**
 * A windowed filter that lives in a directory, as {@link DurableFilter}: a crash neither loses a key that was acknowledged nor its time, under
 * the {@link SyncPolicy} chosen. The time in which it was not open counts, if the clock is not behind.
 *
 * @param <K> the type of the keys
 */
public final class DurableWindowedFilter<K> extends JournaledFilter<K> {

    DurableWindowedFilter(Engine<K> engine) {
        super(engine);
    }

    /**
     * A windowed filter in a directory, which is created if need be; its parent must be there.
     *
     * @param directory the directory, of this filter alone
     * @param encoder how keys become bytes
     * @param spec the plan; of a filter that is there, the same, or one that leaves its size open
     * @param <K> the type of the keys
     * @return where to say more, and to open it
     */
    public static <K> DurableBuilder<K, DurableWindowedFilter<K>> in(
            Path directory, KeyEncoder<K> encoder, WindowedSpec spec) {
        return new DurableBuilder<>(
                Objects.requireNonNull(directory, "directory"),
                Objects.requireNonNull(encoder, "encoder"),
                Objects.requireNonNull(spec, "spec"),
                DurableWindowedFilter::new);
    }

    /**
     * The same by a clock of your own; see {@link dev.bloomery.WindowedBuilder#clock}.
     *
     * @param directory the directory, of this filter alone
     * @param encoder how keys become bytes
     * @param spec the plan
     * @param clock the clock
     * @param <K> the type of the keys
     * @return where to say more, and to open it
     */
    public static <K> DurableBuilder<K, DurableWindowedFilter<K>> in(
            Path directory, KeyEncoder<K> encoder, WindowedSpec spec, InstantSource clock) {
        return in(directory, encoder, spec).timedBy(Objects.requireNonNull(clock, "clock"));
    }

    @Override
    public WindowedInfo info() {
        return (WindowedInfo) super.info();
    }
}
