package dev.bloomery.redis.internal.scan;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * When keys expire. The server is given the moment, not the time to live: a command that it executes late then does not let the key live longer.
 *
 * @param longest the longest time to live
 * @param skew by how much the clocks of this machine and of the servers may be apart
 * @param clock milliseconds since 1970
 */
public record Expiry(Duration longest, Duration skew, LongSupplier clock) {

    public Expiry {
        requireMillis("timeToLive", longest);
        if (Objects.requireNonNull(skew, "skew").isNegative()) {
            throw new IllegalArgumentException("skew is " + skew + "; use a positive time, or zero");
        }
    }

    private static void requireMillis(String name, Duration time) {
        if (Objects.requireNonNull(time, name).compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException(name + " is " + time + "; use at least a millisecond");
        }
    }

    /** When a key expires that is written now. */
    public long deadline() {
        return deadline(longest);
    }

    /** When a key expires that is written now with a time to live of its own. */
    public long deadline(Duration timeToLive) {
        requireMillis("timeToLive", timeToLive);
        if (timeToLive.compareTo(longest) > 0) {
            throw new IllegalArgumentException("timeToLive is " + timeToLive + ", but the store was opened for at most "
                    + longest + ", and a windowed filter may forget the key after that; open the store with more");
        }
        return clock.getAsLong() + timeToLive.toMillis();
    }

    /** Whether a clock of a server that was read between two moments of ours is near enough. */
    boolean agrees(long server, long before, long after) {
        return server >= before - skew.toMillis() && server <= after + skew.toMillis();
    }

    /** Whether a key with so much time left, in milliseconds and by the clock of its server, is gone when the filter forgets it. */
    boolean covers(long left) {
        return left <= longest.plus(skew).toMillis();
    }
}
