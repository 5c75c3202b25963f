package dev.bloomery.internal.table;

import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.check.Figures;
import dev.bloomery.spec.FilterSpec;
import org.jspecify.annotations.Nullable;

/** Makes room on the heap for a filter; where there is none, the error says what was asked for, and what to do. */
public final class HeapRoom {

    private HeapRoom() {}

    /** Makes the arrays of a filter. */
    @FunctionalInterface
    public interface Allocation<T, X extends Exception> {
        T make() throws X;
    }

    /**
     * What {@code allocation} makes.
     *
     * @param bytes what it takes at least
     * @throws OutOfMemoryError if it does not fit; nothing is tried if it cannot
     */
    public static <T, X extends Exception> T of(long bytes, FilterSpec spec, Allocation<T, X> allocation) throws X {
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
    public static OutOfMemoryError tooLarge(long bytes, FilterSpec spec, @Nullable OutOfMemoryError cause) {
        Runtime runtime = Runtime.getRuntime();
        long used = runtime.totalMemory() - runtime.freeMemory();
        OutOfMemoryError error = new OutOfMemoryError("a filter of '" + spec + "' takes " + Figures.of(bytes)
                + " bytes, but the heap has at most " + Figures.of(runtime.maxMemory()) + ", of which about "
                + Figures.of(used) + " are in use; raise -Xmx, ask for fewer keys or a larger targetFpp, or answer from"
                + " a snapshot where it lies, with mapped()");
        error.initCause(cause);
        return error;
    }

    /** Whether so many bits fit on the heap; called before they are allocated. */
    public static void require(long bits, FilterSpec spec) {
        require(bits, Words.MAX_BITS, "2^37 (16 GiB)", spec);
    }

    public static void require(long bits, long most, String mostInWords, FilterSpec spec) {
        if (bits > most) {
            throw new IllegalArgumentException(
                    "capacity " + spec.capacity() + " at targetFpp " + spec.targetFpp() + " needs "
                            + bits + " bits (" + (bits >>> 33)
                            + " GiB), but one filter on the heap holds at most " + mostInWords
                            + "; lower the capacity, raise targetFpp, or spread the keys over several filters");
        }
    }
}
