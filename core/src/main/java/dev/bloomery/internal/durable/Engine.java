package dev.bloomery.internal.durable;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.file.DurableException;
import dev.bloomery.file.DurableState;
import dev.bloomery.file.Recovery;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.internal.journal.Journal;
import dev.bloomery.internal.journal.RecordType;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A filter in memory, its journal, and the order between them.
 *
 * <ol>
 *   <li><b>One lock around journal and filter.</b> The order of the journal is the order of application, so a replay meets what the original
 *       met, and ends with the same filter, also where the order matters: in cuckoo and counting filters.
 *   <li><b>Journal first, then bits.</b> Who finds the bits of a key, finds its operation counted in {@link Journal#appended}.
 *   <li><b>A key that tests present is acknowledged like any other</b>, when everything appended so far is synced: by 2 that covers the operations
 *       that set its bits. It takes no lock and journals nothing, unless the filter counts copies, forgets, or keeps its hashes.
 *   <li><b>What has no effect is not journaled</b>: an add that is refused, a remove of a key that tests absent. It is taken back from the journal
 *       before the lock is released.
 *   <li>An acknowledgement waits for a sync as the {@link SyncPolicy} says. Waiting is outside of the lock: the operations of others
 *       share the sync.
 *   <li>After a failed write or sync of the journal nothing is acknowledged any more.
 * </ol>
 */
public class Engine<K> implements AutoCloseable {
    private static final long NEVER = Long.MAX_VALUE;

    /** A record of its own with one number takes as much room as that, at most. */
    private static final int OPERATIONS_OF_TIME = 2;

    public final MemoryFilter<K> memory;
    private final AddableFilter<K> filter;
    private final Journal journal;
    private final Directory directory;
    private final Checkpoints<K> checkpoints;
    private final Recovery recovery;
    private final @Nullable LateEvents events;
    private final @Nullable PeriodicSync timer;

    /** An operation that is not synced after so long must wait: 0 for always. */
    private final long waitAfterNanos;

    /** Whether a key that tests present need not be journaled. */
    private final boolean skipsPresent;

    // the last time that was journaled, and where; under the lock
    private long journaledTime = Long.MIN_VALUE;
    private long journaledIn = -1;

    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;

    public Engine(Settings<K> settings, Opened<K> opened, Checkpoints<K> checkpoints) {
        this.memory = opened.filter();
        this.filter = memory.filter();
        this.journal = opened.journal();
        this.directory = opened.directory();
        this.recovery = opened.recovery();
        this.checkpoints = checkpoints;
        this.events = settings.options().listener();
        this.skipsPresent = !memory.canRemove() && !memory.knowsTime() && !opened.keepsHashes();
        if (settings.sync() instanceof SyncPolicy.Every every) {
            this.waitAfterNanos = 2 * every.period().toNanos();
            this.timer = new PeriodicSync(every.period(), this::syncQuietly);
        } else {
            this.waitAfterNanos = settings.sync() instanceof SyncPolicy.Always ? 0 : NEVER;
            this.timer = null;
        }
    }

    public static <K> Engine<K> open(Settings<K> settings) throws IOException {
        Opened<K> opened = Opener.open(settings);
        Checkpoints<K> checkpoints = new Checkpoints<>(opened, settings.encoder(), settings.checkpointBytes());
        return new Engine<>(settings, opened, checkpoints).start();
    }

    /** Begins with what goes on in the background. */
    public Engine<K> start() {
        if (timer != null) {
            timer.start();
        }
        deliverEvents();
        checkpoints.startIfDue();
        return this;
    }

    // queries

    /** The filter, to be asked. */
    public AddableFilter<K> filter() {
        requireOpen();
        return filter;
    }

    /** How often the key with this hash is in. */
    public long count(long hash) {
        requireOpen();
        return memory.count(hash);
    }

    public Recovery recovery() {
        return recovery;
    }

    public DurableState state() {
        if (closed) {
            return DurableState.CLOSED;
        }
        return journal.failure() == null ? DurableState.OPEN : DurableState.FAILED;
    }

    public Checkpoints<K> checkpoints() {
        return checkpoints;
    }

    public DurableCounts counts() {
        return directory.counts();
    }

    public Journal journal() {
        return journal;
    }

    // operations

    public boolean add(long hash) {
        if (isPresent(hash)) {
            return false;
        }
        boolean added;
        long end;
        lock(1);
        try {
            added = journalAndAdd(hash);
            end = journal.appended();
        } finally {
            unlock();
        }
        acknowledge(end);
        return added;
    }

    public AddResult tryAdd(long hash) {
        if (isPresent(hash)) {
            return AddResult.MAYBE_PRESENT;
        }
        AddResult result;
        long end;
        lock(1);
        try {
            journal.append(RecordType.ADD, hash);
            VarHandle.releaseFence();
            result = memory.tryAdd(hash);
            if (result == AddResult.FULL || result == AddResult.TOO_MANY_COPIES) {
                journal.takeBackLast();
            }
            end = journal.appended();
        } finally {
            unlock();
        }
        acknowledge(end);
        return result;
    }

    /** Adds {@code hashes[0 .. count)}, at most {@link Journal#MAX_OPERATIONS}; the caller acknowledges. */
    public long addBatch(long[] hashes, int count) {
        lock(count);
        try {
            if (!memory.mayRefuse()) {
                journal.append(RecordType.ADD, hashes, 0, count);
                VarHandle.releaseFence();
                return memory.addAll(hashes, count);
            }
            long added = 0;
            for (int i = 0; i < count; i++) {
                added += journalAndAdd(hashes[i]) ? 1 : 0;
            }
            return added;
        } finally {
            unlock();
        }
    }

    /** Waits for all that was appended so far, as the policy says. */
    public void acknowledge() {
        acknowledge(journal.appended());
    }

    /** Whether this call, and no other, added the key. */
    public boolean claim(long hash) {
        if (isPresent(hash)) {
            return false;
        }
        boolean claimed;
        long end;
        lock(1);
        try {
            boolean present = filter.mightContainHash(hash);
            if (present && !skipsPresent) {
                journal(hash); // kept: its bits may be all that a crash has left of an earlier add
            }
            claimed = !present && journalAndAdd(hash);
            end = journal.appended();
        } finally {
            unlock();
        }
        acknowledge(end);
        return claimed;
    }

    public boolean remove(long hash) {
        boolean removed;
        long end;
        lock(1);
        try {
            journal.append(RecordType.REMOVE, hash);
            removed = memory.remove(hash);
            if (!removed) {
                journal.takeBackLast();
            }
            end = journal.appended();
        } finally {
            unlock();
        }
        acknowledge(end);
        return removed;
    }

    public void clear() {
        long end;
        checkpoints.lock(); // one that copies live bits must not see them vanish
        try {
            lock(1);
            try {
                journal.appendClear();
                filter.clear();
                end = journal.appended();
            } finally {
                unlock();
            }
        } finally {
            checkpoints.unlock();
        }
        acknowledge(end);
    }

    /** Everything acknowledged so far is on the disk when it returns. */
    public void sync() {
        requireWritable();
        commit(journal.appended());
    }

    public void checkpoint() throws IOException {
        requireWritable();
        try {
            checkpoints.run();
        } catch (IOException failed) {
            requireWritable(); // if it was the journal, it is more than a checkpoint that failed
            throw failed;
        }
    }

    // the steps of an operation; what tests replace, to look between them or to break them on purpose

    /** By the holder of the lock. */
    public boolean journalAndAdd(long hash) {
        journal(hash);
        VarHandle.releaseFence(); // who sees a bit sees the count
        boolean done = false;
        try {
            boolean added = set(hash);
            done = true;
            return added;
        } finally {
            if (!done) {
                journal.takeBackLast();
            }
        }
    }

    public final void journal(long hash) {
        journal.append(RecordType.ADD, hash);
    }

    public final boolean set(long hash) {
        return memory.add(hash);
    }

    /** The key tests present, and that was acknowledged. */
    private boolean isPresent(long hash) {
        requireWritable();
        if (!skipsPresent || !filter.mightContainHash(hash)) {
            return false;
        }
        VarHandle.acquireFence();
        acknowledgePresent(journal.appended());
        return true;
    }

    /** For a key whose bits were set by operations before {@code end}. */
    public void acknowledgePresent(long end) {
        acknowledge(end);
    }

    public final void acknowledge(long end) {
        if (waitAfterNanos == 0 || (waitAfterNanos != NEVER && journal.unsyncedNanos() > waitAfterNanos)) {
            commit(end);
        }
        checkpoints.startIfDue();
    }

    private void commit(long end) {
        try {
            journal.commit(end);
        } catch (IOException failed) {
            throw failed(failed);
        }
    }

    private void syncQuietly() {
        try {
            journal.commit(journal.appended());
        } catch (IOException failed) {
            // the filter is FAILED now, which the next operation says
        }
    }

    private void lock(int operations) {
        requireWritable();
        try {
            journal.lock(memory.knowsTime() ? operations + OPERATIONS_OF_TIME : operations);
        } catch (IOException failed) {
            throw failed(failed);
        }
        if (closed) {
            journal.unlock();
            requireOpen();
        }
        if (memory.knowsTime()) {
            journalTime();
        }
    }

    /** By the holder of the lock: says when what follows happens, if that was not said yet in the present journal. */
    private void journalTime() {
        long now = memory.now();
        if (now != journaledTime || journal.first() != journaledIn) {
            journal.appendTime(now);
            memory.setTime(now);
            journaledTime = now;
            journaledIn = journal.first();
        }
    }

    private void unlock() {
        journal.unlock();
        deliverEvents();
    }

    private void deliverEvents() {
        if (events != null) {
            events.deliver();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the filter in " + directory.path() + " is closed; open it again");
        }
    }

    private void requireWritable() {
        requireOpen();
        Throwable failure = journal.failure();
        if (failure != null) {
            throw failed(failure);
        }
    }

    private DurableException failed(Throwable failure) {
        Throwable first = journal.failure();
        Throwable cause = first == null ? failure : first;
        return new DurableException(
                "the filter in " + directory.path() + " has failed: its journal could not be written (" + cause
                        + "); close it, see to the disk, and open it again: what was synced is there",
                cause);
    }

    public final void stopTimer() {
        if (timer != null) {
            timer.close();
        }
    }

    /** Syncs everything, marks the clean end and releases the directory, which it does in any case. */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        stopTimer();
        checkpoints.await();
        checkpoints.lock();
        try (directory) {
            checkpoints.end();
            closed = true;
            journal.close();
        } catch (IOException failed) {
            throw failed(failed);
        } finally {
            checkpoints.unlock();
        }
    }
}
