package dev.bloomery.internal.family;

import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.key.KeyForm;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All owners, in 64 stripes by the first six bits of their hashes, in memory or in a directory; safe for use by many threads.
 *
 * <p>When the memory budget is passed, the stripe with the most bytes spills a page; whoever needs memory does that first, so that the
 * budget is passed by no more than a page and a record for each thread. Nothing runs in the background.
 */
public final class OwnerStore implements Closeable {
    static final int STRIPES = 64;

    /** The objects of a stripe beside index and pages, roughly. */
    static final int STRIPE_OVERHEAD = 1024;

    private static final int STRIPE_SHIFT = 58;
    private static final String LOCK = "lock";

    private final OwnerPlan plan;
    private final MemoryUse memory;
    private final Stripe[] stripes = new Stripe[STRIPES];
    private final @Nullable Directory directory;

    /** Where a family on disk is, and the lock that keeps others away. */
    private record Directory(Disk disk, Path path, Manifest manifest, DiskFile lock) {}

    private OwnerStore(OwnerPlan plan, MemoryUse memory, @Nullable Directory directory) {
        this.plan = plan;
        this.memory = memory;
        this.directory = directory;
    }

    /** Without a directory: what passes the budget is refused. */
    public static OwnerStore inMemory(OwnerPlan plan, long memoryBudget) {
        OwnerStore store = new OwnerStore(plan, memoryFor(memoryBudget), null);
        for (int i = 0; i < STRIPES; i++) {
            store.stripes[i] = new Stripe(plan, store.memory, null, new Checkpoint(0, 0, false), false);
        }
        return store;
    }

    private static MemoryUse memoryFor(long budget) {
        MemoryUse memory = new MemoryUse(budget);
        memory.add((long) STRIPES * STRIPE_OVERHEAD);
        return memory;
    }

    /** A manifest for a family that is not there yet. */
    public static Manifest newManifest(
            boolean longOwners,
            boolean longKeys,
            long family,
            long knownAnswer,
            long seedLow,
            long seedHigh,
            OwnerPlan plan,
            String hash,
            KeyForm owners,
            KeyForm keys) {
        List<Checkpoint> none = Collections.nCopies(STRIPES, new Checkpoint(0, 0, false));
        return new Manifest(
                longOwners, longKeys, family, knownAnswer, seedLow, seedHigh, plan, hash, owners, keys, none);
    }

    /** Looks at what is there and says whether it fits; or makes what is not there. */
    @FunctionalInterface
    public interface Plans {
        /**
         * Called with the lock held.
         *
         * @param present what is there, or null if there is nothing
         * @return what to open with
         */
        Manifest check(@Nullable Manifest present) throws IOException;
    }

    /** Opens the family in a directory, or creates one there if the directory is empty or missing. */
    public static OwnerStore open(Disk disk, Path path, long memoryBudget, Plans plans) throws IOException {
        if (!disk.isDirectory(path)) {
            disk.createDirectory(path);
            disk.syncDirectory(Objects.requireNonNull(path.toAbsolutePath().getParent(), "a directory has a parent"));
        }
        DiskFile lock = lock(disk, path);
        try {
            boolean isNew = !disk.exists(path.resolve(Manifest.FILE));
            if (isNew) {
                LogFiles.requireNone(disk, path);
            }
            Manifest manifest = plans.check(isNew ? null : Manifest.read(disk, path));
            if (isNew) {
                manifest.write(disk, path);
            }
            OwnerPlan plan = manifest.plan();
            OwnerStore store = new OwnerStore(plan, memoryFor(memoryBudget), new Directory(disk, path, manifest, lock));
            store.load(disk, path, manifest);
            return store;
        } catch (Throwable failed) {
            lock.close();
            throw failed;
        }
    }

    private static DiskFile lock(Disk disk, Path path) throws IOException {
        Path file = path.resolve(LOCK);
        DiskFile lock = disk.exists(file) ? disk.openToWrite(file) : disk.create(file);
        if (!lock.tryLock()) {
            lock.close();
            throw new IOException(
                    "the family in " + path + " is open already, here or in another process; close it first");
        }
        return lock;
    }

    private void load(Disk disk, Path path, Manifest manifest) throws IOException {
        LogFiles files = LogFiles.in(disk, path);
        List<StripeLog> opened = new ArrayList<>();
        try {
            for (int i = 0; i < STRIPES; i++) {
                Checkpoint last = manifest.checkpoints().get(i);
                boolean complete = files.isComplete(i, last);
                StripeLog log = complete
                        ? StripeLog.open(disk, path, manifest.family(), i, last)
                        : new StripeLog(disk, path, manifest.family(), i, files.newest(i)).successor();
                opened.add(log);
                files.deleteOlder(i, log.generation());
                stripes[i] = new Stripe(plan, memory, log, last, last.unknown() || !complete);
                stripes[i].load();
            }
        } catch (Throwable failed) {
            for (StripeLog log : opened) {
                log.close();
            }
            throw failed;
        }
    }

    public OwnerPlan plan() {
        return plan;
    }

    private Stripe stripe(long owner) {
        return stripes[(int) (owner >>> STRIPE_SHIFT)];
    }

    public Change add(long owner, long key) throws IOException {
        return stripe(owner).add(owner, key, hasRoom());
    }

    /** Adds all of the keys, or none of them: nobody sees a part. */
    public Additions addAll(long owner, long[] keys) throws IOException {
        return stripe(owner).addAll(owner, keys, hasRoom());
    }

    /** In doubt UNKNOWN: also if the disk fails. */
    public Found answer(long owner, long key) {
        try {
            return stripe(owner).answer(owner, key, mayGrow());
        } catch (IOException cannotRead) {
            return Found.UNKNOWN;
        }
    }

    /**
     * Answers many keys of one owner as they are at one moment.
     *
     * @param maybe gets the answer for each key
     * @return false if nothing is known of the owner, also if the disk fails: no answer was given
     */
    public boolean answerEach(long owner, long[] keys, boolean[] maybe) {
        try {
            return stripe(owner).answerEach(owner, keys, mayGrow(), maybe);
        } catch (IOException cannotRead) {
            return false;
        }
    }

    /** Whether a query may bring its owner back; one that may not reads it from the log. */
    private boolean mayGrow() {
        try {
            return hasRoom();
        } catch (IOException cannotSpill) {
            return false;
        }
    }

    public boolean drop(long owner) throws IOException {
        return stripe(owner).drop(owner);
    }

    public Change replace(long owner, long[] keys) throws IOException {
        return stripe(owner).replace(owner, keys, hasRoom());
    }

    /** Whether the budget has room, if need be after others were spilled. */
    private boolean hasRoom() throws IOException {
        while (memory.isPassed()) {
            if (directory == null || !reclaimSomewhere()) {
                return !memory.isPassed();
            }
        }
        return true;
    }

    /** Of the largest stripe if it can; another thread may have just emptied it, and then of any other. */
    private boolean reclaimSomewhere() throws IOException {
        Stripe largest = stripes[0];
        for (Stripe stripe : stripes) {
            largest = stripe.spillableBytes() > largest.spillableBytes() ? stripe : largest;
        }
        if (largest.reclaim()) {
            return true;
        }
        for (Stripe stripe : stripes) {
            if (stripe.reclaim()) {
                return true;
            }
        }
        return false;
    }

    /** Everything is on the disk when it returns, as it was at some moment of each stripe since it began. */
    public void checkpoint() throws IOException {
        if (directory != null) {
            List<Checkpoint> checkpoints = new ArrayList<>();
            for (Stripe stripe : stripes) {
                checkpoints.add(stripe.checkpoint());
            }
            directory.manifest().with(checkpoints).write(directory.disk(), directory.path());
        }
    }

    public FamilyTotals totals() {
        Tally all = new Tally();
        for (Stripe stripe : stripes) {
            stripe.addTo(all);
        }
        return new FamilyTotals(
                all.owners,
                all.spilled,
                all.lost,
                all.keys,
                plan.meanFpp(all.owners, all.listed, all.slicesAt),
                memory.used(),
                all.logBytes,
                all.spills,
                all.returns,
                (double) all.unknownStripes / STRIPES,
                (double) all.damagedStripes / STRIPES);
    }

    /** Without a checkpoint. */
    @Override
    public void close() throws IOException {
        if (directory != null) {
            for (Stripe stripe : stripes) {
                stripe.close();
            }
            directory.lock().close();
        }
    }
}
