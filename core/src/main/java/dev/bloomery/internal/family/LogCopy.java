package dev.bloomery.internal.family;

import java.io.IOException;
import java.util.Arrays;

/** Copies what is still needed of a log to the next one, and remembers where it is there until all is copied. */
final class LogCopy {
    private int[] slots = new int[64];
    private int[] places = new int[64];
    private int count;

    /** Which slot of the index needs the record of an owner at a place of the log; -1 if none does. */
    @FunctionalInterface
    interface Needed {
        int slot(long owner, int place);
    }

    /** Gets the new place of what a slot needs. */
    @FunctionalInterface
    interface Moved {
        void to(int slot, int place);
    }

    void copy(StripeLog from, StripeLog to, OwnerRecord layout, Needed needed) throws IOException {
        LogBatch batch = new LogBatch(to);
        from.scan(layout, new StripeLog.Visitor() {
            @Override
            public void owner(long position, byte[] record, int length) throws IOException {
                int slot = needed.slot(OwnerRecord.owner(record, 0), StripeLog.place(position));
                if (slot >= 0) {
                    note(slot, StripeLog.place(batch.add(record, 0, length)));
                }
            }

            @Override
            public void dropped(long owner) {}
        });
        batch.flush();
    }

    private void note(int slot, int place) {
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, 2 * count);
            places = Arrays.copyOf(places, 2 * count);
        }
        slots[count] = slot;
        places[count++] = place;
    }

    void forEach(Moved moved) {
        for (int i = 0; i < count; i++) {
            moved.to(slots[i], places[i]);
        }
    }
}
