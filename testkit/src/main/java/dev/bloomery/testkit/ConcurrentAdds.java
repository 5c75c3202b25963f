package dev.bloomery.testkit;

import dev.bloomery.AddableFilter;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;

/**
 * No false negative across threads: writers add keys of their own and publish how far they are; every thread keeps asking
 * for keys that others have published; at the end all keys are asked once more. A filter whose writers overwrite each
 * other's bits fails it, which {@code ConcurrentAddsTest} shows.
 */
public final class ConcurrentAdds {
    /** More than this machine has cores, so that threads are also stopped in the middle of an add. */
    public static final int THREADS = 4;

    /** Of the published keys, the newest ones are asked for: those whose adds have just returned. */
    private static final int NEWEST = 16;

    private ConcurrentAdds() {}

    /**
     * Fails with an {@link AssertionError} if a key that was added is missing.
     *
     * @param key key number i; writer w adds the numbers from {@code w * perWriter} on
     */
    public static <K> void check(AddableFilter<K> filter, LongFunction<K> key, int writers, int perWriter)
            throws InterruptedException {
        List<AtomicInteger> published = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
            published.add(new AtomicInteger());
        }
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int number = t;
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                    addAndAsk(filter, key, published, number, perWriter);
                } catch (Throwable failure) {
                    failures.add(failure);
                }
            });
            thread.start();
            threads.add(thread);
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new AssertionError("a thread failed: " + failures.peek(), failures.peek());
        }
        for (long i = 0; i < (long) writers * perWriter; i++) {
            assertPresent(filter, key, i);
        }
    }

    private static <K> void addAndAsk(
            AddableFilter<K> filter, LongFunction<K> key, List<AtomicInteger> published, int number, int perWriter) {
        SplittableRandom random = new SplittableRandom(Seeds.base() + number);
        for (int i = 0; i < perWriter; i++) {
            if (number < published.size()) {
                filter.add(key.apply((long) number * perWriter + i));
                published.get(number).set(i + 1);
            }
            int other = random.nextInt(published.size());
            int known = published.get(other).get();
            if (known > 0) {
                int back = random.nextInt(Math.min(known, NEWEST));
                assertPresent(filter, key, (long) other * perWriter + known - 1 - back);
            }
        }
    }

    private static <K> void assertPresent(AddableFilter<K> filter, LongFunction<K> key, long index) {
        if (!filter.mightContain(key.apply(index))) {
            throw new AssertionError("key " + index + " was added and is missing");
        }
    }
}
