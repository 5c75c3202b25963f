package dev.bloomery.internal.durable;

import dev.bloomery.file.DamagedJournalException;
import dev.bloomery.file.Progress;
import dev.bloomery.internal.journal.Journal;
import dev.bloomery.internal.journal.JournalHeader;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Replaces snapshot and journals by a new snapshot, while operations go on.
 *
 * <ol>
 *   <li>The journal is synced, and a new one is begun. This alone excludes operations.
 *   <li>The new snapshot gets all operations before the new journal. <b>Of kinds that cannot remove, it is a copy of the live filter</b>: it may
 *       have operations of the new journal, too, and to add them again changes nothing; but for {@code clear}, which waits.
 *       <b>Of kinds that can, it is made of the old snapshot and the journals before</b>, in a filter of its own: the live one has operations of
 *       the new journal, which would count twice when they are replayed.
 *   <li>When the snapshot is there for certain, what is older goes.
 *   <li>If it fails, everything stays as it was, with one more journal; it is tried again when as many bytes more are written.
 * </ol>
 */
public class Checkpoints<K> {
    /** Below this size of journals it is not worth it. */
    private static final long LEAST_BYTES = 64L << 20;

    /** So many journals are not left behind, however small: each time the filter is opened and used there is one more. */
    private static final int MOST_JOURNALS = 100;

    private static final System.Logger LOG = System.getLogger("dev.bloomery");

    private final Directory directory;
    private final KeyEncoder<K> encoder;
    private final MemoryFilter<K> filter;
    private final Journal journal;
    private final boolean keepsHashes;
    private final OptionalLong limit;

    /** Held by a checkpoint, and by a clear. */
    private final ReentrantLock alone = new ReentrantLock();

    private final AtomicBoolean started = new AtomicBoolean();

    // under alone
    private Generation generation;
    private long journalNumber;
    private boolean ended;

    /** Bytes of the present journal at which a checkpoint is due. */
    private volatile long dueAt;

    private volatile @Nullable Exception failure;

    /** The last one that was started in the background. */
    private volatile @Nullable Thread background;

    public Checkpoints(Opened<K> opened, KeyEncoder<K> encoder, OptionalLong limit) {
        this.directory = opened.directory();
        this.encoder = encoder;
        this.filter = opened.filter();
        this.journal = opened.journal();
        this.keepsHashes = opened.keepsHashes();
        this.limit = limit;
        this.generation = opened.generation();
        this.journalNumber = opened.journalNumber();
        this.dueAt = firstDueAt();
    }

    private long limit() {
        return limit.orElse(Math.max(LEAST_BYTES, generation.snapshotBytes()));
    }

    private long firstDueAt() {
        return hasMostJournals() ? 0 : limit() - generation.sealedBytes();
    }

    private boolean hasMostJournals() {
        return journalNumber - generation.number() >= MOST_JOURNALS;
    }

    /** Starts one in the background if it is due. */
    public void startIfDue() {
        if (journal.bytes() >= dueAt && started.compareAndSet(false, true)) {
            Thread thread = new Thread(this::runInBackground, "bloomery-checkpoint");
            thread.setDaemon(true);
            background = thread;
            thread.start();
        }
    }

    private void runInBackground() {
        try {
            run();
        } catch (Exception failed) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "no checkpoint of " + directory.path() + "; its journals grow until one succeeds",
                    failed);
        } finally {
            started.set(false);
        }
    }

    /** Does what must not happen beside a checkpoint. */
    public void lock() {
        alone.lock();
    }

    public void unlock() {
        alone.unlock();
    }

    /** Waits for one that was started: a filter that is opened for short times only would else never get one. */
    public void await() {
        Thread started = background;
        boolean interrupted = false;
        while (started != null && started.isAlive()) {
            try {
                started.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** No further one, also if it has been started already; by the holder of the lock. */
    public void end() {
        ended = true;
    }

    /** Why the last one failed; empty if it did not. */
    public Optional<Exception> failure() {
        return Optional.ofNullable(failure);
    }

    /** Takes one now. */
    public void run() throws IOException {
        alone.lock();
        try {
            if (!ended && (journal.appended() != generation.first() || hasMostJournals())) {
                takeTimed();
            }
            failure = null;
            dueAt = firstDueAt();
        } catch (IOException | RuntimeException | Error failed) {
            failure = failed instanceof Exception exception ? exception : new IllegalStateException(failed);
            dueAt = journal.bytes() + limit();
            throw failed;
        } finally {
            alone.unlock();
        }
    }

    private void takeTimed() throws IOException {
        DurableCounts counts = directory.counts();
        long begin = System.nanoTime();
        boolean taken = false;
        try {
            take();
            taken = true;
        } finally {
            (taken ? counts.checkpoints : counts.failedCheckpoints).add(System.nanoTime() - begin);
        }
    }

    private void take() throws IOException {
        long left = journal.bytes();
        long next = journalNumber + 1;
        long end = journal.rotate(
                first -> directory.createJournal(new JournalHeader(next, first, filter.check(), keepsHashes)));
        generation = generation.sealed(left);
        journalNumber = next;
        rotated();
        MemoryFilter<K> before = mayCopyLive() ? filter : fold(end);
        directory.writeSnapshot(next, out -> before.writeTo(out, Progress.NONE));
        long bytes = new SnapshotFile(directory, directory.snapshot(next)).bytes();
        generation = new Generation(next, end, bytes, 0);
        directory.tidy(next, keepsHashes);
    }

    /** The old snapshot and the journals that follow it, up to an operation. */
    private MemoryFilter<K> fold(long end) throws IOException {
        SnapshotFile old = new SnapshotFile(directory, directory.snapshot(generation.number()));
        MemoryFilter<K> folded = old.load(encoder, filter.spec(), FilterOptions.REPLAY, Progress.NONE);
        JournalChain chain = new JournalChain(
                directory,
                LongStream.range(generation.number(), journalNumber)
                        .mapToObj(number -> new JournalChain.Link(number, directory.journal(number)))
                        .toList());
        chain.read(filter.check(), Replay.strict(folded), Progress.NONE);
        if (chain.next() != end) {
            throw new DamagedJournalException(directory.path() + ": the journals before " + journalNumber + " have "
                    + chain.next() + " operations, and not " + end + ": they were changed by someone else");
        }
        return folded;
    }

    // what tests replace, to look between the steps or to break them on purpose

    /** Whether operations that come twice do no harm. */
    public boolean mayCopyLive() {
        return !filter.canRemove();
    }

    /** The new journal has begun. */
    public void rotated() {}
}
