package dev.bloomery;

import org.jspecify.annotations.Nullable;

/** Makes room on the heap for a filter; where there is none, the error says what was asked for, and what to do. */
final class HeapRoom {

    private HeapRoom() {}

    /** Makes the arrays of a filter. */
    @FunctionalInterface
    interface Allocation<T, X extends Exception> {
        T make() throws X;
    }

    /**
     * What {@code allocation} makes.
     *
     * @param bytes what it takes at least
     * @throws OutOfMemoryError if it does not fit; nothing is tried if it cannot
     */
    static <T, X extends Exception> T of(long bytes, FilterSpec spec, Allocation<T, X> allocation) throws X {
        if (bytes > Runtime.getRuntime().maxMemory()) {
            throw tooLarge(bytes, spec, null);
        }
        try {
            return allocation.make();
        } catch (OutOfMemoryError noRoom) {
            throw tooLarge(bytes, spec, noRoom);
        }
    }

    /** The error that says it. */
    static OutOfMemoryError tooLarge(long bytes, FilterSpec spec, @Nullable OutOfMemoryError cause) {
        Runtime runtime = Runtime.getRuntime();
        long used = runtime.totalMemory() - runtime.freeMemory();
        OutOfMemoryError error = new OutOfMemoryError("a filter of '" + spec + "' takes " + Figures.of(bytes)
                + " bytes, but the heap has at most " + Figures.of(runtime.maxMemory()) + ", of which about "
                + Figures.of(used) + " are in use; raise -Xmx, ask for fewer keys or a larger targetFpp, or answer from"
                + " a snapshot where it lies, with mapped()");
        error.initCause(cause);
        return error;
    }
}
