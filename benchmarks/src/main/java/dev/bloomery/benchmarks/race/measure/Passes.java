package dev.bloomery.benchmarks.race.measure;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hands the threads of a benchmark of adds one chunk of keys after the other, and a new filter for each pass over all keys.
 *
 * <p>A pass of a warm-up is one chunk for each thread, into a throwaway filter of just that many keys. A pass that counts goes
 * over all keys; each thread has its own part of them. Keys that remain because chunks are of one size are the first ones: who
 * makes the filter treats them.
 *
 * @param <F> the filter
 */
final class Passes<F> {
    static final int MOST_KEYS_OF_CHUNK = 1 << 20;

    private final int threads;
    private final int chunkKeys;
    private final int chunksOfThread;
    private final long rest;
    private final Maker<F> maker;
    private final int[] turns;
    private final CyclicBarrier newPass;
    private final AtomicInteger ready = new AtomicInteger();
    private volatile boolean warmup;
    private volatile F filter;

    /** Makes the filter of a pass. */
    @FunctionalInterface
    interface Maker<F> {
        /**
         * A filter for {@code keys} keys.
         *
         * @param done the first so many keys are not in any chunk
         */
        F make(long keys, long done);
    }

    /** The next keys of a thread, and the filter for them. */
    record Turn<F>(F filter, long firstKey, int count) {}

    Passes(long keys, int threads, Maker<F> maker) {
        this.threads = threads;
        this.maker = maker;
        long ofThread = Math.max(1, keys / threads);
        chunksOfThread = Math.toIntExact((ofThread + MOST_KEYS_OF_CHUNK - 1) / MOST_KEYS_OF_CHUNK);
        chunkKeys = Math.toIntExact(ofThread / chunksOfThread);
        rest = keys - (long) chunkKeys * chunksOfThread * threads;
        turns = new int[threads];
        newPass = new CyclicBarrier(threads, this::makeFilter);
    }

    /** Keys of every chunk. */
    int chunkKeys() {
        return chunkKeys;
    }

    /** Chunks that a thread gets in a pass that counts. */
    int chunksOfThread() {
        return chunksOfThread;
    }

    /** The filter of the last pass. */
    F filter() {
        return filter;
    }

    /** The next turn of a thread; waits for the other threads where a pass begins. */
    Turn<F> next(int thread, boolean isWarmup) {
        int turn = isWarmup ? 0 : turns[thread]++ % chunksOfThread;
        if (turn == 0) {
            warmup = isWarmup;
            await(newPass);
        }
        long part = isWarmup ? 1 : chunksOfThread;
        long firstKey = (isWarmup ? 0 : rest) + (thread * part + turn) * chunkKeys;
        return new Turn<>(filter, firstKey, chunkKeys);
    }

    /** Returns in all threads at the same moment, when the last of them has come. */
    void startTogether() {
        int mine = ready.incrementAndGet();
        int all = (mine + threads - 1) / threads * threads;
        while (ready.get() < all) {
            Thread.onSpinWait();
        }
    }

    private void makeFilter() {
        filter = null; // so that the last one can be collected
        filter = warmup ? maker.make((long) chunkKeys * threads, 0) : maker.make(chunkKeysOfPass() + rest, rest);
    }

    private long chunkKeysOfPass() {
        return (long) chunkKeys * chunksOfThread * threads;
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        } catch (BrokenBarrierException broken) {
            throw new IllegalStateException("another thread failed", broken);
        }
    }
}
