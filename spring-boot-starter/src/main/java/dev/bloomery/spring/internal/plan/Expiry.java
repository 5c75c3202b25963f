package dev.bloomery.spring.internal.plan;

import java.time.Duration;

/**
 * How long keys live in a store that forgets them.
 *
 * @param timeToLive the longest life of a key
 * @param longestWrite from the begin of a write to its effect
 * @param skew by how much clocks may be apart
 */
public record Expiry(Duration timeToLive, Duration longestWrite, Duration skew) {

    /** For how long a filter has to remember a key. */
    public Duration window() {
        return timeToLive.plus(longestWrite).plus(skew);
    }
}
