package dev.bloomery.redis.internal.log;

/** The two clocks of a machine. For any number of threads. */
@FunctionalInterface
public interface Clocks {
    /** Those of this machine. */
    Clocks SYSTEM = () -> new Moment(System.nanoTime(), System.currentTimeMillis());

    /** What they show. */
    Moment now();
}
