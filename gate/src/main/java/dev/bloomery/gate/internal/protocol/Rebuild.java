package dev.bloomery.gate.internal.protocol;

import dev.bloomery.AddResult;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.KeyScan;
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
 * <p>One at a time; each does it once.
 */
public final class Rebuild<K> {
    private static final int REPORT_EVERY = 10_000;

    private final GateCore<K> core;
    private final Generation<K> next;
    private final KeyScan<K> scan;
    private final LongConsumer progress;
    private final long longestDrainNanos;
    private final long begunNanos;

    private long keys;
    private int doubts;

    /**
     * @param next the new generation, empty
     * @param progress hears how many keys were scanned so far
     * @param longestDrainNanos gives up if writes that began before are not over by then
     */
    public Rebuild(
            GateCore<K> core, Generation<K> next, KeyScan<K> scan, LongConsumer progress, long longestDrainNanos) {
        this.core = core;
        this.next = next;
        this.scan = scan;
        this.progress = progress;
        this.longestDrainNanos = longestDrainNanos;
        this.begunNanos = core.nanoTime.getAsLong();
    }

    /**
     * Does it.
     *
     * @return what was done
     * @throws RebuildException if it was given up; everything is as before
     */
    public RebuildReport run() {
        try {
            core.views.get().requireOpen();
            core.views.publish(next);
            long drainedNanos = awaitEarlierWrites();
            awaitLateWrites(drainedNanos);
            addInDoubt();
            scan();
            swap();
        } catch (RuntimeException | Error problem) {
            boolean unused = core.views.abandon(next);
            throw problem;
        }
        return new RebuildReport(keys, doubts, core.nanoTime.getAsLong() - begunNanos);
    }

    /** Since when all writes are over that began before the publication. */
    private long awaitEarlierWrites() {
        long unused = awaitDrained(core.phases.now() - 1); // of a rebuild that gave up
        return awaitDrained(core.phases.next());
    }

    private long awaitDrained(int phase) {
        for (int times = 0; ; times++) {
            requireWanted();
            long nowNanos = core.nanoTime.getAsLong();
            if (core.phases.isDrained(phase)) {
                return nowNanos;
            }
            if (nowNanos - begunNanos > longestDrainNanos) {
                throw new RebuildException(core.phases.left(phase)
                        + " writes that began before the rebuild are not over after "
                        + longestDrainNanos / 1_000_000
                        + " ms; tell their tickets the outcome, and rebuild again");
            }
            pause(times);
        }
    }

    private void awaitLateWrites(long drainedNanos) {
        for (int times = 0; !core.lateWrites.haveEnded(drainedNanos, core.nanoTime.getAsLong()); times++) {
            requireWanted();
            pause(times);
        }
    }

    private void pause(int times) {
        if (Thread.currentThread().isInterrupted()) {
            throw new RebuildException("the thread was interrupted while the rebuild waited for writes; rebuild again");
        }
        core.pauses.pause(times);
    }

    private void addInDoubt() {
        for (K key : core.inDoubt.all()) {
            add(key);
            doubts++;
        }
    }

    private void scan() {
        requireWanted();
        long counted = scan.scan(this::addScanned);
        if (counted != keys) {
            throw new RebuildException("the store says that it scanned " + counted + " keys, but handed over " + keys
                    + "; its scan must return only after it handed over all of them");
        }
        progress.accept(keys);
    }

    private void addScanned(K key) {
        add(key);
        if (++keys % REPORT_EVERY == 0) {
            requireWanted();
            progress.accept(keys);
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

    private void requireWanted() {
        if (core.views.get().building() != next) {
            throw notWanted();
        }
    }

    private static RebuildException notWanted() {
        return new RebuildException(
                "the rebuild was given up: the gate was closed, or marked incomplete, or a write found no room in the new filter, or another gate over the same"
                        + " keys was opened");
    }
}
