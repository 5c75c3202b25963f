package dev.bloomery.durable;

import dev.bloomery.file.DirectoryInUseException;
import dev.bloomery.file.DurableException;
import dev.bloomery.file.DurableState;
import dev.bloomery.file.Progress;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.Fault;
import dev.bloomery.internal.disk.FaultyDisk;
import dev.bloomery.internal.disk.HookedDisk;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A durable filter on a disk that fails, and who uses it as documented: after a {@link DurableException} it is closed and opened again. It is made,
 * changed, reopened and at the end rebuilt from its hashes, if they are kept.
 */
final class FailingLife {
    private static final Path PARENT = Path.of("/failing");
    private static final Path DIRECTORY = PARENT.resolve("filter");
    private static final int KEYS = 30;
    private static final long CAPACITY = 200;
    private static final int CALLS = 10;

    private final CrashKind kind;
    private final SyncPolicy policy;
    private final boolean keepHashes;
    private final SimulatedDisk simulated = SimulatedDisk.with(PARENT);
    private final FaultyDisk faulty = new FaultyDisk(simulated);
    private final HookedDisk disk;
    private final Expected expected;
    private @Nullable JournaledFilter<Long> filter;

    FailingLife(CrashKind kind, SyncPolicy policy, boolean keepHashes, Broken broken) {
        this.disk = new HookedDisk(broken.on(faulty));
        this.kind = kind;
        this.policy = policy;
        this.keepHashes = keepHashes;
        this.expected = new Expected(KEYS, kind.removes());
    }

    /**
     * Lives through a fault.
     *
     * @return how many operations failed
     * @throws AssertionError if something else happens than is documented, or what was promised is not there afterwards
     */
    long live(long seed, Fault fault) {
        faulty.failing(fault);
        SplittableRandom random = new SplittableRandom(seed);
        open();
        RandomCalls calls = new RandomCalls(random, kind.removes(), true, expected.present());
        for (int call = 0; call < CALLS; call++) {
            Step step = calls.next();
            if (step.action() == Step.Action.REOPEN) {
                close();
                open();
            } else if (filter != null || open()) {
                call(step);
            }
        }
        close();
        if (keepHashes) {
            rebuild();
        }
        require(disk.syncsAfterFailure() == 0, "a sync was tried again after it had failed");
        require(disk.openFiles() == 0, disk.openFiles() + " files were left open");
        long failures = faulty.failures();
        faulty.heal();
        look(random);
        return failures;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    /** Twice at most: a disk may fail once. */
    private boolean open() {
        for (int tries = 0; tries < 2 && filter == null; tries++) {
            try {
                JournaledFilter<Long> opened = builder(disk, CAPACITY).open();
                filter = opened;
                find(opened, expected);
            } catch (DirectoryInUseException notReleased) {
                throw new AssertionError("it is locked after a failure", notReleased);
            } catch (IOException failed) {
                requireFault(failed);
            }
        }
        return filter != null;
    }

    private static void requireFault(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains("No space left on device")) {
                return;
            }
        }
        throw new AssertionError("not what the disk said: " + thrown, thrown);
    }

    private DurableBuilder<Long, JournaledFilter<Long>> builder(Disk on, long capacity) {
        DurableBuilder<Long, JournaledFilter<Long>> builder =
                kind.in(on, DIRECTORY, kind.spec(capacity)).sync(policy);
        return keepHashes ? builder.keepHashes() : builder;
    }

    private static void find(JournaledFilter<Long> opened, Expected expected) {
        String fault = expected.find(key -> CrashKind.count(opened, key));
        require(fault.isEmpty(), fault);
    }

    private void call(Step step) {
        JournaledFilter<Long> open = Objects.requireNonNull(filter);
        expected.begin(step.changes());
        try {
            step.callOn(open, 0);
            boolean syncs = step.action() == Step.Action.SYNC || step.action() == Step.Action.CHECKPOINT;
            if (syncs || policy instanceof SyncPolicy.Always) {
                expected.promiseAll();
            }
        } catch (DurableException failed) {
            requireFault(failed);
            requireFailed(open);
            close();
        } catch (IOException failed) {
            requireFault(failed);
            require(step.action() == Step.Action.CHECKPOINT, step + " threw " + failed);
            require(open.state() == DurableState.OPEN, "a checkpoint failed, and the filter is " + open.state());
            require(open.lastCheckpointFailure().isPresent(), "a checkpoint failed, and nobody says so");
        }
    }

    private static void requireFailed(JournaledFilter<Long> failed) {
        require(failed.state() == DurableState.FAILED, "it threw, and is " + failed.state());
        failed.mightContainLong(1);
        try {
            failed.addLong(1);
            throw new AssertionError("it takes keys after it has failed");
        } catch (DurableException expectedToo) {
            requireFault(expectedToo);
        }
    }

    private void close() {
        JournaledFilter<Long> open = filter;
        filter = null;
        if (open != null) {
            try {
                open.close();
                expected.promiseAll();
            } catch (DurableException failed) {
                requireFault(failed);
            }
            require(open.state() == DurableState.CLOSED, "it was closed, and is " + open.state());
        }
    }

    private void rebuild() {
        if (!simulated.exists(DIRECTORY)) {
            return; // it could not even be created
        }
        try {
            DurableArchive.rebuild(disk, DIRECTORY, KeyEncoder.int64(), kind.spec(2 * CAPACITY), Progress.NONE);
        } catch (IllegalArgumentException nothingThere) {
            require(expected.promised() == 0, "something was promised: " + nothingThere);
        } catch (IOException failed) {
            requireFault(failed);
        }
    }

    /** The disk works again, with or without a crash. */
    private void look(SplittableRandom random) {
        SimulatedDisk sameProcess = simulated.afterProcessDeath();
        Expected found = expected.copy();
        look(sameProcess, found);
        look(sameProcess.afterPowerLoss(random), found);
        for (int outcome = 0; outcome < 3; outcome++) {
            look(simulated.afterPowerLoss(random), expected.copy());
        }
    }

    /** The filter is the one before the rebuild, or the one after it. */
    private void look(SimulatedDisk left, Expected copy) {
        try (JournaledFilter<Long> opened = openEither(left)) {
            find(opened, copy);
        } catch (IOException damaged) {
            throw new AssertionError(damaged.toString(), damaged);
        }
    }

    private JournaledFilter<Long> openEither(SimulatedDisk left) throws IOException {
        try {
            return builder(left, CAPACITY).open();
        } catch (IllegalArgumentException rebuilt) {
            require(keepHashes, rebuilt.toString());
            return builder(left, 2 * CAPACITY).open();
        }
    }
}
