package dev.bloomery.gate.internal.generation;

import dev.bloomery.AddResult;
import dev.bloomery.gate.report.GateInfo;
import dev.bloomery.gate.report.GateQuickInfo;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One filter of a gate, or family of filters: complete at some time, and then replaced by the next.
 *
 * <p>A kind that removes holds a copy of the key for each write that added it, and counts on each being taken back once at most. Where copies are not
 * counted rightly, nothing may be taken back any more: {@link #keepAll}.
 *
 * <p>It may have files, and lets go of them at its end, while some operations may still be inside:
 *
 * <ol>
 *   <li>{@link #discard}, when no view has it any more: whoever still has it sees another view, or adds to another generation, too. What it
 *       cannot answer is <i>maybe</i>, and what it cannot add is dropped.
 *   <li>{@link #close}, with its gate: what it cannot add is refused, so that the store is not written.
 *   <li>What cannot be taken back stays, which is always right.
 * </ol>
 */
public abstract class Generation<K> {
    private enum End {
        NONE,
        DISCARDED,
        CLOSED
    }

    /** Guards what is known of copies. Not a monitor: it is held while the disk is written. */
    final ReentrantLock copyLock = new ReentrantLock();

    private volatile End end = End.NONE;
    private boolean keepsAll;
    private volatile long answersSince;
    private volatile boolean answers;

    /** The FPP that it was made for. */
    public abstract double promisedFpp();

    /** Whether it holds more than this share of what it was made for. */
    public abstract boolean isFilledTo(double share);

    /** The filter in numbers. */
    public abstract GateInfo info(Duration age);

    /** The filter in a few numbers, at a price that does not grow with it. */
    public abstract GateQuickInfo quickInfo(Duration age);

    /** The FPP for the keys that it has now. */
    public abstract double expectedFpp();

    /** For how long it remembers; null: for ever. */
    @Nullable
    public Duration window() {
        return null;
    }

    // what the filter does

    public abstract boolean test(K key);

    public abstract boolean[] testEach(List<K> keys);

    /** Never {@link AddResult#TOO_MANY_COPIES}. */
    public abstract AddResult put(K key);

    /** Takes one copy out, where the kind can. */
    public abstract void take(K key);

    /** What was put is on the disk as the gate has promised; nothing for a filter in memory. */
    public void force() {}

    /** From the return on it is on the disk that the next process may take nothing back. */
    public void noteKeepsAll() {}

    /** The next process may take back again: the filter on the disk has every copy. If that cannot be noted, it may not. */
    public void unnoteKeepsAll() {}

    /** Lets go of its files, and deletes them if they are not kept. */
    public void release(boolean keepFiles) {}

    // what a gate does with it

    /** It answers, since this time. */
    public final void hasBegun(long nanos) {
        answersSince = nanos;
        answers = true;
    }

    /** The filter in numbers at this time; empty if it was let go of meanwhile. */
    public final Optional<GateInfo> infoAt(long nanos) {
        try {
            return Optional.of(info(age(nanos)));
        } catch (RuntimeException problem) {
            requireEnded(problem);
            return Optional.empty();
        }
    }

    /** Like {@link #infoAt}, without a look at all of it. */
    public final Optional<GateQuickInfo> quickInfoAt(long nanos) {
        try {
            return Optional.of(quickInfo(age(nanos)));
        } catch (RuntimeException problem) {
            requireEnded(problem);
            return Optional.empty();
        }
    }

    /** Like {@link #infoAt}, of {@link #expectedFpp}. */
    public final Optional<Double> expectedFppNow() {
        try {
            return Optional.of(expectedFpp());
        } catch (RuntimeException problem) {
            requireEnded(problem);
            return Optional.empty();
        }
    }

    private Duration age(long nanos) {
        return answers ? Duration.ofNanos(nanos - answersSince) : Duration.ZERO;
    }

    public final boolean mightContain(K key) {
        try {
            return test(key);
        } catch (RuntimeException problem) {
            requireEnded(problem);
            return true;
        }
    }

    public final boolean[] mightContainEach(List<K> keys) {
        try {
            return testEach(keys);
        } catch (RuntimeException problem) {
            requireEnded(problem);
            boolean[] maybes = new boolean[keys.size()];
            Arrays.fill(maybes, true);
            return maybes;
        }
    }

    private void requireEnded(RuntimeException problem) {
        if (end == End.NONE) {
            throw problem;
        }
    }

    /** Adds a key; a crash may lose it until {@link #sync}. */
    public final AddResult add(K key) {
        try {
            return put(key);
        } catch (RuntimeException problem) {
            requireDiscarded(problem);
            return AddResult.MAYBE_PRESENT;
        }
    }

    /** From the return on a crash loses nothing that was added before, if the gate has promised that. */
    public final void sync() {
        try {
            force();
        } catch (RuntimeException problem) {
            requireDiscarded(problem);
        }
    }

    private void requireDiscarded(RuntimeException problem) {
        if (end != End.DISCARDED) {
            throw problem;
        }
    }

    /** Takes back one add of the key, where the kind can. Only for an add that was made here. */
    public void takeBack(K key) {
        copyLock.lock();
        try {
            if (keepsAll) {
                return;
            }
            try {
                take(key);
            } catch (RuntimeException cannot) {
                // it was closed, or its disk has failed: the store is right, and the next add will say so
            }
        } finally {
            copyLock.unlock();
        }
    }

    public final boolean keepsAll() {
        copyLock.lock();
        try {
            return keepsAll;
        } finally {
            copyLock.unlock();
        }
    }

    /** From the return on nothing is taken back: a key that tests <i>maybe</i> then does so for ever, however many copies it has. */
    public final void keepAll() {
        copyLock.lock();
        try {
            if (!keepsAll) {
                noteKeepsAll();
                keepsAll = true;
            }
        } finally {
            copyLock.unlock();
        }
    }

    /** No view has it any more. What cannot be deleted is deleted when its directory is opened again. */
    public final void discard() {
        end = End.DISCARDED;
        try {
            release(false);
        } catch (RuntimeException left) {
            // nobody needs it
        }
    }

    /** Its gate is closed. */
    public final void close() {
        end = End.CLOSED;
        release(true);
    }
}
