package dev.bloomery.redis.internal.log;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Entries on their way: finds the log, or makes it, appends them, waits until they are settled, and begins
 * again if they are lost.
 *
 * <p>For one thread.
 */
public final class Announcing {
    private static final int MOST_LOSSES = 8;

    private final Announcer announcer;
    private final List<LogData> entries;
    private @Nullable Announcement announcement;
    private boolean createsNext;
    private int losses;
    private State state = State.ON_THE_WAY;

    /** How far they are. */
    public enum State {
        /** Not known yet. */
        ON_THE_WAY,
        /** Every follower has them, or does not trust what it has. */
        SETTLED,
        /** They were lost again and again. */
        LOST,
        /** There is a log of another kind, format or lease. */
        UNFIT
    }

    public Announcing(Announcer announcer, List<LogData> entries) {
        this.announcer = announcer;
        this.entries = List.copyOf(entries);
    }

    /** What to ask next; after {@link #pauseNanos}. */
    public Round<?> next() {
        Announcement waiting = announcement;
        if (waiting != null) {
            Round<?> look = waiting.next();
            return new Round<>(server -> Answer.done("", look.ask(server)), applied -> looked(waiting, applied.done()));
        }
        String uuid = announcer.knownLog();
        if (uuid != null) {
            String nonce = UUID.randomUUID().toString();
            return new Round<>(server -> server.append(uuid, nonce, entries), answer -> appended(uuid, answer));
        }
        if (createsNext) {
            String made = UUID.randomUUID().toString();
            return new Round<>(server -> server.create(made, UUID.randomUUID().toString()), this::found);
        }
        return new Round<>(LogServer::look, this::found);
    }

    private void found(Answer<LogHead> answer) {
        createsNext = answer.state() == Answer.State.GONE;
        if (answer.state() == Answer.State.OTHER) {
            state = State.UNFIT;
        } else if (answer.isDone()) {
            if (answer.done().leaseMillis() != announcer.lease().millis()) {
                state = State.UNFIT;
            } else {
                announcer.saw(answer.done().uuid(), answer);
            }
        }
    }

    private void appended(String uuid, Answer<Position> answer) {
        if (answer.isDone()) {
            announcement = announcer.appended(uuid, answer.identity(), answer.done());
        } else {
            announcer.saw(uuid, answer);
            lose();
        }
    }

    private void looked(Announcement waiting, Runnable apply) {
        apply.run();
        switch (waiting.state()) {
            case SETTLED -> state = State.SETTLED;
            case LOST -> lose();
            case WAITING -> {}
        }
    }

    private void lose() {
        announcement = null;
        if (++losses == MOST_LOSSES) {
            state = State.LOST;
        }
    }

    /** How long to wait before the next question. */
    public long pauseNanos() {
        Announcement waiting = announcement;
        return waiting == null ? 0 : waiting.pauseNanos();
    }

    public State state() {
        return state;
    }

    /**
     * Waits until they are settled, or cannot be.
     *
     * @throws dev.bloomery.redis.internal.server.LineException if the server cannot be asked
     */
    public State await(LogServer server) throws InterruptedException {
        while (state == State.ON_THE_WAY) {
            long pause = pauseNanos();
            if (pause > 0) {
                TimeUnit.NANOSECONDS.sleep(pause);
            }
            next().run(server);
        }
        String uuid = announcer.knownLog();
        if (uuid != null) {
            announcer.retireSilent(server, uuid);
        }
        return state;
    }
}
