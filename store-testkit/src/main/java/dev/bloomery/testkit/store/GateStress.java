package dev.bloomery.testkit.store;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.support.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Threads that insert, delete, replace, roll back and ask for a few keys through a gate while it is rebuilt again and again; a {@link StoreHistory}
 * judges every answer. What the writes themselves say is judged, too: of two that insert a key, one must have seen a delete between.
 *
 * @param <K> the type of the keys
 */
public final class GateStress<K> {
    private static final int THREADS = 16;

    private final Gate<K> gate;
    private final List<K> keys;
    private final StoreHistory<K> history;
    private @Nullable Transactions<K> transactions;
    private Duration rebuildEvery = Duration.ofSeconds(2);

    private final AtomicLong asked = new AtomicLong();
    private final LongAdder unanswered = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder rebuilds = new LongAdder();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

    /** A transaction of the caller, with a ticket of the gate. */
    @FunctionalInterface
    public interface Transactions<K> {
        /**
         * Begins a ticket and a transaction, inserts the key unless it is there, and commits or rolls back, as asked.
         *
         * @return whether the transaction inserted the key and committed
         * @throws StoreException with the outcome, if something failed
         */
        boolean insert(K key, boolean commit);
    }

    /**
     * What happened.
     *
     * @param asked lookups
     * @param unanswered those of them that failed
     * @param written writes that changed something
     * @param unknown writes of unknown outcome
     * @param rebuilds rebuilds that were completed
     * @param wrong the answers that cannot be right
     */
    public record Result(long asked, long unanswered, long written, long unknown, long rebuilds, List<String> wrong) {}

    /**
     * Over a gate that is open and a store without any of these keys.
     *
     * @param keys how many
     * @param key makes key number i
     */
    public GateStress(Gate<K> gate, int keys, IntFunction<K> key) {
        this(gate, keys, key, new StoreHistory<>());
    }

    /** With a history that others write, too. */
    public GateStress(Gate<K> gate, int keys, IntFunction<K> key, StoreHistory<K> history) {
        this.gate = Objects.requireNonNull(gate, "gate");
        this.history = Objects.requireNonNull(history, "history");
        List<K> all = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            all.add(key.apply(i));
        }
        this.keys = List.copyOf(all);
    }

    /** Some of the inserts go this way. */
    public GateStress<K> transactions(Transactions<K> transactions) {
        this.transactions = transactions;
        return this;
    }

    /** How long to wait from one rebuild to the next; two seconds unless you say otherwise. */
    public GateStress<K> rebuildEvery(Duration time) {
        rebuildEvery = time;
        return this;
    }

    /** Runs until so many lookups were made, and returns when all threads have ended. */
    public Result run(long lookups) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                SplittableRandom random = Seeds.random("stress " + i);
                workers.add(threads.submit(() -> {
                    while (asked.get() < lookups) {
                        act(random);
                    }
                }));
            }
            Future<?> rebuilder = threads.submit(this::rebuildAgainAndAgain);
            for (Future<?> worker : workers) {
                worker.get();
            }
            rebuilder.cancel(true);
        } catch (ExecutionException failed) {
            throw new AssertionError("a thread failed, " + Seeds.describe(), failed.getCause());
        } finally {
            threads.shutdownNow();
            if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
                wrong.add("a thread did not end within a minute");
            }
        }
        return new Result(
                asked.get(), unanswered.sum(), written.sum(), unknown.sum(), rebuilds.sum(), List.copyOf(wrong));
    }

    private void rebuildAgainAndAgain() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                RebuildReport unused = gate.rebuild();
                rebuilds.increment();
            } catch (RebuildException | StoreException givenUp) {
                // the store fails now and then
            }
            try {
                TimeUnit.NANOSECONDS.sleep(rebuildEvery.toNanos());
            } catch (InterruptedException over) {
                return;
            }
        }
    }

    private void act(SplittableRandom random) {
        K key = keys.get(random.nextInt(keys.size()));
        int kind = random.nextInt(100);
        if (kind < 60) {
            lookUp(key);
        } else if (kind < 70) {
            lookUpBoth(key, keys.get(random.nextInt(keys.size())));
        } else if (kind < 83) {
            write(key, history.inserting(key), true, () -> gate.addIfAbsent(key));
        } else if (kind < 93) {
            write(key, history.deleting(key), false, () -> gate.remove(key));
        } else if (kind < 96) {
            replace(key, keys.get(random.nextInt(keys.size())));
        } else if (transactions != null) {
            transaction(transactions, key, random.nextBoolean());
        }
    }

    private void lookUp(K key) {
        asked.incrementAndGet();
        long begin = history.now();
        try {
            judge("contains", key, gate.contains(key), begin);
        } catch (StoreException failed) {
            unanswered.increment();
        }
    }

    private void lookUpBoth(K one, K other) {
        asked.addAndGet(2);
        long begin = history.now();
        try {
            Set<K> found = gate.containsWhich(List.of(one, other));
            judge("containsWhich", one, found.contains(one), begin);
            judge("containsWhich", other, found.contains(other), begin);
        } catch (StoreException failed) {
            unanswered.add(2);
        }
    }

    private void replace(K oldKey, K newKey) {
        if (!oldKey.equals(newKey)) {
            StoreHistory<K>.Change change = history.replacing(oldKey, newKey);
            Boolean changed = tried(change, () -> gate.replace(oldKey, newKey));
            if (changed != null && changed) {
                change.done();
                written.increment();
            } else if (changed != null) {
                change.notDone();
            }
        }
    }

    private void transaction(Transactions<K> transactions, K key, boolean commit) {
        StoreHistory<K>.Change change = history.inserting(key);
        Boolean changed = tried(change, () -> transactions.insert(key, commit));
        if (changed != null && changed) {
            change.done();
            written.increment();
        } else if (changed != null) {
            change.notDone();
        }
    }

    /** A write tells what was there before it: a key that is inserted was absent, one that is not was present. */
    private void write(K key, StoreHistory<K>.Change change, boolean insert, BooleanSupplier write) {
        long begin = history.now();
        Boolean changed = tried(change, write);
        if (changed == null) {
            return;
        }
        judge(insert ? "addIfAbsent" : "remove", key, insert != changed, begin);
        if (changed) {
            change.done();
            written.increment();
        } else {
            change.notDone();
        }
    }

    /** What the write returned; null: it failed, and the change was told. */
    private @Nullable Boolean tried(StoreHistory<K>.Change change, BooleanSupplier write) {
        try {
            return write.getAsBoolean();
        } catch (FilterFullException noRoom) {
            change.notDone();
        } catch (StoreException failed) {
            if (failed.outcome() == Outcome.NOT_DONE) {
                change.notDone();
            } else {
                change.unknown();
                unknown.increment();
            }
        }
        return null;
    }

    private void judge(String operation, K key, boolean present, long begin) {
        if (!history.canBe(key, present, begin)) {
            wrong.add(operation + " of key " + keys.indexOf(key) + " said " + (present ? "present" : "absent")
                    + " between " + begin + " and " + history.now() + ", " + Seeds.describe());
        }
    }
}
