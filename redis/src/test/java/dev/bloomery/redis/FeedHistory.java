package dev.bloomery.redis;

import dev.bloomery.redis.FeedChild.Hearing;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.store.StoreHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Three processes that insert and ask for keys through gates with feeds, while they and the server of the
 * feed are in trouble; all they say is judged.
 */
final class FeedHistory implements AutoCloseable {
    private static final int PROCESSES = 3;
    private static final int WRITERS = 2;
    private static final int WINDOW = 400;

    final RedisProcess feed = RedisProcess.started();
    private final RedisProcess stores = RedisProcess.started();
    private final AtomicReferenceArray<FeedProcess> processes = new AtomicReferenceArray<>(PROCESSES);
    private final Hearing hearing;
    private final StoreHistory<Long> history = new StoreHistory<>();
    private final AtomicLong nextKey = new AtomicLong();
    private final AtomicLong asked = new AtomicLong();
    private final LongAdder inserted = new LongAdder();
    private final LongAdder notDone = new LongAdder();
    private final LongAdder alone = new LongAdder();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

    /** What happened. */
    record Result(long asked, long inserted, long notDone, long alone, List<String> wrong) {}

    /** Something that goes wrong. */
    interface Trouble {
        void cause(FeedHistory history) throws Exception;
    }

    FeedHistory(Hearing hearing) {
        this.hearing = hearing;
        for (int i = 0; i < PROCESSES; i++) {
            processes.set(i, start(i));
        }
        for (int i = 0; i < PROCESSES; i++) {
            processes.get(i).awaitReady();
        }
    }

    private FeedProcess start(int number) {
        Client client = number == 1 ? Client.LETTUCE : Client.JEDIS;
        return FeedProcess.start(
                client.name(), String.valueOf(feed.port()), String.valueOf(stores.port()), hearing.name());
    }

    /** Until so many lookups were made, and each of the troubles was caused once. */
    Result run(long lookups, List<Trouble> troubles) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        AtomicLong until = new AtomicLong(Long.MAX_VALUE);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                int number = i;
                for (int writer = 0; writer < WRITERS; writer++) {
                    all.add(threads.submit(() -> {
                        while (asked.get() < until.get()) {
                            insert(number);
                        }
                    }));
                }
                SplittableRandom random = Seeds.random("asker " + i);
                all.add(threads.submit(() -> {
                    while (asked.get() < until.get()) {
                        ask(number, random);
                    }
                }));
            }
            for (Trouble trouble : troubles) {
                Thread.sleep(300);
                trouble.cause(this);
            }
            until.set(lookups);
            for (Future<?> each : all) {
                Object unused = each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        for (int i = 0; i < PROCESSES; i++) {
            countAlone(processes.get(i));
        }
        return new Result(asked.get(), inserted.sum(), notDone.sum(), alone.sum(), List.copyOf(wrong));
    }

    private void countAlone(FeedProcess process) {
        alone.add(Long.parseLong(process.tell("alone", 0, 0).join()));
    }

    private void insert(int number) {
        long key = nextKey.getAndIncrement();
        StoreHistory<Long>.Change change = history.inserting(key);
        try {
            switch (processes.get(number).tell("insert", key, key).join()) {
                case "true" -> {
                    change.done();
                    inserted.increment();
                }
                case "NOT_DONE" -> {
                    change.notDone();
                    notDone.increment();
                    RedisProcess.pause(20);
                }
                default -> change.unknown();
            }
        } catch (CompletionException killed) {
            change.unknown();
            RedisProcess.pause(20);
        }
    }

    private void ask(int number, SplittableRandom random) {
        long last = nextKey.get() + 100;
        long end = random.nextInt(4) == 0 ? random.nextLong(last) + 1 : last;
        judge(number, Math.max(0, end - WINDOW), end);
    }

    private void judge(int number, long from, long to) {
        long before = history.now();
        String answers;
        try {
            answers = processes.get(number).tell("ask", from, to).join();
        } catch (CompletionException killed) {
            RedisProcess.pause(20);
            return;
        }
        for (int i = 0; i < answers.length(); i++) {
            long key = from + i;
            if (answers.charAt(i) != '?' && !history.canBe(key, answers.charAt(i) == '1', before)) {
                wrong.add("process " + number + " says " + answers.charAt(i) + " of key " + key);
            }
        }
        asked.addAndGet(answers.length());
    }

    // troubles

    /**
     * A process stands still for several leases while others write, and is asked for that when it goes on.
     */
    void stopOne(int number) throws Exception {
        FeedProcess process = processes.get(number);
        process.stop();
        Thread.sleep(4 * FeedChild.LEASE.toMillis());
        ExecutorService askers = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = new ArrayList<>();
            long last = nextKey.get();
            for (int i = 0; i < 4; i++) {
                long from = Math.max(0, last - 40 + 10L * i);
                all.add(askers.submit(() -> judge(number, from, from + 10)));
            }
            Thread.sleep(20);
            process.resume();
            for (Future<?> each : all) {
                Object unused = each.get();
            }
        } finally {
            process.resume();
            askers.shutdownNow();
        }
    }

    void killOne(int number) {
        countAlone(processes.get(number));
        processes.get(number).close();
        FeedProcess next = start(number);
        next.awaitReady();
        processes.set(number, next);
    }

    void restartFeed() {
        feed.kill();
        feed.start();
    }

    @Override
    public void close() {
        for (int i = 0; i < PROCESSES; i++) {
            processes.get(i).close();
        }
        feed.close();
        stores.close();
    }
}
