package dev.bloomery.redis.simulation;

import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.redis.internal.log.Moment;

/**
 * The clocks of a machine: both run at a rate of its own, and the steady one stands still while the machine
 * sleeps.
 */
public final class SimClocks implements Clocks {
    private final Simulation world;
    private final double rate;
    private final long offset;
    private long slept;

    public SimClocks(Simulation world, double rate, long offset) {
        this.world = world;
        this.rate = rate;
        this.offset = offset;
    }

    @Override
    public Moment now() {
        return at(world.now());
    }

    public Moment at(long time) {
        long wall = offset + (long) (rate * time);
        return new Moment(wall - (long) (rate * slept), wall / 1_000_000);
    }

    /** The machine has slept for so long, until now. */
    public void sleptFor(long nanos) {
        slept += nanos;
    }

    /** So much time of the world is so much by these clocks, at least. */
    public long worldNanos(long nanos) {
        return (long) (nanos / rate) + 1;
    }
}
