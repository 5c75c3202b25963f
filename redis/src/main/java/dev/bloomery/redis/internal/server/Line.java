package dev.bloomery.redis.internal.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one server, or a share in one. Commands are sent once and never again: a client that repeats a
 * write after its connection broke would report what its own first try did as the work of others.
 *
 * <p>For one thread at a time.
 */
public interface Line extends AutoCloseable {

    /**
     * Sends commands, in one go, and waits for all of their answers.
     *
     * @return an answer for each command: null, a {@code Long}, a {@code byte[]}, a list of such, or a {@link Refusal}
     * @throws LineException if an answer is missing; then the line is of no use any more
     */
    List<@Nullable Object> ask(List<Call> calls);

    /**
     * Sends one command.
     *
     * @return its answer
     * @throws RefusedException if the server refused it
     * @throws LineException if there is no answer
     */
    default @Nullable Object ask(Call call) {
        Object answer = ask(List.of(call)).get(0);
        if (answer instanceof Refusal refusal) {
            throw new RefusedException(refusal);
        }
        return answer;
    }

    /** Gives the connection back, or closes it if it is not to be used again. Does not throw. */
    @Override
    void close();
}
