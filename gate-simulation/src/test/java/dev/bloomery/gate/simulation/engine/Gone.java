package dev.bloomery.gate.simulation.engine;

/** Ends a task whose process is gone, wherever it is. */
public final class Gone extends Error {
    private static final long serialVersionUID = 1;

    Gone() {
        super("the process is gone", null, false, false);
    }
}
