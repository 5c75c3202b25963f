package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Position;
import org.jspecify.annotations.Nullable;

/**
 * What became of a step.
 *
 * @param result whether it was done
 * @param position the last entry of the log after it; null unless done
 * @param keys how many keys the newest generation has had, as far as is counted
 * @param flags for each key that was asked for, in the order of the chunks: added and new, or all bits set
 * @param chunk its bytes, with the header; empty otherwise
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them, and nobody changes the arrays
public record Step(Result result, @Nullable Position position, long keys, boolean[] flags, byte[] chunk) {
    private static final boolean[] NO_FLAGS = {};
    private static final byte[] NO_BYTES = {};

    /** Whether a step was done. */
    public enum Result {
        /** It was. */
        DONE,
        /** The head is not as the caller believes; nothing was changed. */
        STALE,
        /** A chunk is missing, or is shorter than it was made; nothing was changed. */
        LOST
    }

    public static Step of(Result result) {
        return new Step(result, null, 0, NO_FLAGS, NO_BYTES);
    }

    public static Step done(Position position) {
        return new Step(Result.DONE, position, 0, NO_FLAGS, NO_BYTES);
    }

    public static Step done(Position position, long keys, boolean[] flags) {
        return new Step(Result.DONE, position, keys, flags, NO_BYTES);
    }

    public static Step chunk(byte[] bytes) {
        return new Step(Result.DONE, null, 0, NO_FLAGS, bytes);
    }

    public boolean isDone() {
        return result == Result.DONE;
    }
}
