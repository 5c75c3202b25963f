package dev.bloomery.gate.internal.state;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Knows which thread waits for which flight, in all gates of the process, and refuses a wait that would never end: a loader that asks the gate for the key that it
 * is fetching waits for itself, and so do two that ask for each other's keys.
 *
 * <ol>
 *   <li>A thread notes what it waits for before it looks at what others wait for. So of the threads of a circle at least the one that noted last sees all of it.
 *   <li>The notes are read one after the other, and a flight may land meanwhile. A circle counts only if none of its flights has landed after the last note was
 *       read: then all of them were on their way at that moment.
 *   <li>What a loader does in other threads is not seen.
 * </ol>
 */
public final class FlightWaits {
    private static final ConcurrentHashMap<Thread, Flight<?>> WAITED_FOR = new ConcurrentHashMap<>();

    private FlightWaits() {}

    /**
     * Waits until the flight has landed or crashed.
     *
     * @param nanos for how long at most
     * @throws IllegalStateException if that would never happen, because it waits for this thread
     */
    public static void await(Flight<?> flight, long nanos) throws InterruptedException, TimeoutException {
        Thread self = Thread.currentThread();
        WAITED_FOR.put(self, flight);
        try {
            if (waitsFor(self, flight)) {
                throw forItself();
            }
            flight.await(nanos);
        } finally {
            WAITED_FOR.remove(self);
        }
    }

    /** Whom the thread waits for; null if for nobody. */
    public static @Nullable Thread waitedForBy(Thread thread) {
        Flight<?> flight = WAITED_FOR.get(thread);
        return flight == null ? null : flight.startedBy();
    }

    public static IllegalStateException forItself() {
        return new IllegalStateException(
                "this lookup would wait for itself: what fetches a key has asked the gate for the same key, directly or by way of"
                        + " other keys; let the loader ask its source, not the gate, or take the circle out of the keys");
    }

    private static boolean waitsFor(Thread self, Flight<?> flight) {
        List<Flight<?>> chain = new ArrayList<>();
        for (@Nullable Flight<?> next = flight; next != null; next = WAITED_FOR.get(next.startedBy())) {
            if (chain.contains(next)) {
                return false; // a circle of others, who find it themselves
            }
            chain.add(next);
            if (next.startedBy() == self) {
                return chain.stream().noneMatch(Flight::hasLanded);
            }
        }
        return false;
    }
}
