package dev.bloomery.internal.family;

import java.io.IOException;

/** Empties pages: their owners move to other pages, or to the log. */
final class PageCleaner {
    private final OwnerRecord layout;
    private final Arena arena;
    private final OwnerIndex index;
    private final Tally tally;

    PageCleaner(OwnerRecord layout, Arena arena, OwnerIndex index, Tally tally) {
        this.layout = layout;
        this.arena = arena;
        this.index = index;
        this.tally = tally;
    }

    /** Moves the records of pages with many gaps. */
    void tidy() {
        while (arena.hasTooManyGaps()) {
            int page = arena.gappiest();
            if (page == 0) {
                return;
            }
            byte[] bytes = arena.bytesOf(page);
            int end = arena.filled(page);
            int length;
            for (int at = 0; at < end; at += length) {
                length = layout.length(bytes, at);
                int slot = index.slotOf(OwnerRecord.owner(bytes, at), Arena.place(page, at));
                if (slot >= 0) {
                    move(slot, bytes, at, length);
                }
            }
        }
    }

    private void move(int slot, byte[] bytes, int at, int length) {
        int from = index.place(slot);
        int to = arena.allocate(length);
        System.arraycopy(bytes, at, arena.bytesAt(to), Arena.offset(to), length);
        index.setPlace(slot, to);
        arena.free(from, length);
    }

    /** Empties a page: owners that were asked for lately move on, the others go to the log. If that fails all stay. */
    void spill(int page, StripeLog to) throws IOException {
        byte[] bytes = arena.bytesOf(page);
        int end = arena.filled(page);
        LogBatch batch = new LogBatch(to);
        long position = to.start();
        int length;
        for (int at = 0; at < end; at += length) {
            length = layout.length(bytes, at);
            if (!OwnerRecord.isAsked(bytes, at)
                    && !OwnerRecord.isWritten(bytes, at)
                    && index.slotOf(OwnerRecord.owner(bytes, at), Arena.place(page, at)) >= 0) {
                long unused = batch.add(bytes, at, length);
            }
        }
        batch.flush();
        for (int at = 0; at < end; at += length) {
            length = layout.length(bytes, at);
            int slot = index.slotOf(OwnerRecord.owner(bytes, at), Arena.place(page, at));
            if (slot < 0) {
                continue;
            }
            if (OwnerRecord.isAsked(bytes, at)) {
                OwnerRecord.setAsked(bytes, at, false);
                move(slot, bytes, at, length);
                continue;
            }
            arena.free(index.place(slot), length);
            if (OwnerRecord.isWritten(bytes, at)) {
                index.setPlace(slot, layout.place(bytes, at));
            } else {
                index.setPlace(slot, StripeLog.place(position));
                position += LogRecord.size(length);
                tally.liveLogBytes += LogRecord.size(length);
            }
            tally.spilled++;
            tally.spills++;
        }
    }
}
