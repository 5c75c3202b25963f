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
        /** The filter that was kept on the disk lacks keys of the store. It does not answer; the gate begins with a scan, as without it. */
        WRONG_FILTER,
        /** The filter that was kept on the disk does not answer yet, because the store could not be asked for a few keys to compare with. It is asked again. */
        UNCHECKED_FILTER,
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

    static GateProblem wrongFilter() {
        return new GateProblem(
                Kind.WRONG_FILTER,
                "the filter in the directory of the gate does not have all keys of the store, and is not used: the store was written while the gate was closed, or"
                        + " the directory belongs to another store, or the encoder writes keys in another way than it did");
    }

    static GateProblem uncheckedFilter(Throwable problem) {
        return new GateProblem(
                Kind.UNCHECKED_FILTER,
                "the filter in the directory of the gate is not used before the store was asked for a few keys, and the store cannot be asked: "
                        + said(problem));
    }

    static GateProblem keysKept() {
        return new GateProblem(
                Kind.KEYS_KEPT,
                "the filter cannot take deleted keys out, because copies of keys were lost in a crash or may come late; the gate rebuilds itself");
    }

    static GateProblem rebuildFailed(Throwable problem) {
        return new GateProblem(Kind.REBUILD_FAILED, "the last rebuild failed: " + said(problem));
    }

    private static String said(Throwable problem) {
        String message = problem.getMessage();
        return message == null ? problem.getClass().getName() : message;
    }
}
