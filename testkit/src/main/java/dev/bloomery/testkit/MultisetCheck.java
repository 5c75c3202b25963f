package dev.bloomery.testkit;

import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Random adds, removes and queries of a filter that counts, against a multiset. Only what is in is removed. Fails with an
 * {@link AssertionError} if a key that is in is missed, at any step or from any thread, if it is counted too low, or if not
 * every counter is back at 0 after all was removed, but for stuck ones.
 *
 * <p>Draining is what makes the counts exact: while keys are removed, a counter that is one too low misses the last key on
 * it, one that is too high stays above 0 in the end.
 */
public final class MultisetCheck {
    private final CountingSubject filter;
    private final int keys;
    private final int maxCopies;
    private final long seed;

    /**
     * Of a filter that is empty.
     *
     * @param keys the keys are numbers from 0 to before this one
     * @param maxCopies so often a key is in at most
     */
    public MultisetCheck(CountingSubject filter, int keys, int maxCopies) {
        this.filter = filter;
        this.keys = keys;
        this.maxCopies = maxCopies;
        this.seed = Seeds.random("multiset").nextLong();
    }

    /** One thread; every key of the model is asked for at every step. */
    public void alone(int operations) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<Long, Integer> model = new HashMap<>();
        for (int step = 0; step < operations; step++) {
            long key = random.nextInt(keys);
            int copies = model.getOrDefault(key, 0);
            if (copies > 0 && (copies == maxCopies || random.nextBoolean())) {
                require(filter.remove(key), "remove is false", key, step);
                if (copies == 1) {
                    model.remove(key);
                } else {
                    model.put(key, copies - 1);
                }
            } else {
                boolean absent = !filter.mightContain(key);
                require(filter.add(key) == absent, "add is not what the key tested", key, step);
                model.put(key, copies + 1);
            }
            long atLeast = Math.min(model.getOrDefault(key, 0), filter.largestCount());
            require(filter.count(key) >= atLeast, "counted too low", key, step);
            for (long in : model.keySet()) {
                require(filter.mightContain(in), "is in and missing", in, step);
            }
        }
        int[] copies = new int[keys];
        model.forEach((key, count) -> copies[key.intValue()] = count);
        drain(copies);
    }

    /**
     * Several threads, each with keys of its own, beside readers that ask for the keys of all.
     *
     * @param operations of each writer
     * @return how often each key is in; they are still in the filter
     */
    public int[] threadsWithOwnKeys(int writers, int readers, int operations) throws InterruptedException {
        AtomicIntegerArray copies = new AtomicIntegerArray(keys);
        // 0: the key is not in, or about to be removed; else a number that is never used again for this key
        AtomicIntegerArray in = new AtomicIntegerArray(keys);
        run(writers, readers, in, thread -> {
            SplittableRandom random = new SplittableRandom(seed + thread);
            for (int step = 1; step <= operations; step++) {
                int key = random.nextInt(keys / writers) * writers + thread;
                int has = copies.get(key);
                if (has > 0 && (has == maxCopies || random.nextBoolean())) {
                    if (has == 1) {
                        in.set(key, 0);
                    }
                    require(filter.remove(key), "remove is false", key, step);
                    copies.set(key, has - 1);
                } else {
                    filter.add(key);
                    copies.set(key, has + 1);
                    in.set(key, step);
                }
                require(copies.get(key) == 0 || filter.mightContain(key), "is in and missing", key, step);
            }
        });
        return plain(copies);
    }

    /**
     * Several threads that add and remove copies of the same keys, beside readers. Of every third key one copy stays in
     * all the time, and the readers ask for those.
     *
     * @param operations of each writer
     * @return how often each key is in; they are still in the filter
     */
    public int[] threadsWithTheSameKeys(int writers, int readers, int operations) throws InterruptedException {
        AtomicIntegerArray in = new AtomicIntegerArray(keys);
        AtomicIntegerArray removable = new AtomicIntegerArray(keys);
        for (int key = 0; key < keys; key += 3) {
            filter.add(key);
            in.set(key, 1);
        }
        run(writers, readers, in, thread -> {
            SplittableRandom random = new SplittableRandom(seed + thread);
            for (int step = 1; step <= operations; step++) {
                int key = random.nextInt(keys);
                int has = removable.get(key);
                if (has > 0 && (has >= maxCopies - 1 || random.nextBoolean())) {
                    if (removable.compareAndSet(key, has, has - 1)) { // this copy is now this thread's to remove
                        require(filter.remove(key), "remove is false", key, step);
                    }
                } else if (has < maxCopies - 1) {
                    filter.add(key);
                    removable.incrementAndGet(key);
                }
            }
        });
        for (int key = 0; key < keys; key += 3) {
            removable.incrementAndGet(key);
        }
        return plain(removable);
    }

    /**
     * Threads that all remove the same keys, each of which is in once: for each of them just one remove may be true. The
     * filter must be so large that no key looks present by chance. Beside them are as many keys that are not removed.
     */
    public void racingRemoves(int threads) throws InterruptedException {
        for (int key = 0; key < 2 * keys; key++) {
            require(filter.add(key), "looks present by chance, use a larger filter", key, 0);
        }
        ClaimRace race = ClaimRace.meeting(filter::remove, threads, keys);
        if (race.won() != keys || race.wonTwice() > 0) {
            throw new AssertionError("of " + keys + " keys that were in once, " + race.won() + " could be removed and "
                    + race.wonTwice() + " twice");
        }
        int[] copies = new int[2 * keys];
        for (int key = keys; key < 2 * keys; key++) {
            copies[key] = 1;
        }
        drain(copies);
    }

    /** Removes all that is in, key by key, while the others must still be there. */
    public void drain(int[] copies) {
        for (int key = 0; key < copies.length; key++) {
            long atLeast = Math.min(copies[key], filter.largestCount());
            require(filter.count(key) >= atLeast, "counted too low in the end", key, 0);
        }
        for (int key = 0; key < copies.length; key++) {
            for (int left = copies[key]; left > 0; left--) {
                require(filter.mightContain(key), "is in and missing in the end", key, left);
                require(filter.remove(key), "remove is false in the end", key, left);
            }
        }
        if (filter.used() != filter.stuck()) {
            throw new AssertionError("all that was added was removed, but " + filter.used() + " counters are not 0, "
                    + filter.stuck() + " of them stuck; " + Seeds.describe());
        }
    }

    private interface Writer {
        void run(int thread);
    }

    /** Readers ask as long as there are writers: a key that was in before and after the question must have been seen. */
    private void run(int writers, int readers, AtomicIntegerArray in, Writer writer) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch writing = new CountDownLatch(writers);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < writers + readers; t++) {
            int number = t;
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                    if (number < writers) {
                        writer.run(number);
                    } else {
                        read(in, writing);
                    }
                } catch (Throwable thrown) {
                    failure.compareAndSet(null, thrown);
                } finally {
                    if (number < writers) {
                        writing.countDown();
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread failed: " + failure.get().getMessage(), failure.get());
        }
    }

    private void read(AtomicIntegerArray in, CountDownLatch writing) {
        while (writing.getCount() > 0) {
            for (int key = 0; key < keys; key++) {
                int before = in.get(key);
                if (before != 0 && !filter.mightContain(key) && in.get(key) == before) {
                    throw new AssertionError("key " + key + " is in and was missed by a reader; " + Seeds.describe());
                }
            }
        }
    }

    private static int[] plain(AtomicIntegerArray copies) {
        int[] plain = new int[copies.length()];
        for (int i = 0; i < plain.length; i++) {
            plain[i] = copies.get(i);
        }
        return plain;
    }

    private static void require(boolean holds, String what, long key, int step) {
        if (!holds) {
            throw new AssertionError("key " + key + ": " + what + ", step " + step + "; " + Seeds.describe());
        }
    }
}
