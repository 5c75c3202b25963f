package dev.bloomery.internal.journal;

import org.jspecify.annotations.Nullable;

/** What a record of a journal says. The codes are in files and never change. */
public enum RecordType {
    /** Its hashes were added, in this order. */
    ADD(1),
    /** Its hashes were removed, in this order. */
    REMOVE(2),
    /** Everything was forgotten: one operation, without hashes. */
    CLEAR(3),
    /** The filter was closed, and everything before is synced: no operation. */
    CLOSE(4),
    /** The operations that follow in this journal happened at the time in the place of its hash, in milliseconds since 1970. */
    TIME(5),
    /** The next journal has begun, and this one has ended: no operation. */
    SEAL(6);

    private final byte code;

    RecordType(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    static @Nullable RecordType of(byte code) {
        return switch (code) {
            case 1 -> ADD;
            case 2 -> REMOVE;
            case 3 -> CLEAR;
            case 4 -> CLOSE;
            case 5 -> TIME;
            case 6 -> SEAL;
            default -> null;
        };
    }

    boolean hasHashes() {
        return this == ADD || this == REMOVE || this == TIME;
    }

    /** How far the sequence goes on by a record of so many hashes. */
    long operations(int hashes) {
        return hasHashes() ? hashes : this == CLEAR ? 1 : 0;
    }
}
