package dev.bloomery.redis.internal.log;

/**
 * A moment, by two clocks of this machine: the steady one stands still while the machine sleeps, the other
 * may be set.
 *
 * @param nanos of the steady clock
 * @param millis of the wall clock
 */
public record Moment(long nanos, long millis) {

    /** Whether less time than this has passed from here to then, by both clocks. */
    public boolean isYoungerThan(long nanoseconds, Moment now) {
        return now.nanos - nanos < nanoseconds && Math.abs(now.millis - millis) < nanoseconds / 1_000_000;
    }

    /**
     * How much time has passed from here to then, by the steady clock: what a writer goes by, that must wait
     * long enough.
     */
    public long nanosUntil(Moment now) {
        return now.nanos - nanos;
    }
}
