package dev.bloomery.internal.bits;

/**
 * Words that are read before they are needed, in a loop so short that the processor fetches many lines at the same time.
 */
public final class ReadAhead {
    private static final long UNLIKELY = 0x9E3779B97F4A7C15L;

    /** Reading ahead gains nothing in a table of which the caches of a core hold most; from here on they do not. */
    private static final long CACHED_BYTES = 1 << 22;

    private ReadAhead() {}

    /** Whether so many are more than the caches of a core hold. */
    public static boolean pays(long bytes) {
        return bytes > CACHED_BYTES;
    }

    /** Something must depend on what was read, or else the compiler leaves it out. */
    public static void use(long read) {
        if (read == UNLIKELY) {
            Thread.onSpinWait();
        }
    }
}
