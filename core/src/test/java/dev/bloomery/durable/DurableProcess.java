package dev.bloomery.durable;

import dev.bloomery.internal.disk.ChildJvm;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.SharedLongs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A process with a durable filter, whose threads change it until it is killed. Each publishes how many changes it has begun, and how many
 * must survive.
 *
 * <p>Of kinds that can remove, each thread has keys of its own, the same ones in every process. Of the others, all threads add the same keys in
 * the same order, which are new in every process: so a key is often found that another thread is just adding.
 */
final class DurableProcess {
    static final int THREADS = 3;
    private static final int KEYS_TO_REMOVE = 150;
    private static final int KEYS_TO_ADD = 3_000;
    private static final int MOST_CALLS = 1_500;
    private static final long PAUSE_NANOS = 20_000;
    private static final Duration PERIOD = Duration.ofMillis(5);
    private static final long CHECKPOINT_BYTES = 2_000;

    /** What a process does; the same in all of a series. */
    record Plan(CrashKind kind, CrashPolicy policy, boolean keepHashes, Broken broken) {

        DurableBuilder<Long, JournaledFilter<Long>> builder(Path directory, int times) {
            DurableBuilder<Long, JournaledFilter<Long>> builder = kind.in(
                            Disk.real(), directory, kind.spec(times * (kind.removes() ? 2_000L : 100_000L)))
                    .sync(policy.sync(PERIOD))
                    .checkpointEvery(CHECKPOINT_BYTES);
            return keepHashes ? builder.keepHashes() : builder;
        }

        int keys() {
            return kind.removes() ? KEYS_TO_REMOVE : KEYS_TO_ADD;
        }

        long firstKey(int generation, int thread) {
            return kind.removes() ? (long) thread * KEYS_TO_REMOVE : (long) generation * KEYS_TO_ADD;
        }

        RandomCalls calls(int generation, int thread, int[] state) {
            long seed = 31L * generation + (kind.removes() ? thread : 0);
            return new RandomCalls(new SplittableRandom(seed), kind.removes(), false, state);
        }
    }

    private DurableProcess() {}

    static ChildJvm start(Plan plan, int generation, Path directory, Path published) throws IOException {
        return new ChildJvm(
                DurableProcess.class,
                plan.kind(),
                plan.policy(),
                plan.keepHashes(),
                plan.broken(),
                generation,
                directory,
                published);
    }

    static SharedLongs published(Path file) throws IOException {
        return new SharedLongs(file, 2 * THREADS);
    }

    static int begun(int thread) {
        return 2 * thread;
    }

    static int promised(int thread) {
        return 2 * thread + 1;
    }

    public static void main(String[] args) throws IOException {
        Plan plan = new Plan(
                CrashKind.valueOf(args[0]),
                CrashPolicy.valueOf(args[1]),
                Boolean.parseBoolean(args[2]),
                Broken.valueOf(args[3]));
        int generation = Integer.parseInt(args[4]);
        SharedLongs published = published(Path.of(args[6]));
        System.out.println("opening");
        JournaledFilter<Long> filter =
                plan.broken.open(plan.kind, plan.builder(Path.of(args[5]), 1).settings(), () -> {});
        List<Worker> workers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            workers.add(new Worker(plan, filter, generation, thread, published));
        }
        System.out.println("begun");
        workers.forEach(Thread::start);
    }

    private static final class Worker extends Thread {
        private final Plan plan;
        private final JournaledFilter<Long> filter;
        private final int thread;
        private final SharedLongs published;
        private final long firstKey;
        private final RandomCalls calls;
        private int begun;
        /** When so many changes had been made, under EVERY. */
        private final Deque<long[]> made = new ArrayDeque<>();

        Worker(Plan plan, JournaledFilter<Long> filter, int generation, int thread, SharedLongs published) {
            this.plan = plan;
            this.filter = filter;
            this.thread = thread;
            this.published = published;
            this.firstKey = plan.firstKey(generation, thread);
            int[] state = new int[plan.keys()];
            for (int key = 0; key < state.length; key++) {
                state[key] = CrashKind.count(filter, firstKey + key);
            }
            this.calls = plan.calls(generation, thread, state);
        }

        @Override
        public void run() {
            try {
                for (int call = 0; call < MOST_CALLS; call++) {
                    call(calls.next());
                    if (plan.policy != CrashPolicy.ALWAYS) {
                        LockSupport.parkNanos(PAUSE_NANOS);
                    }
                }
                Thread.sleep(Long.MAX_VALUE);
            } catch (IOException | InterruptedException failed) {
                throw new IllegalStateException(failed);
            }
        }

        private void call(Step step) throws IOException {
            int before = begun;
            begun += step.changes().size();
            published.set(begun(thread), begun);
            long start = System.nanoTime();
            step.callOn(filter, firstKey);
            boolean syncs = step.action() == Step.Action.SYNC || step.action() == Step.Action.CHECKPOINT;
            if (syncs) {
                published.set(promised(thread), before);
            } else if (plan.policy == CrashPolicy.ALWAYS) {
                published.set(promised(thread), begun);
            } else if (plan.policy == CrashPolicy.EVERY && !step.changes().isEmpty()) {
                // when a call returns, all that was made two periods before it began is synced
                while (!made.isEmpty() && start - made.peek()[0] > 2 * PERIOD.toNanos()) {
                    published.set(promised(thread), Math.max(made.remove()[1], published.get(promised(thread))));
                }
                made.add(new long[] {System.nanoTime(), begun});
            }
        }
    }
}
