package dev.bloomery.internal.family;

import dev.bloomery.file.DamagedSnapshotException;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The owners whose hashes begin with the same six bits: an index, an arena and, in a family with a directory, a log.
 *
 * <p>Places in the index: positive in the arena, negative in the log, {@link #LOST} where the log was damaged.
 *
 * <ol>
 *   <li>One lock; every operation holds it, and a thread holds at most one. Disk is read under it when an owner is brought back, and written
 *       when owners are spilled.
 *   <li>A change is marked in the log before it is made (see {@link StripeLog}); if that fails nothing was changed.
 *   <li>Records move only by {@link PageCleaner}, at the end of an operation: places stay valid within it.
 * </ol>
 */
final class Stripe {
    private static final int LOST = -1;
    private static final byte[] NOTHING = {};

    /** Logs below it are not worth a copy. */
    private static final long LEAST_TO_COMPACT = 1 << 14;

    private final ReentrantLock lock = new ReentrantLock();
    private final OwnerRecord layout;
    private final Arena arena;
    private final OwnerIndex index;
    private final Tally tally = new Tally();
    private final PageCleaner pages;
    private @Nullable StripeLog log;
    private Checkpoint checkpoint;

    /** Of owners that are not in the index nothing is known. */
    private final boolean unknown;

    private boolean damaged;

    // the record that locate found: in a page, or as it was read from the log
    private byte[] found = NOTHING;
    private int foundAt;

    Stripe(OwnerPlan plan, MemoryUse memory, @Nullable StripeLog log, Checkpoint checkpoint, boolean unknown) {
        this.layout = new OwnerRecord(plan);
        this.arena = new Arena(memory);
        this.index = new OwnerIndex(memory);
        this.pages = new PageCleaner(layout, arena, index, tally);
        this.log = log;
        this.checkpoint = checkpoint;
        this.unknown = unknown;
    }

    /** Reads what the log has. Owners stay there until they are asked for. */
    void load() throws IOException {
        lock.lock();
        try {
            StripeLog from = requireLog();
            from.scan(layout, new StripeLog.Visitor() {
                @Override
                public void owner(long position, byte[] record, int length) throws IOException {
                    long owner = OwnerRecord.owner(record, 0);
                    int slot = locate(owner);
                    if (slot >= 0) {
                        forgetLogged(LogRecord.size(layout.bareLength(found, foundAt)));
                        index.setPlace(slot, StripeLog.place(position));
                    } else {
                        index.insert(owner, StripeLog.place(position));
                    }
                    tally.count(layout, record, 0, 1);
                    tally.spilled++;
                    tally.liveLogBytes += LogRecord.size(length);
                }

                @Override
                public void dropped(long owner) throws IOException {
                    int slot = locate(owner);
                    if (slot >= 0) {
                        forgetLogged(LogRecord.size(layout.bareLength(found, foundAt)));
                        index.remove(slot);
                    }
                }

                private void forgetLogged(int size) {
                    tally.count(layout, found, foundAt, -1);
                    tally.spilled--;
                    tally.liveLogBytes -= size;
                }
            });
        } finally {
            leave();
        }
    }

    /** Lets go of the page that was looked at, too: it may be freed. */
    private void leave() {
        if (lock.getHoldCount() == 1) {
            found = NOTHING;
        }
        lock.unlock();
    }

    private StripeLog requireLog() {
        if (log == null) {
            throw new IllegalStateException("a family without a directory has no log");
        }
        return log;
    }

    /**
     * The slot of an owner, with its record in {@link #found}, or -1. A slot whose place is {@link #LOST} may be the owner's.
     */
    private int locate(long owner) throws IOException {
        for (int slot = index.first(owner); slot >= 0; slot = index.next(slot, owner)) {
            int place = index.place(slot);
            if (place > 0) {
                found = arena.bytesAt(place);
                foundAt = Arena.offset(place);
            } else if (place == LOST || !read(slot, place)) {
                return slot;
            }
            if (OwnerRecord.owner(found, foundAt) == owner) {
                return slot;
            }
        }
        return -1;
    }

    /** Reads a record from the log; if it is damaged, the slot is lost. */
    private boolean read(int slot, int place) throws IOException {
        StripeLog from = requireLog();
        try {
            found = from.readOwner(StripeLog.position(place), layout);
            foundAt = 0;
            return true;
        } catch (DamagedSnapshotException isDamaged) {
            damaged = true;
            index.setPlace(slot, LOST);
            tally.lost++;
            tally.owners--;
            tally.spilled--;
            from.mark(); // this log shall not pass for a complete one
            return false;
        }
    }

    /** Of an owner in memory nothing is known from now on. The log cannot say that, so it is not completed any more. */
    private void lose(long owner) throws IOException {
        int slot = locate(owner);
        tally.count(layout, found, foundAt, -1);
        giveUp(slot);
        index.setPlace(slot, LOST);
        tally.lost++;
        damaged = true;
    }

    Found answer(long owner, long key, boolean mayGrow) throws IOException {
        lock.lock();
        try {
            int slot = locate(owner);
            if (slot < 0) {
                return unknown ? Found.UNKNOWN : Found.NO;
            }
            if (index.place(slot) == LOST) {
                return Found.UNKNOWN;
            }
            boolean contained = layout.contains(found, foundAt, key);
            touch(slot, mayGrow);
            return contained ? Found.MAYBE : Found.NO;
        } finally {
            leave();
        }
    }

    /**
     * Answers many keys of one owner as they are at one moment.
     *
     * @param maybe gets the answer for each key
     * @return false if nothing is known of the owner: no answer was given
     */
    boolean answerEach(long owner, long[] keys, boolean mayGrow, boolean[] maybe) throws IOException {
        lock.lock();
        try {
            int slot = locate(owner);
            if (slot < 0) {
                return !unknown;
            }
            if (index.place(slot) == LOST) {
                return false;
            }
            for (int i = 0; i < keys.length; i++) {
                maybe[i] = layout.contains(found, foundAt, keys[i]);
            }
            touch(slot, mayGrow);
            return true;
        } finally {
            leave();
        }
    }

    /** The owner that was just located was asked for: notes it, or brings the owner back. */
    private void touch(int slot, boolean mayGrow) {
        int place = index.place(slot);
        if (place > 0) {
            OwnerRecord.setAsked(found, foundAt, true);
        } else if (mayGrow && !arena.isFull()) {
            int length = layout.bareLength(found, foundAt);
            int to = arena.allocate(length + Integer.BYTES);
            OwnerRecord.copyWritten(found, foundAt, length, arena.bytesAt(to), Arena.offset(to), place);
            index.setPlace(slot, to);
            tally.spilled--;
            tally.returns++;
        }
    }

    Change add(long owner, long key, boolean mayGrow) throws IOException {
        lock.lock();
        try {
            int slot = locate(owner);
            if (slot < 0 ? unknown : index.place(slot) == LOST) {
                return Change.UNKNOWN;
            }
            if (slot >= 0 && layout.contains(found, foundAt, key)) {
                touch(slot, mayGrow);
                return Change.KNOWN;
            }
            boolean inPlace = slot >= 0 && index.place(slot) > 0 && layout.room(found, foundAt) > 0;
            if (!inPlace && (!mayGrow || arena.isFull())) {
                return Change.NO_MEMORY;
            }
            if (slot >= 0 && !inPlace && layout.roomierLength(found, foundAt) == 0) {
                return Change.OWNER_FULL;
            }
            mark();
            if (slot < 0) {
                create(owner, layout.newLength());
            } else if (!inPlace) {
                moveToRoom(slot);
            }
            layout.put(found, foundAt, key);
            OwnerRecord.setAsked(found, foundAt, slot >= 0);
            tally.keys++;
            tally.listed += OwnerRecord.slices(found, foundAt) == 0 ? 1 : 0;
            pages.tidy();
            return Change.ADDED;
        } finally {
            leave();
        }
    }

    /** Adds all of the keys, or none of them: nobody sees a part. */
    Additions addAll(long owner, long[] keys, boolean mayGrow) throws IOException {
        lock.lock();
        try {
            int slot = locate(owner);
            if (slot < 0 ? unknown : index.place(slot) == LOST) {
                return Additions.refused(Change.UNKNOWN);
            }
            if (slot < 0) {
                return keys.length == 0 ? Additions.of(0) : addByDraft(slot, owner, keys, mayGrow);
            }
            long[] missing = layout.missing(found, foundAt, keys);
            if (missing.length == 0) {
                touch(slot, mayGrow);
                return Additions.of(0);
            }
            if (index.place(slot) > 0 && layout.room(found, foundAt) >= missing.length) {
                return Additions.of(addInPlace(missing));
            }
            return addByDraft(slot, owner, missing, mayGrow);
        } finally {
            leave();
        }
    }

    /** Without a copy of the record, which may be large. Expects room for all of them. */
    private int addInPlace(long[] keys) throws IOException {
        mark();
        int added = 0;
        for (long key : keys) {
            if (!layout.contains(found, foundAt, key)) {
                layout.put(found, foundAt, key);
                added++;
            }
        }
        OwnerRecord.setAsked(found, foundAt, true);
        tally.keys += added;
        tally.listed += OwnerRecord.slices(found, foundAt) == 0 ? added : 0;
        return added;
    }

    private Additions addByDraft(int slot, long owner, long[] keys, boolean mayGrow) throws IOException {
        OwnerDraft draft = slot < 0 ? OwnerDraft.of(layout, owner) : OwnerDraft.of(layout, found, foundAt);
        int added = draft.addAll(keys);
        if (added < 0) {
            return Additions.refused(Change.OWNER_FULL);
        }
        int place = slot < 0 ? 0 : index.place(slot);
        boolean inPlace =
                place > 0 && !OwnerRecord.isWritten(found, foundAt) && draft.length() == layout.length(found, foundAt);
        if (!inPlace && (!mayGrow || arena.isFull())) {
            return Additions.refused(Change.NO_MEMORY);
        }
        mark();
        int to = inPlace ? place : arena.allocate(draft.length());
        if (slot >= 0) {
            tally.count(layout, found, foundAt, -1);
            if (!inPlace) {
                tally.returns += place < 0 ? 1 : 0;
                giveUp(slot);
                index.setPlace(slot, to);
            }
        } else {
            index.insert(owner, to);
        }
        found = arena.bytesAt(to);
        foundAt = Arena.offset(to);
        draft.copyTo(found, foundAt, slot >= 0);
        tally.count(layout, found, foundAt, 1);
        pages.tidy();
        return Additions.of(added);
    }

    private void mark() throws IOException {
        if (log != null) {
            log.mark();
        }
    }

    private void create(long owner, int length) {
        int place = arena.allocate(length);
        found = arena.bytesAt(place);
        foundAt = Arena.offset(place);
        OwnerRecord.create(found, foundAt, owner);
        index.insert(owner, place);
        tally.owners++;
    }

    /** Copies the record that was located to where it has room for one more key. */
    private void moveToRoom(int slot) {
        int to = arena.allocate(layout.roomierLength(found, foundAt));
        byte[] bytes = arena.bytesAt(to);
        int before = OwnerRecord.slices(found, foundAt);
        layout.copyWithRoom(found, foundAt, bytes, Arena.offset(to));
        if (index.place(slot) < 0) {
            tally.returns++;
        }
        giveUp(slot);
        index.setPlace(slot, to);
        found = bytes;
        foundAt = Arena.offset(to);
        if (OwnerRecord.slices(found, foundAt) > before) {
            tally.slicesAt[before]++;
        }
    }

    /** The record that was located is no longer needed, neither in memory nor in the log. */
    private void giveUp(int slot) {
        int place = index.place(slot);
        if (place < 0 || OwnerRecord.isWritten(found, foundAt)) {
            tally.liveLogBytes -= LogRecord.size(layout.bareLength(found, foundAt));
        }
        if (place > 0) {
            arena.free(place, layout.length(found, foundAt));
        } else {
            tally.spilled--;
        }
    }

    /** From now on the owner is known to have no key. False if nothing was known of it and all owners are known. */
    boolean drop(long owner) throws IOException {
        lock.lock();
        try {
            if (log != null && log.isMarked()) {
                compactIfHalfIsGarbage(); // drops make garbage also where nothing is spilled
            }
            int slot = locate(owner);
            if (slot < 0 && !unknown) {
                return false;
            }
            mark();
            if (log != null && log.end() > 0) {
                long unused = log.append(LogRecord.dropped(owner));
            }
            if (slot >= 0) {
                if (index.place(slot) == LOST) {
                    tally.lost--;
                } else {
                    tally.count(layout, found, foundAt, -1);
                    giveUp(slot);
                }
                index.remove(slot);
            }
            if (unknown) {
                create(owner, OwnerRecord.HEAD);
            }
            pages.tidy();
            return true;
        } finally {
            leave();
        }
    }

    /** Makes an owner known, with these keys and no others; nobody sees a part of them. */
    Change replace(long owner, long[] keys, boolean mayGrow) throws IOException {
        lock.lock();
        try {
            if (!mayGrow || arena.isFull()) {
                return Change.NO_MEMORY;
            }
            boolean unused = drop(owner);
            for (long key : keys) {
                Change change = add(owner, key, true);
                if (change == Change.NO_MEMORY || change == Change.OWNER_FULL) {
                    lose(owner);
                    return change;
                }
            }
            return Change.ADDED;
        } finally {
            leave();
        }
    }

    /** Bytes that spilling could free. Any thread may ask, without the lock. */
    long spillableBytes() {
        return arena.bytes();
    }

    /** Spills the owners of the oldest pages that were not asked for lately, until less memory is used; whether it is. */
    boolean reclaim() throws IOException {
        lock.lock();
        try {
            if (log == null) {
                return false;
            }
            long before = arena.bytes();
            // a page whose owners were all asked for is only copied; the second time they go
            for (long turns = 2 + before / 256; arena.bytes() >= before && turns > 0; turns--) {
                int page = arena.oldest();
                if (page == 0) {
                    return false;
                }
                pages.spill(page, log);
            }
            if (log.isMarked()) {
                compactIfHalfIsGarbage();
            }
            return arena.bytes() < before;
        } finally {
            leave();
        }
    }

    private void compactIfHalfIsGarbage() throws IOException {
        StripeLog full = requireLog();
        if (damaged || full.end() < LEAST_TO_COMPACT || tally.liveLogBytes >= full.end() / 2) {
            return;
        }
        StripeLog next = full.successor();
        LogCopy copy = new LogCopy();
        try {
            copy.copy(full, next, layout, this::slotInLog);
        } catch (IOException failed) {
            next.delete();
            if (failed instanceof DamagedSnapshotException) {
                damaged = true; // the log grows from now on; damaged owners are noticed when they are asked for
                return;
            }
            throw failed;
        }
        copy.forEach((slot, to) -> {
            int place = index.place(slot);
            if (place < 0) {
                index.setPlace(slot, to);
            } else {
                layout.setPlace(arena.bytesAt(place), Arena.offset(place), to);
            }
        });
        log = next;
        full.delete();
    }

    /** The slot of the owner whose newest record is at that place of the log, be the owner in memory or not; or -1. */
    private int slotInLog(long owner, int logPlace) {
        for (int slot = index.first(owner); slot >= 0; slot = index.next(slot, owner)) {
            int place = index.place(slot);
            if (place == logPlace) {
                return slot;
            }
            if (place > 0) {
                byte[] bytes = arena.bytesAt(place);
                int at = Arena.offset(place);
                if (OwnerRecord.isWritten(bytes, at) && layout.place(bytes, at) == logPlace) {
                    return slot;
                }
            }
        }
        return -1;
    }

    /** Writes what the log does not have, if anything changed, and syncs it; the newest complete state of the log. */
    Checkpoint checkpoint() throws IOException {
        lock.lock();
        try {
            StripeLog to = requireLog();
            if (damaged || checkpoint.equals(new Checkpoint(to.end() == 0 ? 0 : to.generation(), to.end(), unknown))) {
                return checkpoint;
            }
            compactIfHalfIsGarbage();
            to = requireLog();
            LogBatch batch = new LogBatch(to);
            for (int slot = 0; slot < index.slots(); slot++) {
                int place = index.place(slot);
                if (place > 0) {
                    byte[] bytes = arena.bytesAt(place);
                    int at = Arena.offset(place);
                    if (!OwnerRecord.isWritten(bytes, at)) {
                        long unused = batch.add(bytes, at, layout.length(bytes, at));
                    }
                }
            }
            batch.flush();
            checkpoint = to.checkpoint(unknown);
            return checkpoint;
        } finally {
            leave();
        }
    }

    void addTo(Tally all) {
        lock.lock();
        try {
            tally.logBytes = log == null ? 0 : log.end();
            tally.unknownStripes = unknown ? 1 : 0;
            tally.damagedStripes = damaged ? 1 : 0;
            all.add(tally);
        } finally {
            leave();
        }
    }

    void close() throws IOException {
        lock.lock();
        try {
            if (log != null) {
                log.close();
            }
        } finally {
            leave();
        }
    }
}
