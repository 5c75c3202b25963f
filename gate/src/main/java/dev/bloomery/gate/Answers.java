package dev.bloomery.gate;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Where lookups get their answers when the filter cannot give them: one question for a key at a time. */
abstract class Answers<K, V> {
    private final ConcurrentHashMap<K, Flight<V>> flights = new ConcurrentHashMap<>();

    /** Asks the store. */
    abstract Optional<V> ask(K key);

    /** Asks the store once for all; those that are there. */
    abstract Map<K, V> askAll(Collection<K> keys);

    /** The flight for the key that is on its way, or this one from now on. */
    Flight<V> joinOrStart(K key, Flight<V> own) {
        if (!HeldKeys.canHold(key)) {
            return own;
        }
        Flight<V> other = flights.putIfAbsent(key, own);
        return other == null ? own : other;
    }

    /** Nobody joins this flight any more. */
    void end(K key, Flight<V> flight) {
        if (HeldKeys.canHold(key)) {
            boolean unused = flights.remove(key, flight);
        }
    }
}
