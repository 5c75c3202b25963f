package dev.bloomery.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongPredicate;

/**
 * Threads that all claim the same keys, one key after the other, as nearly at the same moment as can be. Each key is a
 * round. Who claims by asking and then adding fails it, which {@code ClaimTest} shows.
 *
 * @param keys keys that were claimed
 * @param won keys that had a winner
 * @param wonTwice keys that had more than one
 */
public record ClaimRace(int keys, int won, int wonTwice) {
    /** Turns of a waiting thread before it gives up its core. */
    private static final int SPINS = 200;

    /**
     * The threads wait for each other before each key.
     *
     * @param claim claims key number i and says whether it won
     */
    public static ClaimRace meeting(LongPredicate claim, int threads, int keys) throws InterruptedException {
        AtomicInteger arrived = new AtomicInteger();
        return race(claim, threads, keys, (contest, failure) -> {
            for (int key = 0; key < keys; key++) {
                arrived.incrementAndGet();
                await(arrived::get, threads * (key + 1), failure);
                contest.accept(key);
            }
        });
    }

    /**
     * The threads do not wait: each claims the key that is on, and puts on the next one. So those that have a core claim the
     * same key at the same moment, and one that was stopped claims a key of long ago when it goes on. Then each claims every
     * key once more. That makes a million rounds of more threads than cores in a second or so.
     *
     * @param claim claims key number i and says whether it won
     */
    public static ClaimRace running(LongPredicate claim, int threads, int keys) throws InterruptedException {
        AtomicInteger started = new AtomicInteger();
        AtomicInteger on = new AtomicInteger();
        return race(claim, threads, keys, (contest, failure) -> {
            started.incrementAndGet();
            await(started::get, threads, failure);
            for (int key = on.get(); key < keys; key = on.get()) {
                contest.accept(key);
                on.compareAndSet(key, key + 1);
            }
            for (int key = 0; key < keys; key++) {
                contest.accept(key);
            }
        });
    }

    private interface Racer {
        void run(IntConsumer contest, AtomicReference<Throwable> failure);
    }

    private static ClaimRace race(LongPredicate claim, int threads, int keys, Racer racer) throws InterruptedException {
        AtomicIntegerArray wins = new AtomicIntegerArray(keys);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        IntConsumer contest = key -> {
            if (claim.test(key)) {
                wins.incrementAndGet(key);
            }
        };
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            Thread thread = new Thread(() -> {
                try {
                    racer.run(contest, failure);
                } catch (Throwable thrown) {
                    failure.compareAndSet(null, thrown);
                }
            });
            thread.start();
            running.add(thread);
        }
        for (Thread thread : running) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread failed: " + failure.get(), failure.get());
        }
        int won = 0;
        int wonTwice = 0;
        for (int i = 0; i < keys; i++) {
            won += wins.get(i) > 0 ? 1 : 0;
            wonTwice += wins.get(i) > 1 ? 1 : 0;
        }
        return new ClaimRace(keys, won, wonTwice);
    }

    /** Waits until so many have come; spins first, because that is how threads start within a microsecond. */
    @SuppressWarnings("ThreadPriorityCheck") // a waiting thread must let the others run where there are fewer cores
    private static void await(IntSupplier come, int all, AtomicReference<Throwable> failure) {
        for (int spin = 0; come.getAsInt() < all; spin++) {
            if (failure.get() != null) {
                throw new IllegalStateException("another thread failed");
            }
            if (spin < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** Fails if two threads have the same key. */
    public void assertNoKeyWonTwice() {
        if (wonTwice > 0) {
            throw new AssertionError(wonTwice + " of " + keys + " keys were won by two threads");
        }
    }
}
