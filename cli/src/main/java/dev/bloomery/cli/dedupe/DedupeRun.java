package dev.bloomery.cli.dedupe;

import dev.bloomery.cli.lines.KeyBatch;
import dev.bloomery.cli.lines.KeyInput;
import dev.bloomery.cli.lines.LineBatch;
import dev.bloomery.cli.lines.LineOutput;
import dev.bloomery.file.Progress;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Sends the lines of inputs, one after the other, past what was seen, and prints those that are new, or those that are not.
 *
 * <p>Its lock is held while lines are worked on, and not while it waits for input: {@link #stop} from another thread finds everything in order.
 */
final class DedupeRun {
    /** Keys that wait to be kept: a run that dies prints up to so many lines again. */
    private static final int KEEP_KEYS = 1 << 18;

    private static final long KEEP_NANOS = 1_000_000_000;
    /** Keys that wait are kept before a read that may wait, but not more often than this. */
    private static final long IDLE_NANOS = 50_000_000;

    /** New lines after which the FPP is computed again, which takes longer than to look up a line. */
    private static final int FPP_KEYS = 1 << 16;

    private final Seen seen;
    private final Keeper keeper;
    private final @Nullable LineOutput out;
    private final boolean duplicates;
    private final boolean[] isNew = new boolean[LineBatch.MOST_LINES];

    private long lines;
    private long printed;
    private double expectedDrops;
    private long newSinceFpp;
    private long keptAt = System.nanoTime();
    private double targetFpp;
    private long memoryBytes;
    private boolean stopped;

    /**
     * A run.
     *
     * @param out where lines go, or null to count them only
     * @param duplicates print the lines that were seen before, instead of the new ones
     */
    DedupeRun(Seen seen, Keeper keeper, @Nullable LineOutput out, boolean duplicates) {
        this.seen = seen;
        this.keeper = keeper;
        this.out = out;
        this.duplicates = duplicates;
    }

    /** Works through all inputs, or until it is stopped. */
    void read(KeyInput input, Progress progress) throws IOException {
        try {
            long unusedCount = input.forEachBatch(seen::hash, progress, keys -> {
                synchronized (this) {
                    if (!stopped) {
                        batch(keys);
                        afterBatch(keys.lines().mayWait());
                    }
                }
            });
        } catch (IOException | RuntimeException failed) {
            if (!isStopped()) {
                throw failed;
            }
            // keys are hashed ahead, also when the filter has been closed
        }
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    private void batch(KeyBatch keys) throws IOException {
        seen.test(keys, isNew);
        int found = 0;
        for (int i = 0; i < keys.count(); i++) {
            found += isNew[i] ? 1 : 0;
            if (isNew[i] != duplicates) {
                printed++;
                if (out != null) {
                    out.write(keys.lines(), i);
                }
            }
        }
        lines += keys.count();
        newSinceFpp += found;
        if (newSinceFpp >= FPP_KEYS) {
            countDrops();
        }
    }

    private void countDrops() {
        expectedDrops += newSinceFpp * seen.fpp();
        newSinceFpp = 0;
    }

    /** Nobody shall wait for a line that was read, nor for the memory of it. */
    private void afterBatch(boolean mayWait) throws IOException {
        if (mayWait && out != null) {
            out.flush();
        }
        long age = System.nanoTime() - keptAt;
        if (seen.unkept() >= KEEP_KEYS || age >= KEEP_NANOS || (mayWait && age >= IDLE_NANOS)) {
            keep();
        }
    }

    private void keep() throws IOException {
        if (seen.unkept() > 0) {
            keeper.keep();
        }
        keptAt = System.nanoTime();
    }

    /**
     * Ends the run: nothing is read from then on, what was printed is kept, and the filter is closed. May be called twice, and by any thread.
     *
     * @return false if it had ended before
     */
    synchronized boolean stop() throws IOException {
        if (stopped) {
            return false;
        }
        stopped = true;
        try (seen) {
            targetFpp = seen.targetFpp();
            memoryBytes = seen.memoryBytes();
            countDrops();
            if (out != null) {
                out.flush();
            }
            keep();
        }
        return true;
    }

    /** Ends the run after a failure: what was not kept is forgotten, because its lines may not have been printed. */
    synchronized void abandon() {
        if (!stopped) {
            stopped = true;
            try {
                seen.close();
            } catch (IOException | RuntimeException secondary) {
                // the failure before it is the one to tell
            }
        }
    }

    /** Of the filter; after it was stopped. */
    synchronized double targetFpp() {
        return targetFpp;
    }

    /** Of the filter; after it was stopped. */
    synchronized long memoryBytes() {
        return memoryBytes;
    }

    synchronized long lines() {
        return lines;
    }

    synchronized long printed() {
        return printed;
    }

    /** How many new lines were taken for old ones, by expectation. */
    synchronized double expectedDrops() {
        return expectedDrops;
    }
}
