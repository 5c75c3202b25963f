package dev.bloomery.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongPredicate;

/**
 * Threads that all claim the same keys, one after the other, as nearly at the same moment as can be: for each key they
 * wait for each other. So many keys, so many rounds. Who claims by asking and then adding fails it, which {@code ClaimTest}
 * shows.
 *
 * @param keys keys that were claimed
 * @param won keys that had a winner
 * @param wonTwice keys that had more than one
 */
public record ClaimRace(int keys, int won, int wonTwice) {
    /** Turns of a waiting thread before it gives up its core. */
    private static final int SPINS = 200;

    /**
     * Runs it.
     *
     * @param claim claims key number i and says whether it won
     */
    public static ClaimRace run(LongPredicate claim, int threads, int keys) throws InterruptedException {
        return run(claim, threads, keys, 1);
    }

    /**
     * Runs it with a meeting every {@code stretch} keys only; between two of them the threads run through the same keys in
     * the same order, which lets them meet without a wait at each key.
     */
    public static ClaimRace run(LongPredicate claim, int threads, int keys, int stretch) throws InterruptedException {
        AtomicIntegerArray wins = new AtomicIntegerArray(keys);
        AtomicInteger arrived = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            Thread thread = new Thread(() -> {
                try {
                    for (int from = 0; from < keys; from += stretch) {
                        meet(arrived, threads * (from / stretch + 1), failure);
                        for (int i = from; i < Math.min(keys, from + stretch); i++) {
                            if (claim.test(i)) {
                                wins.incrementAndGet(i);
                            }
                        }
                    }
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

    /** Waits until all have arrived as often; spins first, because that is how threads start within a microsecond. */
    @SuppressWarnings("ThreadPriorityCheck") // a waiting thread must let the others run where there are fewer cores
    private static void meet(AtomicInteger arrived, int all, AtomicReference<Throwable> failure) {
        arrived.incrementAndGet();
        for (int spin = 0; arrived.get() < all; spin++) {
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
