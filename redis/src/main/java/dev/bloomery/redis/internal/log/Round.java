package dev.bloomery.redis.internal.log;

import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A question to the server, and what is done with its answer. Clocks were read when it was made. In two
 * halves, so that a simulation can let time pass and others act before,
 * between and after them.
 *
 * @param <T> what is asked for
 */
public final class Round<T> {
    private final Function<LogServer, Answer<T>> question;
    private final Consumer<Answer<T>> then;

    public Round(Function<LogServer, Answer<T>> question, Consumer<Answer<T>> then) {
        this.question = question;
        this.then = then;
    }

    /** Asks, and gives back what is to be done with the answer. */
    public Runnable ask(LogServer server) {
        Answer<T> answer = question.apply(server);
        return () -> then.accept(answer);
    }

    /** Asks, and does it. */
    public void run(LogServer server) {
        ask(server).run();
    }
}
