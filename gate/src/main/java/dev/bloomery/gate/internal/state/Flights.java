package dev.bloomery.gate.internal.state;

import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The questions that are on their way, one for a key at most.
 *
 * <p>A place holds a list that never changes: whoever comes, joins or goes replaces the whole of it, if it is still the one that he has read. So the usual case, a
 * place for oneself that nobody joins, costs two exchanges of one word, and says at its end that there is nobody to be told. Lock-free; for any number of threads.
 */
public class Flights<V> {
    /** Many more than there are threads that ask at the same moment; a power of two. */
    private static final int PLACES = 1_024;

    /** A flight in the list of its place. The flight itself is the first entry of its kind, to spare an object; copies of that stand for it later. */
    static class Listed<V> {
        private final Object key;
        private final @Nullable Flight<V> original;
        private final boolean joined;
        private @Nullable Listed<V> rest; // not changed once it is listed

        /** The flight itself. */
        Listed(Object key) {
            this.key = key;
            this.original = null;
            this.joined = false;
        }

        private Listed(Listed<V> like, boolean joined, @Nullable Listed<V> rest) {
            this.key = like.key;
            this.original = like.flight();
            this.joined = joined;
            this.rest = rest;
        }

        private Flight<V> flight() {
            return original == null ? (Flight<V>) this : original;
        }

        private @Nullable Listed<V> find(Object wanted) {
            for (Listed<V> at = this; at != null; at = at.rest) {
                if (at.key.equals(wanted)) {
                    return at;
                }
            }
            return null;
        }

        private @Nullable Listed<V> find(Flight<V> wanted) {
            for (Listed<V> at = this; at != null; at = at.rest) {
                if (at.flight() == wanted) {
                    return at;
                }
            }
            return null;
        }

        private @Nullable Listed<V> without(Listed<V> gone) {
            if (this == gone) {
                return rest;
            }
            return rest == null ? this : new Listed<>(this, joined, rest.without(gone));
        }

        private Listed<V> withJoined(Listed<V> entry) {
            if (this == entry) {
                return new Listed<>(this, true, rest);
            }
            return rest == null ? this : new Listed<>(this, joined, rest.withJoined(entry));
        }
    }

    private final AtomicReferenceArray<@Nullable Listed<V>> places = new AtomicReferenceArray<>(PLACES);

    /**
     * A question that is going to be asked.
     *
     * @param changes what {@link GateCore#changesIfQuiet} said before
     */
    public Flight<V> flight(Object key, long changes) {
        return new Flight<>(key, changes);
    }

    /**
     * Waits until a flight that was joined has landed or crashed.
     *
     * @param nanos for how long at most
     * @throws IllegalStateException if that would never happen, because it waits for this thread
     */
    public void await(Flight<V> joined, long nanos) throws InterruptedException, TimeoutException {
        FlightWaits.await(joined, nanos);
    }

    private static int place(Object key) {
        int mixed = key.hashCode() * 0xC2B2AE35; // neither the factor of the stripes nor that of the false positives
        return (mixed ^ (mixed >>> 15)) & (PLACES - 1);
    }

    /** The flight for the same key that is on its way, and is waited for from now on; or this one, which is on its way from now on. */
    public Flight<V> joinOrStart(Flight<V> own) {
        Listed<V> entry = own;
        int place = place(entry.key);
        while (true) {
            Listed<V> listed = places.get(place);
            Listed<V> other = listed == null ? null : listed.find(entry.key);
            if (other == null) {
                entry.rest = listed;
                if (places.compareAndSet(place, listed, own)) {
                    return own;
                }
            } else if (other.joined || isJoined(place, listed, other)) {
                return other.flight();
            }
        }
    }

    /** Whether a flight for the key is on its way that this thread has started. */
    final boolean isStartedBy(Thread thread, Object key) {
        Listed<V> listed = places.get(place(key));
        Listed<V> found = listed == null ? null : listed.find(key);
        return found != null && found.flight().startedBy() == thread;
    }

    private boolean isJoined(int place, @Nullable Listed<V> listed, Listed<V> other) {
        other.flight().expect();
        return listed != null && places.compareAndSet(place, listed, listed.withJoined(other));
    }

    /**
     * Nobody joins this flight any more, which was started here.
     *
     * @return whether somebody has: then it must land, or crash
     */
    public boolean end(Flight<V> own) {
        Listed<V> entry = own;
        int place = place(entry.key);
        if (places.compareAndSet(place, own, entry.rest)) {
            return false; // as it was listed
        }
        while (true) {
            Listed<V> listed = places.get(place);
            Listed<V> mine = listed == null ? null : listed.find(own);
            if (listed == null || mine == null) {
                throw new IllegalStateException("the flight was not on its way");
            }
            if (places.compareAndSet(place, listed, listed.without(mine))) {
                return mine.joined;
            }
        }
    }
}
