package dev.bloomery.gate.report;

import java.util.Objects;

/**
 * Something that is wrong with a gate at this moment, found by the gate itself. A completed rebuild ends it; what concerns other gates ends when this one is alone.
 *
 * @param kind what it is, for programs
 * @param message what it means and what to do, for people; without keys
 */
public record GateProblem(Kind kind, String message) {

    /** What can be wrong. */
    public enum Kind {
        /** The last rebuild failed. The gate answers as before it: from the filter that it had, or from the store alone. */
        REBUILD_FAILED,
        /**
         * The store had a key that the filter did not know, and nobody wrote it through the gate. Answers may have been wrong before this was found; from then on the
         * store is asked for everything, until the gate has rebuilt itself.
         */
        FOREIGN_WRITE,
        /** The filter that was kept on the disk lacks keys of the store. It does not answer; the gate begins with a scan, as without it. */
        WRONG_FILTER,
        /** The filter that was kept on the disk does not answer yet, because the store could not be asked for a few keys to compare with. It is asked again. */
        UNCHECKED_FILTER,
        /**
         * The filter keeps keys that were deleted, because it does not know for how many writes it has each of them. They are false positives and take up room, until the
         * gate has rebuilt itself.
         */
        KEYS_KEPT,
        /**
         * Another gate over the same keys is open, in another process or in this one. The store is asked for everything until this gate is alone again; then it rebuilds
         * itself.
         */
        ANOTHER_GATE,
        /**
         * The locks by which gates over the same keys know of each other are lost, or cannot be had from the store. The store is asked for everything, and writes wait,
         * until they can be had.
         */
        NO_LOCKS
    }

    /** Refuses null. */
    public GateProblem {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(message, "message");
    }
}
