package dev.bloomery.redis.internal.log;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a server answers to a step.
 *
 * @param state whether it is about the log that was meant
 * @param identity the process that answered and its history: run id and replication id. Another one may have
 *     lost entries that were acknowledged: it is a replica that took over, or was
 *     started again from an old file
 * @param value what was asked for; null unless {@link State#DONE}
 * @param <T> what was asked for
 */
public record Answer<T>(
        State state, String identity, @Nullable T value) {

    /** Whether an answer is about the log that was meant. */
    public enum State {
        /** It is. */
        DONE,
        /** There is no log: head or entries are missing. It is not an empty one. */
        GONE,
        /** There is a log, but another one: made anew since, of another kind, or of another format. */
        OTHER
    }

    public static <T> Answer<T> done(String identity, T value) {
        return new Answer<>(State.DONE, identity, value);
    }

    /** The value. Only of what was done. */
    public T done() {
        T found = value;
        if (state != State.DONE || found == null) {
            throw new IllegalStateException("the answer is " + state);
        }
        return found;
    }

    public boolean isDone() {
        return state == State.DONE;
    }

    /** The same about something else. */
    public <R> Answer<R> map(Function<? super T, ? extends R> to) {
        T found = value;
        return new Answer<>(state, identity, found == null ? null : to.apply(found));
    }
}
