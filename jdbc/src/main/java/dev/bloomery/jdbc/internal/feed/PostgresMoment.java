package dev.bloomery.jdbc.internal.feed;

/**
 * A moment, by two clocks of this machine: the steady one stands still while the machine sleeps, the other may be set.
 *
 * @param nanos of the steady clock
 * @param millis of the wall clock
 */
public record PostgresMoment(long nanos, long millis) {
    public static PostgresMoment now() {
        return new PostgresMoment(System.nanoTime(), System.currentTimeMillis());
    }

    /** Whether less time than this has passed since, by both clocks. */
    public boolean isYoungerThan(long milliseconds) {
        return System.nanoTime() - nanos < milliseconds * 1_000_000
                && Math.abs(System.currentTimeMillis() - millis) < milliseconds;
    }
}
