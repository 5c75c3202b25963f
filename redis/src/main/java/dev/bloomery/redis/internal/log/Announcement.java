package dev.bloomery.redis.internal.log;

import java.util.Map;

/**
 * An entry that was appended, and whether every follower has it by now.
 *
 * <ol>
 *   <li>It is <i>settled</i> when a look that was sent after a lease and a tenth still finds it in the log,
 *       by the server of before. Whoever is current then has read the log after the entry
 *       came into it.
 *   <li>Or when a look finds that every node of the roster has passed it, or is {@linkplain Announcer
 *       silent}. A node that is not in the roster trusts nothing, as the sync that it trusts puts
 *       it there. That is not so for a while after a server has taken over, with the roster of before some of
 *       the syncs: therefore the writer must have known this server and this log for a
 *       lease and a tenth.
 *   <li>It is <i>lost</i> if the look finds it no more, or finds another server or another log: nobody may
 *       ever read it. It is to be appended again.
 * </ol>
 *
 * <p>For one thread.
 */
public final class Announcement {
    private static final long FIRST_PAUSE = 150_000;
    private static final long LONGEST_PAUSE = 5_000_000;

    private final Announcer announcer;
    private final String uuid;
    private final String identity;
    private final Position position;
    private final Moment appended;
    private long pause = FIRST_PAUSE;
    private State state = State.WAITING;

    /** How far it is. */
    public enum State {
        /** Not known yet. */
        WAITING,
        /** Every follower has it, or does not trust what it has. */
        SETTLED,
        /** It may not be in the log. */
        LOST
    }

    Announcement(Announcer announcer, String uuid, String identity, Position position, Moment appended) {
        this.announcer = announcer;
        this.uuid = uuid;
        this.identity = identity;
        this.position = position;
        this.appended = appended;
    }

    /** What to ask next; after {@link #pauseNanos}. */
    public Round<?> next() {
        Moment sent = announcer.now();
        boolean leaseIsOver = nanosToEndOfLease(sent) <= 0;
        boolean believesRoster = announcer.nanosToBelief(uuid, identity, sent) <= 0;
        return new Round<>(
                server -> server.passed(uuid, position), answer -> answered(answer, sent, leaseIsOver, believesRoster));
    }

    private void answered(Answer<Passed> answer, Moment sent, boolean leaseIsOver, boolean believesRoster) {
        announcer.saw(uuid, answer);
        if (!answer.isDone()
                || !answer.identity().equals(identity)
                || !answer.done().inChain()) {
            state = State.LOST;
            return;
        }
        Map<String, String> missing = answer.done().missing();
        boolean allHaveIt = announcer.areSilent(missing, sent);
        if (leaseIsOver || (believesRoster && allHaveIt)) {
            state = State.SETTLED;
        }
    }

    /** How long to wait before the next look. */
    public long pauseNanos() {
        Moment now = announcer.now();
        long toBelief = announcer.nanosToBelief(uuid, identity, now);
        if (toBelief > 0) {
            return Math.min(toBelief, Math.max(0, nanosToEndOfLease(now)));
        }
        long next = pause;
        pause = Math.min(2 * pause, LONGEST_PAUSE);
        return Math.max(0, Math.min(next, nanosToEndOfLease(now)));
    }

    private long nanosToEndOfLease(Moment now) {
        return announcer.lease().waitNanos() - appended.nanosUntil(now);
    }

    public State state() {
        return state;
    }

    /** Whether this entry is that one or one before it, in the same history of the same log. */
    public boolean isBefore(Announcement other) {
        return uuid.equals(other.uuid) && identity.equals(other.identity) && position.seq() <= other.position.seq();
    }

    /** Its place in the log. */
    public Position position() {
        return position;
    }
}
