package dev.bloomery.redis.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * The time of a simulated world, and what is going to happen. One thread does one thing after the other, so a
 * seed is a history.
 */
public final class Simulation {
    private record Event(long time, long number, Runnable what) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingLong(Event::number));
    private final Random random;
    private long now;
    private long number;

    public Simulation(long seed) {
        random = new Random(seed);
    }

    public long now() {
        return now;
    }

    public Random random() {
        return random;
    }

    public boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** Up to this, evenly. */
    public long upTo(long nanos) {
        return (long) (random.nextDouble() * nanos);
    }

    public void after(long nanos, Runnable what) {
        events.add(new Event(now + nanos, number++, what));
    }

    /** Until a time, with a look after each event. */
    public void run(long until, Runnable look) {
        for (Event next = events.poll(); next != null && next.time <= until; next = events.poll()) {
            now = next.time;
            next.what.run();
            look.run();
        }
    }
}
