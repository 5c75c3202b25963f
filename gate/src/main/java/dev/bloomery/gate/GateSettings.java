package dev.bloomery.gate;

import dev.bloomery.AddableFilter;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.generation.Generations;
import dev.bloomery.gate.internal.generation.MemoryGenerations;
import dev.bloomery.gate.internal.guard.GuardRunner;
import dev.bloomery.gate.internal.jfr.GateEvents;
import dev.bloomery.gate.internal.protocol.DefaultThreads;
import dev.bloomery.gate.internal.protocol.RetryPauses;
import dev.bloomery.gate.internal.protocol.SelfRebuild;
import dev.bloomery.gate.internal.state.EndedDoubts;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateName;
import dev.bloomery.gate.internal.state.GateParts;
import dev.bloomery.gate.internal.state.LateWrites;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a gate was told by its builder. */
final class GateSettings<K> {
    final StoreWriters<K> writers;
    final Generations<K> generations;
    Function<? super K, ?> ownerOf = key -> key;
    GateName name = GateName.NONE;
    final List<GateListener> listeners = new ArrayList<>();

    @Nullable
    Executor lookupExecutor;

    @Nullable
    Executor rebuildExecutor;

    @Nullable
    RebuildPolicy policy;

    int rememberedFalsePositives = 1 << 12;
    Duration longestDrain = Duration.ofMinutes(1);

    @Nullable
    Duration longestWait;

    Duration lateWrites = Duration.ZERO;

    @Nullable
    Duration expiry;

    double alarmMultiple = 3;
    long alarmObservations = 10_000;
    LongSupplier nanoTime = System::nanoTime;
    GateParts parts = new GateParts();
    int stripes = 1024;
    int sampledKeys = 16;
    RetryPauses retryPauses = RetryPauses.DEFAULT;
    long doubtsEndAfterNanos = EndedDoubts.NEVER;
    GuardRunner.Pace guardPace = GuardRunner.Pace.DEFAULT;
    Duration grace = Duration.ofSeconds(5);
    LongSupplier guardNanoTime = System::nanoTime;

    SelfRebuild.@Nullable Later later;

    private final AtomicReference<@Nullable Generation<K>> prepared = new AtomicReference<>();

    GateSettings(Generations<K> generations, StoreWriters<K> writers) {
        this.generations = generations;
        this.writers = Objects.requireNonNull(writers, "writers");
    }

    static <K> GateSettings<K> durable(DurableFilters<K> filters, StoreWriters<K> writers) {
        if (Objects.requireNonNull(writers, "writers").feed() != null) {
            throw new IllegalArgumentException(
                    "others write the store, also while no gate is open, and durable filters would not know of it;"
                            + " use filters in memory");
        }
        return new GateSettings<>(filters.generations(), writers);
    }

    /** From now on with filters of another size or kind. */
    void useFilters(Supplier<? extends AddableFilter<K>> filters) {
        if (!(generations instanceof MemoryGenerations<K> inMemory)) {
            throw new IllegalStateException(
                    "the filters of this gate are durable; close it, and open it in the same directory with another spec");
        }
        inMemory.use(filters);
        discardPrepared();
    }

    GateCore<K> newCore(@Nullable Generation<K> first) {
        boolean knowsAllWriters = writers.feed() == null && expiry == null;
        LateWrites late = new LateWrites(
                nanoTime.getAsLong(),
                lateWrites.toNanos(),
                writers.longestWrite().toNanos());
        return new GateCore<>(
                parts,
                generations,
                first,
                stripes,
                knowsAllWriters ? rememberedFalsePositives : 0,
                knowsAllWriters,
                late,
                nanoTime,
                ownerOf);
    }

    /** @throws IllegalArgumentException if the filters cannot be those of this gate, as far as that is known without one */
    @Nullable
    Generation<K> firstGeneration() {
        requireWindow(generations.plannedWindow());
        Generation<K> first = generations.first();
        if (first == null) {
            return null;
        }
        try {
            requireWindow(first.window());
            if (!lateWrites.isZero()) {
                first.keepAll(); // two late writes of a key may share one copy
            }
            return first;
        } catch (RuntimeException problem) {
            try {
                first.close();
            } finally {
                generations.close(null);
            }
            throw problem;
        }
    }

    /**
     * Makes the generation of the first rebuild now, where that takes memory alone: a mistake in the description of the filters is thrown to the caller who
     * made it, and not in the background.
     */
    void prepareGeneration() {
        if (generations.areInMemory()) {
            prepared.set(newGeneration());
        }
    }

    void discardPrepared() {
        Generation<K> unused = prepared.getAndSet(null);
        if (unused != null) {
            unused.discard();
        }
    }

    Generation<K> newGeneration() {
        Generation<K> ready = prepared.getAndSet(null);
        if (ready != null) {
            return ready;
        }
        Generation<K> next = generations.next();
        try {
            requireWindow(next.window());
            return next;
        } catch (RuntimeException problem) {
            next.discard();
            throw problem;
        }
    }

    private void requireWindow(@Nullable Duration window) {
        if (window == null) {
            return;
        }
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

    GateListener listener() {
        return new Listeners(listeners, name.inLog());
    }

    GateEvents events() {
        return GateEvents.of(name.given());
    }

    Executor lookupExecutor() {
        Executor given = lookupExecutor;
        return given == null ? new DefaultThreads(name)::runLookup : given;
    }

    Executor rebuildExecutor() {
        Executor given = rebuildExecutor == null ? lookupExecutor : rebuildExecutor;
        return given == null ? new DefaultThreads(name)::runRebuild : given;
    }

    SelfRebuild.Later later() {
        SelfRebuild.Later given = later;
        return given == null ? new DefaultThreads(name)::runLater : given;
    }

    /** The time in nanoseconds; 292 years if it is longer. */
    static long nanos(Duration time) {
        return time.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0 ? time.toNanos() : Long.MAX_VALUE;
    }

    /** How long a lookup waits for the question of another: 292 years if nothing was said. */
    long longestWaitNanos() {
        return longestWait == null ? Long.MAX_VALUE : longestWait.toNanos();
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
