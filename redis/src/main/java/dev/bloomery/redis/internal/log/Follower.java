package dev.bloomery.redis.internal.log;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log, entry after entry, and knows whether it has read all that counts.
 *
 * <ol>
 *   <li>A sync is one step of the server: whether my position is in the log, what comes after it, and where
 *       the log ends. So a complete answer proves that at the moment <i>before it was sent</i>
 *       nothing was in the log that this follower has not applied when it has applied the answer.
 *   <li>A writer waits after its entry for more than a lease, or until every node of the roster has reported
 *       that it has applied the entry. So {@link #isCurrent} is true for nine tenths of a
 *       lease after that moment, by both clocks.
 *   <li>The position in a request is what was applied before the request was made, never what is about to be.
 *   <li>A gap is anything that is not the continuation of the same log on the same server. Trust ends before
 *       the reader hears of it; then the follower begins anew at the end of whatever log
 *       there is.
 * </ol>
 *
 * <p>One thread takes the rounds and runs them, one after the other; {@link #isCurrent} and {@link #place}
 * are for any number of threads.
 */
public final class Follower {
    private final String node;
    private final Lease lease;
    private final Clocks clocks;
    private final LogReader reader;
    private final int most;

    private long beat;
    private boolean createsNext;
    private boolean readsOnAtOnce;
    private volatile @Nullable Place place;
    private volatile @Nullable Moment trusted;

    /**
     * Where a follower is.
     *
     * @param uuid the log
     * @param identity the server
     * @param position the last entry that was applied
     */
    public record Place(String uuid, String identity, Position position) {}

    /**
     * @param node an id that no other follower has or had
     * @param most how many entries it takes at once
     */
    public Follower(String node, Lease lease, Clocks clocks, LogReader reader, int most) {
        this.node = node;
        this.lease = lease;
        this.clocks = clocks;
        this.reader = reader;
        this.most = most;
    }

    /** What to ask next. */
    public Round<?> next() {
        Place at = place;
        readsOnAtOnce = false;
        if (at == null && createsNext) {
            String uuid = UUID.randomUUID().toString();
            return new Round<>(server -> server.create(uuid, UUID.randomUUID().toString()), this::begin);
        }
        if (at == null) {
            return new Round<>(LogServer::look, this::begin);
        }
        Moment sent = clocks.now();
        SyncRequest request = new SyncRequest(at.uuid, node, ++beat, at.position, most);
        return new Round<>(server -> server.sync(request), answer -> follow(at, sent, answer));
    }

    private void begin(Answer<LogHead> answer) {
        createsNext = false;
        switch (answer.state()) {
            case GONE -> createsNext = reader.createsMissing();
            case OTHER -> reader.unfit();
            case DONE -> {
                LogHead head = answer.done();
                if (head.leaseMillis() != lease.millis()) {
                    reader.unfit();
                    break;
                }
                reader.begin(head, answer.identity());
                place = new Place(head.uuid(), answer.identity(), head.position());
            }
        }
        readsOnAtOnce = place != null || createsNext;
    }

    private void follow(Place at, Moment sent, Answer<Synced> answer) {
        switch (answer.state()) {
            case GONE -> gap(Gap.GONE);
            case OTHER -> gap(Gap.OTHER);
            case DONE -> {
                if (!answer.identity().equals(at.identity) && !reader.adopts(at.identity, answer.identity())) {
                    gap(Gap.SERVER);
                } else if (!answer.done().continues()) {
                    gap(Gap.CHAIN);
                } else {
                    apply(at, sent, answer.identity(), answer.done());
                }
            }
        }
    }

    private void apply(Place at, Moment sent, String identity, Synced answer) {
        Position last = at.position;
        boolean mayTrust;
        try {
            for (LogEntry entry : answer.entries()) {
                if (!entry.follows(last)) {
                    gap(Gap.CHAIN);
                    return;
                }
                reader.entry(entry);
                last = entry.position();
            }
            mayTrust = reader.synced(answer);
        } catch (RuntimeException | Error problem) {
            gap(Gap.FAILED);
            throw problem;
        }
        place = new Place(at.uuid, identity, last);
        boolean isComplete = last.equals(answer.head().position());
        if (isComplete && mayTrust) {
            trusted = sent; // after all of it was applied
        } else if (!mayTrust) {
            trusted = null;
        }
        readsOnAtOnce = !isComplete || !answer.entries().isEmpty(); // so that writers hear of it
    }

    /**
     * Trusts nothing, and begins again, as after a gap that the reader has found itself. By the thread of the
     * rounds.
     */
    public void gap(Gap reason) {
        trusted = null;
        place = null;
        readsOnAtOnce = true;
        reader.gap(reason);
    }

    /** Whether there is more to read or to report, so that the next round is now. */
    public boolean readsOnAtOnce() {
        return readsOnAtOnce;
    }

    /**
     * Whether all is applied whose writer had gone on when this call began. To be asked before what was
     * applied is read.
     *
     * @return true: certainly
     */
    public boolean isCurrent() {
        Moment moment = trusted;
        return moment != null && moment.isYoungerThan(lease.trustNanos(), clocks.now());
    }

    /** The moment of the last complete reading that may be trusted; null: there is none. */
    public @Nullable Moment trusted() {
        return trusted;
    }

    /** Where it is; null before it has begun, and after a gap. */
    public @Nullable Place place() {
        return place;
    }

    /** Its id. */
    public String node() {
        return node;
    }

    /** Ends the trust for good, before the node leaves the roster. By the thread of the rounds. */
    public void end() {
        trusted = null;
        place = null;
    }
}
