package dev.bloomery.gate;

import dev.bloomery.capacity.CapacityListener;
import dev.bloomery.gate.internal.generation.CapacityChoice;
import dev.bloomery.gate.internal.protocol.RetryPauses;
import dev.bloomery.gate.internal.state.GateName;
import dev.bloomery.gate.report.GateState;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * What the builders of gates have in common.
 *
 * @param <K> the type of the keys
 * @param <G> the gate
 * @param <B> the builder
 */
abstract sealed class AbstractGateBuilder<K, G extends AbstractGate<K, ?>, B extends AbstractGateBuilder<K, G, B>>
        permits StoreGateBuilder, LoadingGateBuilder {
    final GateSettings<K> settings;

    AbstractGateBuilder(GateSettings<K> settings) {
        this.settings = settings;
    }

    abstract B self();

    abstract G make();

    /**
     * What the gate is called: in its log, in {@code toString}, in {@link Gate#statistics()}, and in the
     * names of the threads that it makes. Without a name it is just a gate.
     *
     * @param name the name, one line of at most 64 characters, for example that of the table; it need not be
     *     the only gate of that name
     * @return this
     */
    public final B name(String name) {
        settings.name = GateName.of(Objects.requireNonNull(name, "name"));
        return self();
    }

    /**
     * Somebody who hears what happens to the gate; may be called several times, for one listener each, which
     * are told in this order. What a listener throws is logged,
     * and has no effect on the gate or on the others.
     *
     * @param listener the listener
     * @return this
     */
    public final B listener(GateListener listener) {
        settings.listeners.add(Objects.requireNonNull(listener, "listener"));
        return self();
    }

    /**
     * {@link #onCapacity(double, CapacityListener)} with a level of nine tenths.
     *
     * @param listener the listener
     * @return this
     */
    public final B onCapacity(CapacityListener listener) {
        return onCapacity(CapacityChoice.DEFAULT_LEVEL, listener);
    }

    /**
     * Hears when a filter of the gate is filled to a level, and when its FPP passes the target; of a scalable filter, when it grows; of the family of an
     * {@link OwnerGate}, when it has used that share of its memory budget. Each rebuild makes a new filter, of which it is told anew, also while that is being filled.
     *
     * @param level a share of the capacity, above 0 and at most 1
     * @param listener the listener
     * @return this
     * @throws IllegalStateException if the filters are of your own making: then say it where you build them
     */
    public final B onCapacity(double level, CapacityListener listener) {
        settings.generations.onCapacity(new CapacityChoice(level, listener));
        return self();
    }

    /**
     * What runs asynchronous lookups and writes, and also rebuilds in the background and the warm-up unless
     * {@link #rebuildExecutor} is given; a thread of its own for each,
     * unless you say otherwise: for lookups and writes a virtual one where the JDK has them, from 21 on. The
     * tasks block while the store works; on a JDK before 24, a
     * driver that blocks while it holds a monitor would keep other virtual threads from running, and wants an
     * executor with platform threads. The gate itself holds
     * no monitor where it waits.
     *
     * @param executor the executor; the caller shuts it down
     * @return this
     */
    public final B executor(Executor executor) {
        settings.lookupExecutor = Objects.requireNonNull(executor, "executor");
        return self();
    }

    /**
     * What runs rebuilds in the background and the warm-up; that of {@link #executor}, or else a platform
     * thread for each, unless you say otherwise. A scan of a store
     * in memory computes without a pause, and would keep a virtual thread's carrier for all of it.
     *
     * @param executor the executor; the caller shuts it down
     * @return this
     */
    public final B rebuildExecutor(Executor executor) {
        settings.rebuildExecutor = Objects.requireNonNull(executor, "executor");
        return self();
    }

    /**
     * What waits between the tries of a gate to rebuild itself, see {@link #retryPauses}; a thread of its own
     * for each pause, unless you say otherwise. The rebuild
     * itself runs where {@link #rebuildExecutor} says. One that refuses a pause, because it was shut down,
     * ends the tries until something asks for a rebuild again.
     *
     * @param scheduler the scheduler; the caller shuts it down
     * @return this
     */
    public final B retryScheduler(ScheduledExecutorService scheduler) {
        Objects.requireNonNull(scheduler, "scheduler");
        settings.later = (task, pause) -> {
            Future<?> waiting = scheduler.schedule(task, GateSettings.nanos(pause), TimeUnit.NANOSECONDS);
            return () -> {
                boolean unused = waiting.cancel(false);
            };
        };
        return self();
    }

    /**
     * When to rebuild; only on demand, unless you say otherwise.
     *
     * @param policy the policy
     * @return this
     */
    public final B rebuild(RebuildPolicy policy) {
        settings.policy = Objects.requireNonNull(policy, "policy");
        return self();
    }

    /**
     * How many false positives are remembered, so that asking for one again costs no access; 4,096 unless you say otherwise, some 40 bytes
     * and the key each.
     *
     * @param keys from 0 to 2^24; rounded up to a power of two
     * @return this
     */
    public final B rememberFalsePositives(int keys) {
        if (keys < 0 || keys > 1 << 24) {
            throw new IllegalArgumentException("keys is " + keys + "; use a number from 0 to " + (1 << 24));
        }
        settings.rememberedFalsePositives = keys < 2 ? keys : Integer.highestOneBit(keys - 1) << 1;
        return self();
    }

    /**
     * How long a lookup waits for another one that asks the store for the same key; as long as that takes, unless you say otherwise. Then it fails, as if the store
     * had, and the other goes on. For how long the store itself may work is a setting of the store.
     *
     * @param time a positive time
     * @return this
     */
    public final B longestWait(Duration time) {
        settings.longestWait = GateSettings.positive("time", time);
        return self();
    }

    /**
     * How long a rebuild waits for writes that began before it, tickets above all, before it is given up; a minute unless you say otherwise.
     *
     * @param time a positive time
     * @return this
     */
    public final B longestDrain(Duration time) {
        settings.longestDrain = GateSettings.positive("time", time);
        return self();
    }

    /**
     * For how long a write of a process that is gone may still take effect in the store: the warm-up waits so long before it scans. None unless you
     * say otherwise, which is right if the store ends the writes of a connection with it.
     *
     * @param time a time, or zero
     * @return this
     */
    public final B lateWrites(Duration time) {
        settings.lateWrites = GateSettings.notNegative("time", time);
        return self();
    }

    /**
     * After which time every write through this gate has ended whose outcome was not known: the gate then
     * says {@link Gate#settleOlderThan} by itself, when it writes,
     * begins a rebuild, looks after a {@link RebuildPolicy}, or is asked for its statistics. Without it such
     * a key is in doubt until {@link Gate#settle}, in a store that does not order
     * its writes.
     *
     * @param time a positive time, counted from the return of the call that failed. <b>You promise</b> that
     *     no write takes effect later: as for
     *     {@link Gate#settleOlderThan}, a time that is too short costs wrong answers
     * @return this
     */
    public final B doubtsEndAfter(Duration time) {
        settings.doubtsEndAfterNanos = GateSettings.nanos(GateSettings.positive("time", time));
        return self();
    }

    /**
     * The store forgets keys by itself. Needed for a windowed filter, whose window must be as long as these together. Whatever prolongs the life of
     * a key in the store goes through {@link WriteTicket#adding}. A gate of such keys remembers no false positives.
     *
     * @param timeToLive the longest time to live in the store
     * @param longestWrite the longest time from the begin of a write to its effect in the store
     * @param skew by how much the clocks of gate and store may be apart
     * @return this
     */
    public final B keysExpire(Duration timeToLive, Duration longestWrite, Duration skew) {
        settings.expiry = GateSettings.positive("timeToLive", timeToLive)
                .plus(GateSettings.notNegative("longestWrite", longestWrite))
                .plus(GateSettings.notNegative("skew", skew));
        return self();
    }

    /**
     * When the listener is alarmed: three times the promised FPP after 10,000 absent keys, unless you say otherwise.
     *
     * @param multiple of the promised FPP, more than 1
     * @param observations absent keys that must have been asked for before
     * @return this
     */
    public final B fppAlarm(double multiple, long observations) {
        settings.alarmMultiple = GateSettings.multiple(multiple);
        if (observations < 1) {
            throw new IllegalArgumentException("observations is " + observations + "; use at least 1, better 10,000");
        }
        settings.alarmObservations = observations;
        return self();
    }

    /**
     * How long the gate waits before it tries again, after a rebuild of its own accord has failed: the warm-up of {@link #open}, and those that
     * {@link dev.bloomery.gate.report.GateProblem}s ask for. From a second to a minute unless you say otherwise. A pause is never shorter than the failed try took; a filter that is too
     * small for the store is tried again after the longest pause only.
     *
     * @param first after the first failure; twice as long after each further one
     * @param longest at most
     * @return this
     */
    public final B retryPauses(Duration first, Duration longest) {
        settings.retryPauses =
                new RetryPauses(GateSettings.positive("first", first), GateSettings.positive("longest", longest));
        return self();
    }

    /**
     * The gate as it is at first: without a filter every lookup asks the store until {@link Gate#rebuild()}; with a durable one that is complete, and has the few
     * keys that the store is asked for, it is active at once.
     *
     * @return the gate
     */
    public final G openCold() {
        G gate = make();
        try {
            gate.start();
            return gate;
        } catch (RuntimeException | Error problem) {
            gate.close(); // else nobody would, and its directory would stay locked
            throw problem;
        }
    }

    /**
     * The gate, which warms up in the background, unless it is active at once. Until then every lookup asks the store. A warm-up that fails is tried again, see
     * {@link #retryPauses}: the reason is logged, told to the listener, and in {@link Gate#statistics()} and {@code toString} of the gate.
     *
     * @return the gate
     * @throws RuntimeException if the filters that were described cannot be made, or not be used here, as {@link #openWarm} throws it; there is no gate then
     */
    public final G open() {
        return open(keys -> {});
    }

    /**
     * {@link #open()}, with somebody who hears how far the warm-up is.
     *
     * @param progress hears how many keys were scanned so far, on the thread that scans: by the warm-up, by each further try of it, and by every later rebuild
     *     of the gate's own accord
     * @return the gate
     * @throws RuntimeException as {@link #open()} does
     */
    public final G open(LongConsumer progress) {
        Objects.requireNonNull(progress, "progress");
        G gate = openCold();
        try {
            gate.warmUp(progress);
            return gate;
        } catch (RuntimeException | Error problem) {
            gate.close();
            throw problem;
        }
    }

    /**
     * The gate when it is warm.
     *
     * @param progress hears how many keys were scanned so far
     * @return the gate, active
     * @throws RuntimeException if it cannot be warmed up; it is closed then
     */
    public final G openWarm(LongConsumer progress) {
        Objects.requireNonNull(progress, "progress");
        G gate = openCold();
        try {
            if (gate.state() != GateState.ACTIVE) {
                gate.warmUpNow(progress);
            }
            return gate;
        } catch (RuntimeException | Error problem) {
            gate.close();
            throw problem;
        }
    }
}
