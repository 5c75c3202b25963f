package dev.bloomery.gate;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The questions that are on their way, one for a key at most.
 *
 * <p>A place holds a list that never changes: whoever comes or goes replaces the whole of it, if it is still the one that he has read. So the usual case, a
 * place for oneself, costs two exchanges, where a map would also lock and count. Lock-free; for any number of threads.
 */
final class Flights<K, V> {
    /** Many more than there are threads that ask at the same moment; a power of two. */
    private static final int PLACES = 1_024;

    private record Listed<K, V>(
            K key, Flight<V> flight, @Nullable Listed<K, V> rest) {
        @Nullable
        Flight<V> find(K wanted) {
            for (Listed<K, V> at = this; at != null; at = at.rest) {
                if (at.key.equals(wanted)) {
                    return at.flight;
                }
            }
            return null;
        }

        @Nullable
        Listed<K, V> without(Flight<V> gone) {
            if (flight == gone) {
                return rest;
            }
            return rest == null ? this : new Listed<>(key, flight, rest.without(gone));
        }
    }

    private final AtomicReferenceArray<@Nullable Listed<K, V>> places = new AtomicReferenceArray<>(PLACES);

    private int place(K key) {
        int mixed = key.hashCode() * 0xC2B2AE35; // neither the factor of the stripes nor that of the false positives
        return (mixed ^ (mixed >>> 15)) & (PLACES - 1);
    }

    /** The flight for the key that is on its way, or this one from now on. */
    Flight<V> joinOrStart(K key, Flight<V> own) {
        int place = place(key);
        while (true) {
            Listed<K, V> listed = places.get(place);
            Flight<V> other = listed == null ? null : listed.find(key);
            if (other != null) {
                return other;
            }
            if (places.compareAndSet(place, listed, new Listed<>(key, own, listed))) {
                return own;
            }
        }
    }

    /** Nobody joins this flight any more. */
    void end(K key, Flight<V> flight) {
        int place = place(key);
        Listed<K, V> listed = places.get(place);
        while (listed != null && !places.compareAndSet(place, listed, listed.without(flight))) {
            listed = places.get(place);
        }
    }
}
