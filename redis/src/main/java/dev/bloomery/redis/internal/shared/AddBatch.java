package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Moment;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Keys that one caller adds or claims at once, and what becomes of them. */
public final class AddBatch {
    final long[] hashes;
    final boolean claims;
    final Moment begun;
    final CompletableFuture<boolean[]> done = new CompletableFuture<>();

    /** Whether a request with them was sent whose answer is missing. */
    boolean mayBeDone;

    /** Which of them were new, by the first answer. */
    boolean @Nullable [] fresh;

    /**
     * Keys that were not sent.
     *
     * @param claims whether the caller goes by which keys are new
     * @param begun when the call began
     */
    public AddBatch(long[] hashes, boolean claims, Moment begun) {
        this.hashes = hashes;
        this.claims = claims;
        this.begun = begun;
    }

    /** Which of the keys were new, when all readers have them; or an {@link AddFailure}. */
    public CompletableFuture<boolean[]> done() {
        return done;
    }
}
