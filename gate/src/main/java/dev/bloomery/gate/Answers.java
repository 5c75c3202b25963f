package dev.bloomery.gate;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Where lookups get their answers when the filter cannot give them: one question for a key at a time. */
abstract class Answers<K, V> {
    private final Flights<V> flights = new Flights<>();

    /** Asks the store. */
    abstract Optional<V> ask(K key);

    /** Asks the store once for all; those that are there. */
    abstract Map<K, V> askAll(Collection<K> keys);

    /** The flight for the key that is on its way, or this one from now on. */
    Flight<V> joinOrStart(K key, Flight<V> own) {
        return HeldKeys.canHold(key) ? flights.joinOrStart(own) : own;
    }

    /** Nobody joins this flight any more, which was started; whether somebody has, and must be told. */
    boolean end(K key, Flight<V> flight) {
        return HeldKeys.canHold(key) && flights.end(flight);
    }
}
