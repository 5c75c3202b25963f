package dev.bloomery.redis;

import dev.bloomery.redis.internal.shared.SharedPlan.Level;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/**
 * What a {@link SharedAnswer#NO} of a {@link SharedFilter} promises, and what it costs. It is chosen when the filter is created, and holds for all processes.
 *
 * <table>
 *   <caption>Levels</caption>
 *   <tr><th>level</th><th>an add returns</th><th>NO costs</th><th>promise</th></tr>
 *   <tr><td>{@link #leased}</td><td>when every process has the key, or after 1.1 leases</td><td>no round trip</td>
 *       <td>a lookup that begins after an add of the key has returned, in whatever process, never says NO</td></tr>
 *   <tr><td>{@link #confirmed}</td><td>after one round trip</td><td>a round trip</td><td>the same, and no clock is needed</td></tr>
 *   <tr><td>{@link #stale}</td><td>after one round trip</td><td>no round trip</td>
 *       <td>a lookup that begins later than the given time after an add of the key has returned never says NO</td></tr>
 * </table>
 *
 * <p>All of them assume this, and nothing else:
 *
 * <ol>
 *   <li>A client is connected to the one current primary. One that is cut off from its replicas and still answers breaks the promise: see {@link SharedFilterBuilder#replicas}, and set
 *       {@code min-replicas-to-write} in Redis.
 *   <li>What Redis may lose is what was said at the creation: {@link SharedFilterBuilder#serverLosesNothing}, {@link SharedFilterBuilder#serverLosesAtMost}, or neither. Then the filter says
 *       {@code UNKNOWN} after every restart and every failover until somebody decides.
 *   <li>{@code leased} and {@code stale}: the clocks of the machines run at rates that differ by less than a tenth. They need not show the same time.
 *   <li>Nobody else writes to the keys of the filter in Redis.
 * </ol>
 */
public final class Consistency {
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration SYNC_OF_CONFIRMED = Duration.ofMillis(500);

    private final Level level;
    private final Duration time;

    private Consistency(Level level, Duration time) {
        this.level = level;
        this.time = time;
    }

    /**
     * An add waits for the readers. A lookup that begins after an add of its key has returned, in whatever process, never gets {@code NO}. A process that has not heard of Redis for nine
     * tenths of the lease answers {@code UNKNOWN} in place of {@code NO}.
     *
     * <p>An add returns when every process has reported that it has the key: some round trips, while all of them are alive. For one that is silent it waits 1.1 leases. A process
     * asks Redis four times a lease, so a long lease costs Redis less and lets adds wait longer when a process has died.
     *
     * @param lease from 10 milliseconds to 10 minutes, often 200 milliseconds, for many processes a second
     * @return the level
     */
    public static Consistency leased(Duration lease) {
        return new Consistency(Level.LEASED, checked(lease, "lease"));
    }

    /**
     * A {@code NO} is confirmed by Redis. A lookup that begins after an add of its key has returned, in whatever process, never gets {@code NO}. A {@code MAYBE} costs no round
     * trip, if the replica of this process knows it. Without Redis the answer is {@code UNKNOWN} in place of {@code NO}.
     *
     * @return the level
     */
    public static Consistency confirmed() {
        return new Consistency(Level.CONFIRMED, SYNC_OF_CONFIRMED);
    }

    /**
     * Nobody waits. A lookup gets {@code NO} only if its process has read all that was added until at most this time ago; else {@code UNKNOWN}.
     *
     * @param age how old a {@code NO} may be, from 10 milliseconds to 10 minutes
     * @return the level
     */
    public static Consistency stale(Duration age) {
        return new Consistency(Level.STALE, checked(age, "age"));
    }

    private static Duration checked(Duration time, String what) {
        if (Objects.requireNonNull(time, what).compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("the " + what + " is " + time
                    + "; use a time from 10 ms to 10 min, for example Duration.ofMillis(200)");
        }
        return time;
    }

    Level level() {
        return level;
    }

    Duration time() {
        return time;
    }

    @Override
    public String toString() {
        return level == Level.CONFIRMED ? "confirmed" : level.name().toLowerCase(Locale.ROOT) + " " + time;
    }
}
