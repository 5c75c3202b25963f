package dev.bloomery.samples.crawler;

import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Threads that claim URLs at whatever instances are in the list, several threads the same ones at about the same time, and a book of who
 * got what.
 */
final class Claims {
    private static final int THREADS = 4;
    private static final int AT_ONCE = 8;
    private static final int NEAR = 40;

    /** An instance of the service, as a crawler sees it. */
    interface Instance {
        List<String> claim(List<String> urls) throws Exception;

        boolean isSeen(String url) throws Exception;
    }

    private final String site;
    private final AtomicInteger newest = new AtomicInteger();
    private final Map<String, AtomicInteger> winners = new ConcurrentHashMap<>();
    private final Set<String> forgotten = ConcurrentHashMap.newKeySet();
    /** Held shared by each request, and alone by who takes an instance out of the list. */
    private final ReentrantReadWriteLock requests = new ReentrantReadWriteLock();

    Claims(String site) {
        this.site = site;
    }

    /** Until the work is done. */
    void duringEach(CopyOnWriteArrayList<Instance> instances, Work work) throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> running = new ArrayList<>();
        try {
            for (int i = 0; i < THREADS; i++) {
                SplittableRandom random = Seeds.random("claims " + site + i);
                running.add(threads.submit(() -> {
                    while (!isOver.get()) {
                        claimSome(instances, random);
                        TimeUnit.MILLISECONDS.sleep(2); // the servers share two cores with much else
                    }
                    return null;
                }));
            }
            work.run();
        } finally {
            isOver.set(true);
            threads.shutdown();
        }
        for (Future<?> one : running) {
            one.get(1, TimeUnit.MINUTES);
        }
    }

    /** What happens meanwhile. */
    interface Work {
        void run() throws Exception;
    }

    /** As a load balancer does before a stop: no request is sent there any more, and all have been answered. */
    void drain(List<Instance> instances, Instance leaving) {
        requests.writeLock().lock();
        try {
            instances.remove(leaving);
        } finally {
            requests.writeLock().unlock();
        }
    }

    private void claimSome(List<Instance> instances, SplittableRandom random) throws Exception {
        List<String> urls = new ArrayList<>();
        int last = newest.addAndGet(2);
        for (int i = 0; i < AT_ONCE; i++) {
            urls.add(site + "/" + Math.max(0, last - random.nextInt(NEAR)));
        }
        urls.forEach(url -> winners.computeIfAbsent(url, first -> new AtomicInteger()));
        requests.readLock().lock();
        try {
            for (String mine : any(instances, random).claim(urls)) {
                winners.get(mine).incrementAndGet();
            }
            String url = urls.get(0);
            if (!any(instances, random).isSeen(url)) {
                forgotten.add(url);
            }
        } finally {
            requests.readLock().unlock();
        }
    }

    private static Instance any(List<Instance> instances, SplittableRandom random) {
        Object[] now = instances.toArray();
        return (Instance) now[random.nextInt(now.length)];
    }

    int offered() {
        return winners.size();
    }

    /** URLs that several were told to fetch. */
    List<String> takenTwice() {
        return winnersOf(2, Integer.MAX_VALUE);
    }

    /** URLs that nobody was told to fetch. */
    List<String> lost() {
        return winnersOf(0, 0);
    }

    private List<String> winnersOf(int least, int most) {
        return winners.entrySet().stream()
                .filter(entry ->
                        entry.getValue().get() >= least && entry.getValue().get() <= most)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** URLs that an instance took for new after they had been claimed. */
    Set<String> forgotten() {
        return forgotten;
    }
}
