package dev.bloomery.durable;

import dev.bloomery.file.Progress;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A durable filter on a simulated disk, from one crash to the next. One thread, a clock that is set by hand, and calls by chance: the same
 * ones for the same seed.
 */
final class SimulatedLives {
    static final Path PARENT = Path.of("/simulated");
    private static final Path DIRECTORY = PARENT.resolve("filter");
    private static final int KEYS = 40;
    private static final long CAPACITY = 300;
    private static final Duration PERIOD = Duration.ofHours(12);

    /** What is done, and how. */
    record Plan(CrashKind kind, CrashPolicy policy, boolean keepHashes, Broken broken) {}

    private final Plan plan;
    private Expected expected;
    private SimulatedDisk disk;
    private long stopAt;
    private long now;
    /** When so many changes had begun: for promises that come with time. */
    private final List<long[]> begun = new ArrayList<>();

    SimulatedLives(Plan plan, SimulatedDisk disk) {
        this(plan, disk, new Expected(KEYS, plan.kind.removes()));
    }

    private SimulatedLives(Plan plan, SimulatedDisk disk, Expected expected) {
        this.plan = plan;
        this.disk = disk;
        this.expected = expected;
    }

    /** The same, on what a crash left. */
    SimulatedLives after(SimulatedDisk left) {
        return new SimulatedLives(plan, left, expected.copy());
    }

    private boolean stopped() {
        return disk.operations() >= stopAt;
    }

    /**
     * Opens the filter, looks at what is in it, and makes calls, until the machine stops.
     *
     * @param stopAfter operations on the disk until the machine stops
     * @param part how much of an append is done then
     * @throws AssertionError if something promised is not there
     */
    void live(SplittableRandom random, int calls, long stopAfter, double part) {
        stopAt = stopAfter;
        disk.stopWithin(stopAfter, part);
        JournaledFilter<Long> filter = null;
        try {
            filter = open(random);
            RandomCalls chosen = new RandomCalls(random, plan.kind.removes(), true, expected.present());
            for (int call = 0; call < calls; call++) {
                filter = call(filter, chosen.next(), random);
            }
            filter.close();
            expected.promiseAll();
        } catch (Throwable thrown) {
            if (!stopped()) {
                throw thrown instanceof AssertionError fault ? fault : new AssertionError(thrown.toString(), thrown);
            }
            endThreads(filter);
        }
    }

    private static void endThreads(@Nullable JournaledFilter<Long> filter) {
        if (filter != null) {
            try {
                filter.close();
            } catch (Throwable stopped) {
                // nothing can be written any more
            }
        }
    }

    private DurableBuilder<Long, JournaledFilter<Long>> builder(long capacity) {
        DurableBuilder<Long, JournaledFilter<Long>> builder = plan.kind
                .in(plan.broken.on(disk), DIRECTORY, plan.kind.spec(capacity))
                .sync(plan.policy.sync(PERIOD))
                .clock(() -> now);
        return plan.keepHashes ? builder.keepHashes() : builder;
    }

    private JournaledFilter<Long> open(SplittableRandom random) throws IOException {
        JournaledFilter<Long>[] opened = newArray();
        opened[0] =
                plan.broken.open(plan.kind, builder(CAPACITY).settings(), () -> duringCheckpoint(opened[0], random));
        requireNone(expected.find(key -> CrashKind.count(opened[0], key)));
        begun.clear();
        return opened[0];
    }

    @SuppressWarnings("unchecked")
    private static JournaledFilter<Long>[] newArray() {
        return (JournaledFilter<Long>[]) new JournaledFilter<?>[1];
    }

    private static void requireNone(String fault) {
        if (!fault.isEmpty()) {
            throw new AssertionError(fault);
        }
    }

    private JournaledFilter<Long> call(JournaledFilter<Long> filter, Step step, SplittableRandom random)
            throws IOException {
        now += random.nextLong(PERIOD.toNanos());
        expected.begin(step.changes());
        begun.add(new long[] {now, expected.begun()});
        if (step.action() == Step.Action.REOPEN) {
            filter.close();
            expected.promiseAll();
            return open(random);
        }
        int before = expected.begun();
        step.callOn(filter, 0);
        boolean syncs = step.action() == Step.Action.SYNC || step.action() == Step.Action.CHECKPOINT;
        if (syncs || plan.policy == CrashPolicy.ALWAYS) {
            expected.promise(before);
        } else if (plan.policy == CrashPolicy.EVERY && !step.changes().isEmpty()) {
            begun.stream()
                    .filter(moment -> now - moment[0] > 2 * PERIOD.toNanos())
                    .forEach(moment -> expected.promise((int) moment[1]));
        }
        return filter;
    }

    /** Other calls go on while a snapshot is written. */
    private void duringCheckpoint(JournaledFilter<Long> filter, SplittableRandom random) {
        for (int i = random.nextInt(3); i > 0; i--) {
            int key = random.nextInt(KEYS);
            if (expected.present()[key] < 3) {
                expected.begin(List.of(Change.add(key)));
                filter.addLong(key);
                if (plan.policy == CrashPolicy.ALWAYS) {
                    expected.promiseAll();
                }
            }
        }
    }

    /** Opens it for the last time, and makes a larger filter of its hashes if they were kept. */
    void end() {
        stopAt = Long.MAX_VALUE;
        disk.stopAt(stopAt);
        try {
            open(new SplittableRandom(Seeds.orElse(0))).close();
            if (plan.keepHashes) {
                DurableArchive.rebuild(
                        disk, DIRECTORY, KeyEncoder.int64(), plan.kind.spec(2 * CAPACITY), Progress.NONE);
                try (JournaledFilter<Long> rebuilt = builder(2 * CAPACITY).open()) {
                    requireNone(expected.findKept(key -> CrashKind.count(rebuilt, key)));
                }
            }
        } catch (IOException | RuntimeException failed) {
            throw new AssertionError(failed.toString(), failed);
        }
    }
}
