package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.internal.jfr.GateEvents;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Answers of a store that counts the calls which failed, and tells the flight recorder of the slow ones. */
public abstract class CountedAnswers<K, V> extends AnswerSource<K, V> {
    private final GateEvents events;
    private final LongAdder failures = new LongAdder();

    /** @param longestWaitNanos how long a lookup waits for the question of another */
    public CountedAnswers(Flights<V> flights, long longestWaitNanos, GateEvents events) {
        super(flights, longestWaitNanos);
        this.events = events;
    }

    /** Asks the store for one key. */
    public abstract Optional<V> fetch(K key);

    /** Asks the store once for all; those that are there. */
    public abstract Map<K, V> fetchAll(Collection<K> keys);

    @Override
    public final Optional<V> ask(K key) {
        GateEvents.Question question = events.question();
        boolean answered = false;
        try {
            Optional<V> found = fetch(key);
            answered = true;
            return found;
        } finally {
            question.end(1, answered);
            if (!answered) {
                failures.increment();
            }
        }
    }

    @Override
    public final Map<K, V> askAll(Collection<K> keys) {
        GateEvents.Question question = events.question();
        boolean answered = false;
        try {
            Map<K, V> found = fetchAll(keys);
            answered = true;
            return found;
        } finally {
            question.end(keys.size(), answered);
            if (!answered) {
                failures.increment();
            }
        }
    }

    /** A call failed that was made elsewhere. */
    public final void countFailure() {
        failures.increment();
    }

    /** Calls that threw. */
    public final long failures() {
        return failures.sum();
    }
}
