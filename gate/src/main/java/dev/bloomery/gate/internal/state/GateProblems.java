package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.report.GateProblem;

/** Makes the problems that a gate finds, each with a message that says what it means and what to do. */
public final class GateProblems {
    private GateProblems() {}

    public static GateProblem foreignWrite() {
        return new GateProblem(
                GateProblem.Kind.FOREIGN_WRITE,
                "the store had a key that the filter did not know, and that was not written through the gate: another process writes the store, or this one past"
                        + " the gate, or the store keeps keys for longer than was said, or takes different keys for the same one. Answers may have been wrong. Until"
                        + " the gate has rebuilt itself the store is asked for everything. Give the gate a feed of others' keys with StoreWriters.fedBy(...), and"
                        + " announce what goes past it with bypass() or beginWrite()");
    }

    public static GateProblem wrongFilter() {
        return new GateProblem(
                GateProblem.Kind.WRONG_FILTER,
                "the filter in the directory of the gate does not have all keys of the store, and is not used: the store was written while the gate was closed, or"
                        + " the directory belongs to another store, or the encoder writes keys in another way than it did");
    }

    public static GateProblem uncheckedFilter(Throwable problem) {
        return new GateProblem(
                GateProblem.Kind.UNCHECKED_FILTER,
                "the filter in the directory of the gate is not used before the store was asked for a few keys, and the store cannot be asked: "
                        + said(problem));
    }

    public static GateProblem keysKept() {
        return new GateProblem(
                GateProblem.Kind.KEYS_KEPT,
                "the filter cannot take deleted keys out, because copies of keys were lost in a crash or may come late; the gate rebuilds itself");
    }

    /**
     * Another gate over the same keys is open.
     *
     * @param wasAlone whether this gate was there first
     */
    public static GateProblem anotherGate(boolean wasAlone) {
        String met = wasAlone
                ? "another gate over the same keys was opened, in another process or in this one, and this one gives way: from now on it asks the store for everything."
                : "another gate over the same keys is open, in another process or in this one: this one asks the store for everything, and writes only when the other"
                        + " has given way.";
        return new GateProblem(
                GateProblem.Kind.ANOTHER_GATE,
                met
                        + " When it is alone it rebuilds itself. That is right for a rolling update; otherwise close one of the gates, or give each a feed of the other's"
                        + " keys with StoreWriters.fedBy(...)");
    }

    public static GateProblem noLocks(Throwable problem) {
        return new GateProblem(
                GateProblem.Kind.NO_LOCKS,
                "the locks by which gates over the same keys know of each other are lost, or cannot be had: the store is asked for everything, and writes wait, until"
                        + " they can be had, which the gate tries again and again. If the store can hold none, say StoreWriters.onlyThisProcess().unguarded(): "
                        + said(problem));
    }

    public static GateProblem rebuildFailed(Throwable problem) {
        return new GateProblem(GateProblem.Kind.REBUILD_FAILED, "the last rebuild failed: " + said(problem));
    }

    private static String said(Throwable problem) {
        String message = problem.getMessage();
        return message == null ? problem.getClass().getName() : message;
    }
}
