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
        REBUILD_FAILED
    }

    /** Refuses null. */
    public GateProblem {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(message, "message");
    }

    static GateProblem rebuildFailed(Throwable problem) {
        String said = problem.getMessage();
        return new GateProblem(
                Kind.REBUILD_FAILED,
                "the last rebuild failed: " + (said == null ? problem.getClass().getName() : said));
    }
}
