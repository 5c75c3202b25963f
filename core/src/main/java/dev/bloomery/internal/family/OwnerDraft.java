package dev.bloomery.internal.family;

import java.util.Arrays;

/**
 * A record that takes the keys of a batch apart from the pages. It is put there when all of them are in, so a batch that does not fit changes
 * nothing, and the record is copied to a page once, not each time it grows.
 */
final class OwnerDraft {
    /** A list of some twenty keys fits into it. */
    private static final int FIRST_BYTES = 64;

    private final OwnerRecord layout;
    private byte[] bytes;

    private OwnerDraft(OwnerRecord layout, byte[] bytes) {
        this.layout = layout;
        this.bytes = bytes;
    }

    /** Of an owner without keys. */
    static OwnerDraft of(OwnerRecord layout, long owner) {
        byte[] bytes = new byte[FIRST_BYTES];
        OwnerRecord.create(bytes, 0, owner);
        return new OwnerDraft(layout, bytes);
    }

    /** A copy of a record. */
    static OwnerDraft of(OwnerRecord layout, byte[] record, int at) {
        int length = layout.bareLength(record, at);
        byte[] bytes = new byte[Math.max(FIRST_BYTES, length + OwnerRecord.TAIL)];
        System.arraycopy(record, at, bytes, 0, length);
        OwnerRecord.clearFlags(bytes, 0);
        return new OwnerDraft(layout, bytes);
    }

    /** Adds the keys that it does not contain; how many those are, or -1 if an owner cannot have so many. */
    int addAll(long[] keys) {
        int added = 0;
        for (long key : keys) {
            if (layout.contains(bytes, 0, key)) {
                continue;
            }
            if (layout.room(bytes, 0) == 0) {
                int length = layout.roomierLength(bytes, 0);
                if (length == 0) {
                    return -1;
                }
                if (length + OwnerRecord.TAIL > bytes.length) {
                    bytes = Arrays.copyOf(bytes, length + OwnerRecord.TAIL + bytes.length / 2);
                }
                layout.copyWithRoom(bytes, 0, bytes, 0);
            }
            layout.put(bytes, 0, key);
            added++;
        }
        return added;
    }

    int length() {
        return layout.bareLength(bytes, 0);
    }

    /** Copies the record to where it has {@link #length} bytes; the copy is not written to the log. */
    void copyTo(byte[] to, int at, boolean asked) {
        System.arraycopy(bytes, 0, to, at, length());
        OwnerRecord.setAsked(to, at, asked);
    }
}
