package dev.bloomery.redis.internal.log;

import dev.bloomery.redis.internal.server.LineException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The writers of a process: what they know of the server and of the roster, from all answers that they got.
 *
 * <p>A node is <i>silent</i> if its report has not changed for a lease and a tenth: it has sent no sync
 * since, so its trust has ended, and its next sync will bring it all that was appended
 * before. Writers need not wait for it. They take it off the roster, if the report is still the same; with
 * its next sync it is there again.
 *
 * <p>For any number of threads.
 */
public final class Announcer {
    private static final int MOST_REPORTS = 10_000;

    private final Lease lease;
    private final Clocks clocks;
    private final boolean believesRoster;
    private final long beliefNanos;

    private @Nullable String knownUuid;
    private @Nullable String knownIdentity;
    private @Nullable Moment knownSince;
    private final Map<String, Report> reports = new HashMap<>();
    private final Map<String, String> silent = new HashMap<>();

    /** What a node has reported, and when that was seen first. */
    private record Report(String text, Moment seen) {}

    /**
     * @param believesRoster whether a writer goes on when all nodes have its entry; false: it waits for the
     *     whole lease
     */
    public Announcer(Lease lease, Clocks clocks, boolean believesRoster) {
        this(lease, clocks, believesRoster, lease.waitNanos());
    }

    /**
     * @param beliefNanos how long a server must have been known; anything but a lease and a tenth is wrong,
     *     as a simulation shows
     */
    public Announcer(Lease lease, Clocks clocks, boolean believesRoster, long beliefNanos) {
        this.lease = lease;
        this.clocks = clocks;
        this.believesRoster = believesRoster;
        this.beliefNanos = beliefNanos;
    }

    /**
     * Takes note of an answer, as soon as it has come. Every answer may be given; those to appends and to
     * looks of an announcement must be.
     *
     * @param uuid the log that was meant
     */
    public synchronized void saw(String uuid, Answer<?> answer) {
        String now = answer.isDone() ? uuid : null;
        if (now == null || !now.equals(knownUuid) || !answer.identity().equals(knownIdentity)) {
            knownUuid = now;
            knownIdentity = answer.identity();
            knownSince = clocks.now();
            reports.clear();
            silent.clear();
        }
    }

    /** An entry was appended just now: the answer has come, and nothing was waited for since. */
    public Announcement appended(String uuid, String identity, Position position) {
        saw(uuid, Answer.done(identity, position));
        return new Announcement(this, uuid, identity, position, clocks.now());
    }

    /** How long until what the roster says counts. */
    synchronized long nanosToBelief(String uuid, String identity, Moment now) {
        Moment since = knownSince;
        if (!believesRoster || since == null || !uuid.equals(knownUuid) || !identity.equals(knownIdentity)) {
            return Long.MAX_VALUE;
        }
        return beliefNanos - since.nanosUntil(now);
    }

    /**
     * Whether all of these nodes are silent.
     *
     * @param missing their reports, by the answer that has just come
     * @param sent when that was asked for
     */
    synchronized boolean areSilent(Map<String, String> missing, Moment sent) {
        if (reports.size() > MOST_REPORTS) {
            reports.clear();
        }
        boolean all = true;
        for (Map.Entry<String, String> node : missing.entrySet()) {
            Report before = reports.get(node.getKey());
            if (before == null || !before.text.equals(node.getValue())) {
                reports.put(node.getKey(), new Report(node.getValue(), clocks.now()));
                all = false;
            } else if (before.seen.nanosUntil(sent) < lease.waitNanos()) {
                all = false;
            } else {
                silent.put(node.getKey(), node.getValue());
            }
        }
        return all;
    }

    /** Nodes that are to be taken off the roster, with their reports; each is given once. */
    public synchronized Map<String, String> takeSilent() {
        Map<String, String> taken = new TreeMap<>(silent);
        silent.clear();
        return taken;
    }

    /**
     * Waits until an entry is settled or lost.
     *
     * @throws LineException if the server cannot be asked; it may be settled, or lost, then
     */
    public Announcement.State await(LogServer server, Announcement announcement) throws InterruptedException {
        while (announcement.state() == Announcement.State.WAITING) {
            TimeUnit.NANOSECONDS.sleep(announcement.pauseNanos());
            announcement.next().run(server);
        }
        return announcement.state();
    }

    /**
     * Takes silent nodes off the roster, so that nobody waits for them. What fails is done by a later writer.
     */
    public void retireSilent(LogServer server, String uuid) {
        for (Map.Entry<String, String> node : takeSilent().entrySet()) {
            try {
                server.retire(uuid, node.getKey(), node.getValue());
            } catch (LineException notNow) {
                return;
            }
        }
    }

    /** The log that answered last; null: there was none, or another one than was meant. */
    public synchronized @Nullable String knownLog() {
        return knownUuid;
    }

    Lease lease() {
        return lease;
    }

    Moment now() {
        return clocks.now();
    }
}
