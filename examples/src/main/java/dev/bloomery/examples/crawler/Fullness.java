package dev.bloomery.examples.crawler;

import dev.bloomery.info.FilterInfo;
import java.util.Locale;

/**
 * How full a filter is.
 *
 * @param approximateCount keys, by the bits that are set
 * @param capacity keys up to which it keeps its FPP
 * @param currentFpp the FPP as the bits are
 * @param targetFpp the FPP that was promised
 * @param memoryBytes its memory
 */
record Fullness(long approximateCount, long capacity, double currentFpp, double targetFpp, long memoryBytes) {
    /** Of no filter, while there is none. */
    static final Fullness NONE = new Fullness(0, 0, 0, 0, 0);

    private static final double WARN_AT = 0.9;

    static Fullness of(FilterInfo info) {
        return new Fullness(
                info.approximateDistinct(), info.capacity(), info.currentFpp(), info.targetFpp(), info.memoryBytes());
    }

    double share() {
        return capacity == 0 ? 0 : (double) approximateCount / capacity;
    }

    boolean isNearlyFull() {
        return share() >= WARN_AT;
    }

    /** For a dashboard; {@code warning} is there only if there is something to do. */
    String toJson() {
        String warning = String.format(
                Locale.ROOT,
                ",%n  \"warning\": \"%.0f %% full; beyond the capacity the FPP rises: open it with a larger one\"",
                100 * share());
        return String.format(
                Locale.ROOT,
                """
                {
                  "approximateCount": %d,
                  "capacity": %d,
                  "fullness": %.4f,
                  "currentFpp": %.6f,
                  "targetFpp": %.6f,
                  "memoryBytes": %d%s
                }
                """,
                approximateCount,
                capacity,
                share(),
                currentFpp,
                targetFpp,
                memoryBytes,
                isNearlyFull() ? warning : "");
    }
}
