package dev.bloomery.internal.journal;

import dev.bloomery.internal.disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The journal of an open filter, as it is written: operations are appended in memory, written together and synced together.
 *
 * <ol>
 *   <li>Operations are appended between {@link #lock} and {@link #unlock}; the caller applies each of them there, too, so the order in the
 *       journal is the order of application. They are numbered from 0 on, over all journals of a filter: the sequence.
 *   <li>When {@link #commit} returns, all operations appended before it was called are on the disk. One of those who wait leads: it writes and
 *       syncs what is there, for all. Whoever comes meanwhile appends on, to a second buffer, and waits for the next leader.
 *   <li>Written is less than synced: it survives the death of the process. A buffer is written when it is full, also while a sync runs.
 *   <li>Records are written into room that was reserved for them, in zeros, and synced: so a crash always leaves zeros at the end, and a
 *       journal that was cut shows it. The room grows ahead of the records, and is synced along with them, but for large batches.
 *   <li>After the first write or sync that fails, everything throws. No sync is tried again: the system may have dropped what it could not
 *       write.
 *   <li>Locks are taken in this order: to lead, to write, to append. Who appends and finds no room lets go of the last before it writes.
 *   <li>Waiting is not interruptible.
 * </ol>
 */
public final class Journal implements Closeable {
    /** For each of two buffers. Two large records fit, and writing it costs much more than beginning to. */
    static final int BUFFER_BYTES = 1 << 21;

    /** How many operations may be appended at once. */
    public static final int MAX_OPERATIONS = 2 * JournalFormat.MAX_HASHES;

    /** At least so much room is reserved ahead. */
    private static final long LEAST_ROOM = 1 << 12;

    /** At most so much is reserved for the growth of the journal. */
    private static final long MOST_ROOM = 1 << 20;

    /** At most so much is reserved for batches. Of more than {@link #MOST_ROOM} only the end is written: the rest is a hole in the file. */
    private static final long MOST_ROOM_FOR_BATCHES = 1 << 24;

    private static final ByteBuffer ZEROS =
            ByteBuffer.allocateDirect(JournalFormat.FIRST_BYTES).asReadOnlyBuffer();

    private final LongSupplier nanoClock;

    private final ReentrantLock appending = new ReentrantLock();
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock leading = new ReentrantLock();
    private final Condition ledOnce = leading.newCondition();

    /** Changed under {@code appending} and {@code writing}. */
    private RecordBuffer filling = new RecordBuffer(BUFFER_BYTES);

    /** Changed under {@code appending}. */
    private volatile long appended;

    // under writing
    private RecordBuffer spare = new RecordBuffer(BUFFER_BYTES);
    private DiskFile file;
    private int headerCrc;
    private volatile long first;
    private volatile long written;
    private volatile long bytes = JournalFormat.HEADER_BYTES;
    private volatile long reserved;

    /** The length of the file, for certain. */
    private final AtomicLong reservedForCertain = new AtomicLong();

    // under leading
    private boolean hasLeader;
    private volatile long synced;
    private volatile @Nullable Throwable failure;

    /** No operation that is not synced was appended before. */
    private volatile long unsyncedSince;

    /** Goes on in a file that has nothing but its beginning, for certain; see {@link #beginning}. */
    public Journal(DiskFile file, JournalHeader header, LongSupplier nanoClock) {
        this.file = file;
        this.headerCrc = header.crc();
        this.nanoClock = nanoClock;
        this.first = header.first();
        this.reserved = JournalFormat.FIRST_BYTES;
        this.reservedForCertain.set(JournalFormat.FIRST_BYTES);
        this.appended = header.first();
        this.written = header.first();
        this.synced = header.first();
    }

    /** What a new journal has: the header, and room reserved. A file of that name must never have less. */
    public static byte[] beginning(JournalHeader header) {
        return Arrays.copyOf(header.encoded().array(), JournalFormat.FIRST_BYTES);
    }

    /** What must follow the records of a journal that nobody writes any more, so that it does not look cut. */
    public static byte[] reserve(JournalHeader header) {
        return new byte[header.reserves() ? JournalFormat.RESERVED_BYTES : 0];
    }

    /** Says at the end of a journal that the next one has begun, for certain. It may be written to only after that. */
    public static void seal(DiskFile file, JournalEnd end) throws IOException {
        RecordBuffer seal = new RecordBuffer(JournalFormat.RESERVED_BYTES);
        seal.append(RecordType.SEAL, end.next(), end.next(), end.header().crc());
        file.write(seal.written(), end.bytes());
        file.sync();
    }

    /**
     * Waits until it may append so many operations.
     *
     * @param operations at most {@link #MAX_OPERATIONS}, all of one type
     */
    public void lock(int operations) throws IOException {
        appending.lock();
        while (failure == null && !filling.hasRoom(operations)) {
            appending.unlock();
            write(operations);
            appending.lock();
        }
        if (failure != null) {
            appending.unlock();
            throwIfFailed();
        }
    }

    public void unlock() {
        appending.unlock();
    }

    public void append(RecordType type, long hash) {
        filling.append(type, hash, appended, synced, headerCrc);
        advance(1);
    }

    /** Appends {@code hashes[from .. to)}. */
    public void append(RecordType type, long[] hashes, int from, int to) {
        filling.append(type, hashes, from, to, appended, synced, headerCrc);
        advance(to - from);
    }

    public void appendClear() {
        filling.append(RecordType.CLEAR, appended, synced, headerCrc);
        advance(1);
    }

    private void advance(int operations) {
        long before = appended;
        if (before == synced) {
            unsyncedSince = nanoClock.getAsLong();
        }
        appended = before + operations;
    }

    /** The operations that follow happened at this time; counts as one itself. */
    public void appendTime(long millis) {
        append(RecordType.TIME, millis);
    }

    /** Operations before the present file, ever. */
    public long first() {
        return first;
    }

    /** Takes back what the last {@code append(type, hash)} of this thread appended, since {@link #lock}. */
    public void takeBackLast() {
        filling.takeBackLast();
        long before = appended;
        appended = before - 1;
    }

    /** Operations appended so far, ever. May count one that is taken back. */
    public long appended() {
        return appended;
    }

    /** Operations that are on the disk for certain. */
    public long synced() {
        return synced;
    }

    /** Bytes of the present file. */
    public long bytes() {
        return bytes;
    }

    /** How long the oldest operation that is not synced may have waited, in nanoseconds; 0 if there is none. */
    public long unsyncedNanos() {
        return appended == synced ? 0 : nanoClock.getAsLong() - unsyncedSince;
    }

    /** Why nothing works any more, or null. */
    public @Nullable Throwable failure() {
        return failure;
    }

    private void throwIfFailed() throws IOException {
        Throwable failed = failure;
        if (failed != null) {
            throw failedBy(failed);
        }
    }

    private static IOException failedBy(Throwable first) {
        return new IOException("the journal could not be written: " + first.getMessage(), first);
    }

    /**
     * Returns when so many operations are on the disk.
     *
     * @param target what {@link #appended} said
     */
    public void commit(long target) throws IOException {
        if (synced < target && lead(target)) {
            // if the last operation was taken back the target is never reached, but all there is is synced
            try {
                long since = nanoClock.getAsLong(); // before the buffers change: what comes then is not synced
                write();
                if (written != synced) {
                    sync(since);
                }
            } finally {
                resign();
            }
        }
    }

    /** Writes what was appended so far, without a sync. */
    public void write() throws IOException {
        write(Integer.MAX_VALUE);
    }

    /** Waits until this thread leads, or until another one has reached the target: then false. */
    private boolean lead(long target) throws IOException {
        leading.lock();
        try {
            while (hasLeader && synced < target && failure == null) {
                ledOnce.awaitUninterruptibly();
            }
            if (synced >= target) {
                return false;
            }
            throwIfFailed();
            hasLeader = true;
            return true;
        } finally {
            leading.unlock();
        }
    }

    private void resign() {
        leading.lock();
        try {
            hasLeader = false;
            ledOnce.signalAll();
        } finally {
            leading.unlock();
        }
    }

    /** Writes the filling buffer, unless there is room for so many operations. */
    private void write(int operations) throws IOException {
        writing.lock();
        try {
            throwIfFailed();
            long end;
            appending.lock();
            try {
                if (filling.isEmpty() || filling.hasRoom(operations)) {
                    return; // another thread was faster
                }
                swapBuffers();
                end = appended;
            } finally {
                appending.unlock();
            }
            writeSpare(end);
        } catch (Throwable failed) {
            throw fail(failed);
        } finally {
            writing.unlock();
        }
    }

    private void writeSpare(long end) throws IOException {
        spare.seal(headerCrc);
        ByteBuffer records = spare.written();
        long after = bytes + records.remaining();
        reserve(records.remaining(), after);
        file.write(records, bytes);
        spare.clear();
        written = end;
        bytes = after;
    }

    /**
     * With the lock to write: records may be written up to there. What is reserved is a quarter of the journal, so that it grows rarely, or room
     * for eight batches of this size, so that few of them wait for a sync before they are written.
     */
    private void reserve(int more, long end) throws IOException {
        long needed = end + JournalFormat.RESERVED_BYTES;
        long room = Math.max(
                LEAST_ROOM, Math.max(Math.min(MOST_ROOM, end / 4), Math.min(MOST_ROOM_FOR_BATCHES, 8L * more)));
        if (needed + room / 2 > reserved) {
            long length = roundUp(needed + room);
            long first = room > MOST_ROOM ? length - ZEROS.capacity() : reserved;
            for (long at = first; at < length; at += ZEROS.capacity()) {
                file.write(ZEROS.duplicate(), at);
            }
            reserved = length;
        }
        if (needed > reservedForCertain.get()) {
            syncReserved();
        }
    }

    /** To a multiple of the zeros that are written at once. */
    private static long roundUp(long length) {
        return (length + ZEROS.capacity() - 1) / ZEROS.capacity() * ZEROS.capacity();
    }

    private void syncReserved() throws IOException {
        long length = reserved;
        file.sync();
        reservedForCertain.accumulateAndGet(length, Math::max);
    }

    /** By the leader. Others may write meanwhile: what they write is not counted. */
    private void sync(long since) throws IOException {
        long end = written;
        try {
            syncReserved();
        } catch (Throwable failed) {
            throw fail(failed);
        }
        unsyncedSince = since;
        synced = end;
    }

    private IOException fail(Throwable failed) {
        Throwable first = failure == null ? failed : failure;
        failure = first;
        return failedBy(first);
    }

    /** Creates the journal that follows. */
    @FunctionalInterface
    public interface Successor {
        /** Called when all operations before {@code first} are synced and none can be appended; the file has its beginning, for certain. */
        Next create(long first) throws IOException;
    }

    /** A new file with its beginning. */
    public record Next(DiskFile file, JournalHeader header) {}

    /**
     * Goes on in another file, after everything is synced in this one, and this one says so. If the other one cannot be created, it goes on in
     * this one.
     *
     * @return operations up to the end of the file that was left
     */
    public long rotate(Successor successor) throws IOException {
        commit(appended); // most of it, while others go on
        return alone(() -> {
            Next next = successor.create(appended);
            DiskFile left = file;
            try {
                writeLast(RecordType.SEAL);
            } catch (Throwable failed) {
                closeSynced(next.file());
                throw failed;
            }
            long end = bytes;
            file = next.file();
            headerCrc = next.header().crc();
            first = next.header().first();
            bytes = JournalFormat.HEADER_BYTES;
            reserved = JournalFormat.FIRST_BYTES;
            reservedForCertain.set(JournalFormat.FIRST_BYTES);
            cutUnused(left, end);
            closeSynced(left);
            return appended;
        });
    }

    /** With all locks, and everything synced: writes a record without hashes into what is reserved, and syncs it. */
    private void writeLast(RecordType type) throws IOException {
        try {
            filling.append(type, appended, appended, headerCrc);
            ByteBuffer record = filling.written();
            long after = bytes + record.remaining();
            file.write(record, bytes);
            filling.clear();
            file.sync();
            bytes = after;
        } catch (Throwable failed) {
            throw fail(failed);
        }
    }

    /** What was reserved and not used goes; if it stays, it does no harm. */
    private static void cutUnused(DiskFile left, long end) {
        try {
            left.truncate(end);
        } catch (IOException ignored) {
            // it takes some room
        }
    }

    /** All of it is on the disk: how closing ends says nothing more. */
    private static void closeSynced(DiskFile left) {
        try {
            left.close();
        } catch (IOException ignored) {
            // the system takes it back when the process ends
        }
    }

    /** Marks the clean end, syncs it and closes the file. If it failed before, the file is only closed. */
    @Override
    public void close() throws IOException {
        try {
            alone(() -> {
                writeLast(RecordType.CLOSE);
                return appended;
            });
            cutUnused(file, bytes);
        } finally {
            file.close();
        }
    }

    @FunctionalInterface
    private interface Step {
        long run() throws IOException;
    }

    /** Does it while nothing else happens, and everything is synced. */
    private long alone(Step step) throws IOException {
        boolean leads = lead(Long.MAX_VALUE);
        assert leads : "no journal is that long";
        writing.lock();
        appending.lock();
        try {
            flush();
            return step.run();
        } finally {
            appending.unlock();
            writing.unlock();
            resign();
        }
    }

    /** With all locks: everything is written and synced. */
    private void flush() throws IOException {
        if (!filling.isEmpty()) {
            swapBuffers();
            try {
                writeSpare(appended);
            } catch (Throwable failed) {
                throw fail(failed);
            }
            sync(nanoClock.getAsLong());
        } else if (written != synced) {
            sync(nanoClock.getAsLong());
        }
    }

    private void swapBuffers() {
        RecordBuffer full = filling;
        filling = spare;
        spare = full;
    }
}
