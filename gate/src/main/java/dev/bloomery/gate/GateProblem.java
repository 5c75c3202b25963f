package dev.bloomery.gate;

import java.util.Objects;

/**
 * Something that is wrong with a gate at this moment, found by the gate itself. A completed rebuild ends it.
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
        /**
         * The filter keeps keys that were deleted, because it does not know for how many writes it has each of them. They are false positives and take up room, until the
         * gate has rebuilt itself.
         */
        KEYS_KEPT
    }

    /** Refuses null. */
    public GateProblem {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(message, "message");
    }

    static GateProblem foreignWrite() {
        return new GateProblem(
                Kind.FOREIGN_WRITE,
                "the store had a key that the filter did not know, and that was not written through the gate: another process writes the store, or this one past"
                        + " the gate, or the store keeps keys for longer than was said, or takes different keys for the same one. Answers may have been wrong. Until"
                        + " the gate has rebuilt itself the store is asked for everything. Give the gate a feed of others' keys with StoreWriters.fedBy(...), and"
                        + " announce what goes past it with bypass() or beginWrite()");
    }

    static GateProblem keysKept() {
        return new GateProblem(
                Kind.KEYS_KEPT,
                "the filter cannot take deleted keys out, because copies of keys were lost in a crash or may come late; the gate rebuilds itself");
    }

    static GateProblem rebuildFailed(Throwable problem) {
        String said = problem.getMessage();
        return new GateProblem(
                Kind.REBUILD_FAILED,
                "the last rebuild failed: " + (said == null ? problem.getClass().getName() : said));
    }
}
