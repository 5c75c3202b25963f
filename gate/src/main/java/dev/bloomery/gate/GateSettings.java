package dev.bloomery.gate;

import dev.bloomery.AddableFilter;
import dev.bloomery.FilterSpec;
import dev.bloomery.WindowedSpec;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a gate was told by its builder. */
final class GateSettings<K> {
    final StoreWriters<K> writers;
    Supplier<? extends AddableFilter<K>> filters;
    GateListener listener = GateListener.NONE;
    Executor executor = GateSettings::onThreadOfItsOwn;

    @Nullable
    RebuildPolicy policy;

    int rememberedFalsePositives = 1 << 12;
    Duration longestDrain = Duration.ofMinutes(1);
    Duration lateWrites = Duration.ZERO;

    @Nullable
    Duration expiry;

    double alarmMultiple = 3;
    long alarmObservations = 10_000;
    LongSupplier nanoTime = System::nanoTime;

    GateSettings(Supplier<? extends AddableFilter<K>> filters, StoreWriters<K> writers) {
        this.filters = Objects.requireNonNull(filters, "filters");
        this.writers = Objects.requireNonNull(writers, "writers");
    }

    Core<K> newCore() {
        boolean knowsAllWriters = writers.feed() == null && expiry == null;
        LateWrites late = new LateWrites(
                nanoTime.getAsLong(),
                lateWrites.toNanos(),
                writers.longestWrite().toNanos());
        return new Core<>(1024, knowsAllWriters ? rememberedFalsePositives : 0, knowsAllWriters, late, nanoTime);
    }

    Generation<K> newGeneration() {
        AddableFilter<K> filter = filters.get();
        FilterSpec spec = filter.info().spec();
        if (spec instanceof WindowedSpec windowed) {
            requireWindow(windowed.window());
        }
        return new Generation<>(filter, spec.targetFpp());
    }

    private void requireWindow(Duration window) {
        if (expiry == null) {
            throw new IllegalArgumentException(
                    "a windowed filter forgets keys; say with keysExpire(...) after which time the store does, or use another kind");
        }
        if (window.compareTo(expiry) < 0) {
            throw new IllegalArgumentException(
                    "the window is " + window
                            + ", but the store may have a key for " + expiry
                            + " after it was added: time to live, longest write and skew together; use a window at least as long");
        }
    }

    private static void onThreadOfItsOwn(Runnable task) {
        Thread thread = new Thread(task, "bloomery-gate");
        thread.setDaemon(true);
        thread.start();
    }

    static Duration positive(String name, Duration time) {
        if (Objects.requireNonNull(time, name).isNegative() || time.isZero()) {
            throw new IllegalArgumentException(name + " is " + time + "; use a positive time");
        }
        return time;
    }

    static Duration notNegative(String name, Duration time) {
        if (Objects.requireNonNull(time, name).isNegative()) {
            throw new IllegalArgumentException(name + " is " + time + "; use a positive time, or zero");
        }
        return time;
    }

    static double positive(String name, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException(name + " is " + value + "; use a positive number");
        }
        return value;
    }

    static double multiple(double multiple) {
        if (!(multiple > 1)) {
            throw new IllegalArgumentException(
                    "multiple is " + multiple + "; use more than 1, for example 3 for three times the promised FPP");
        }
        return multiple;
    }
}
