package dev.bloomery.redis.internal.log;

/**
 * For how long a follower trusts what it has read, and for how long a writer waits for followers that are
 * silent. The margins between the two are for clocks that
 * run at rates that differ by less than a tenth.
 *
 * @param millis the lease, which all who use a log have in common
 * @param trustNanos a follower trusts a reading for so long from its sending on: nine tenths
 * @param waitNanos a writer waits for so long: eleven tenths
 */
public record Lease(long millis, long trustNanos, long waitNanos) {

    /** @param millis the lease */
    public Lease(long millis) {
        this(millis, millis * 900_000, millis * 1_100_000);
    }

    /** A follower reads at least this often. */
    public long readEveryNanos() {
        return millis * 250_000;
    }
}
