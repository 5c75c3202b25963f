package dev.bloomery.redis.simulation;

import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.redis.internal.log.Lease;
import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.Moment;

/** What is done wrongly, on purpose. Nothing, unless it is overridden. */
class Variant {
    /** What a follower asks. */
    LogServer forFollower(LogServer server) {
        return server;
    }

    /** What a writer asks. */
    LogServer forWriter(LogServer server) {
        return server;
    }

    /** Of a whole process. */
    Clocks clocks(Clocks clocks) {
        return clocks;
    }

    /** When a question of a follower counts as sent, of which the answer comes then. */
    Moment sent(SimClocks clocks, long now, long arrival) {
        return clocks.at(now);
    }

    /** When an answer to an append counts as come, that was sent then. */
    Moment appended(SimClocks clocks, long sent, long now) {
        return clocks.at(now);
    }

    Lease leaseOfFollower(Lease lease) {
        return lease;
    }

    Lease leaseOfWriter(Lease lease) {
        return lease;
    }

    /** How long a server must be known before its roster counts. */
    long belief(Lease lease) {
        return lease.waitNanos();
    }

    /** What the gate is told. */
    KeyFeed.Receiver<Long> receiver(KeyFeed.Receiver<Long> gate) {
        return gate;
    }

    boolean scansHandRecentKeys() {
        return true;
    }

    boolean scansWait() {
        return true;
    }

    boolean writersObeyLongestWrite() {
        return true;
    }

    /** The roster has a key of its own, which is evicted now and then. */
    boolean losesRoster() {
        return false;
    }

    /**
     * The server goes back to an earlier state now and then, and does not show it, when all followers are at
     * the end.
     */
    boolean goesBackSilently() {
        return false;
    }
}
