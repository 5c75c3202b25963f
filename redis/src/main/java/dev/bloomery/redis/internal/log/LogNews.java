package dev.bloomery.redis.internal.log;

/**
 * Wakes a follower when there may be something new. Nothing is believed of it: it saves only the time until
 * the next reading.
 */
public interface LogNews extends AutoCloseable {

    /**
     * Waits until there is an entry after this one, or this time has passed, or nobody knows.
     *
     * @param nanos for about so long; it may be less
     */
    void await(Position position, long nanos) throws InterruptedException;

    @Override
    void close();
}
