package dev.bloomery.gate.internal.protocol;

import dev.bloomery.AddResult;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.KeyScan;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Builds a new generation while writes go on, and lets it answer when it is complete.
 *
 * <ol>
 *   <li>Publish it: writes that begin from now on add to it, too.
 *   <li>Wait for the writes that began before: they have committed, failed, or are in doubt.
 *   <li>Add what is in doubt.
 *   <li>Only now scan the store: a key that is there was there before the scan, or its write began after the publication.
 *   <li>Only with proof that the scan was complete let it answer, unless something happened that it may not know of.
 *   <li>Whatever fails, the generation before stays.
 * </ol>
 *
 * <p>One at a time.
 */
public class Rebuild<K> extends GateOperation {
    public enum Stage {
        PUBLISH,
        AWAIT_EARLIER_PHASE,
        NEXT_PHASE,
        DRAIN,
        AWAIT_LATE_WRITES,
        ADD_IN_DOUBT,
        SCAN,
        SWAP
    }

    public static final List<Stage> ORDER = List.of(Stage.values());
    private static final int REPORT_EVERY = 10_000;

    public final GateCore<K> core;
    public final Generation<K> next;
    private final List<Stage> order;
    private final KeyScan<K> scan;
    private final LongConsumer progress;
    private final long longestDrainNanos;
    private final long begunNanos;

    private int at;
    private int ended;
    private long drainedNanos;
    private long keys;
    private int doubts;

    /**
     * @param order the stages, {@link #ORDER}
     * @param next the new generation, empty
     * @param progress hears how many keys were scanned so far
     * @param longestDrainNanos gives up if writes that began before are not over by then
     */
    public Rebuild(
            GateCore<K> core,
            List<Stage> order,
            Generation<K> next,
            KeyScan<K> scan,
            LongConsumer progress,
            long longestDrainNanos) {
        this.core = core;
        this.order = order;
        this.next = next;
        this.scan = scan;
        this.progress = progress;
        this.longestDrainNanos = longestDrainNanos;
        this.begunNanos = core.nanoTime.getAsLong();
    }

    @Override
    public final StepResult step() {
        try {
            if (at > order.indexOf(Stage.PUBLISH)) {
                requireWanted();
            }
            StepResult step = perform(order.get(at));
            if (step == StepResult.MORE && ++at == order.size()) {
                return StepResult.DONE;
            }
            return step;
        } catch (RuntimeException | Error problem) {
            fail(problem);
            boolean unused = core.views.abandon(next);
            return StepResult.DONE;
        }
    }

    private StepResult perform(Stage stage) {
        switch (stage) {
            case PUBLISH -> {
                core.views.get().requireOpen();
                core.views.publish(next);
            }
            case AWAIT_EARLIER_PHASE -> {
                return drained(core.phases.now() - 1); // of a rebuild that gave up
            }
            case NEXT_PHASE -> ended = core.phases.next();
            case DRAIN -> {
                drainedNanos = core.nanoTime.getAsLong();
                return drained(ended);
            }
            case AWAIT_LATE_WRITES -> {
                return core.lateWrites.haveEnded(drainedNanos, core.nanoTime.getAsLong()) ? StepResult.MORE : waiting();
            }
            case ADD_IN_DOUBT -> core.inDoubt.all().forEach(this::addInDoubt);
            case SCAN -> {
                return scan();
            }
            case SWAP -> swap();
        }
        return StepResult.MORE;
    }

    private StepResult drained(int phase) {
        if (core.phases.isDrained(phase)) {
            return StepResult.MORE;
        }
        if (core.nanoTime.getAsLong() - begunNanos > longestDrainNanos) {
            throw new RebuildException(core.phases.left(phase)
                    + " writes that began before the rebuild are not over after "
                    + longestDrainNanos / 1_000_000
                    + " ms; tell their tickets the outcome, and rebuild again");
        }
        return waiting();
    }

    private static StepResult waiting() {
        if (Thread.currentThread().isInterrupted()) {
            throw new RebuildException("the thread was interrupted while the rebuild waited for writes; rebuild again");
        }
        return StepResult.WAIT;
    }

    private void addInDoubt(K key) {
        add(key);
        doubts++;
    }

    public StepResult scan() {
        long counted = scan.scan(this::addScanned);
        requireComplete(counted);
        progress.accept(keys);
        return StepResult.MORE;
    }

    public void addScanned(K key) {
        add(key);
        if (++keys % REPORT_EVERY == 0) {
            requireWanted();
            progress.accept(keys);
        }
    }

    public void requireComplete(long counted) {
        if (counted != keys) {
            throw new RebuildException("the store says that it scanned " + counted + " keys, but handed over " + keys
                    + "; its scan must return only after it handed over all of them");
        }
    }

    private void add(K key) {
        if (next.add(key) == AddResult.FULL) {
            throw RebuildException.lasting(
                    "the new filter has no room after " + keys
                            + " keys of the store; use a spec for more keys: with rebuildWith(...), or for a gate that is opened anew");
        }
    }

    private void swap() {
        next.sync();
        if (!core.views.swapTo(next)) {
            throw notWanted();
        }
    }

    public void requireWanted() {
        if (core.views.get().building() != next) {
            throw notWanted();
        }
    }

    private static RebuildException notWanted() {
        return new RebuildException(
                "the rebuild was given up: the gate was closed, or marked incomplete, or a write found no room in the new filter, or another gate over the same"
                        + " keys was opened");
    }

    /** What came of it, when all steps are done. */
    public RebuildReport result() {
        throwFailure();
        return new RebuildReport(keys, doubts, core.nanoTime.getAsLong() - begunNanos);
    }
}
