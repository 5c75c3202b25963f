package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.state.KeysInDoubt;

/** The doubts of a gate, each access a point. */
public class ScheduledDoubts<K> extends KeysInDoubt<K> {
    private final Simulation simulation;

    public ScheduledDoubts(Simulation simulation) {
        super(simulation::now);
        this.simulation = simulation;
    }

    protected final Simulation simulation() {
        return simulation;
    }

    /** Like {@link #last}, for who looks from outside. */
    public final long lastNow() {
        return super.last();
    }

    /** Like {@link #contains}, for who looks from outside. */
    public final boolean containsNow(K key) {
        return super.contains(key);
    }

    @Override
    public void add(K key) {
        simulation.point(Part.DOUBTS);
        super.add(key);
    }

    @Override
    public long last() {
        simulation.point(Part.DOUBTS);
        return super.last();
    }

    @Override
    public long words() {
        simulation.point(Part.DOUBTS);
        return super.words();
    }

    @Override
    public void settle(K key, long upTo) {
        simulation.point(Part.DOUBTS);
        super.settle(key, upTo);
    }

    @Override
    public boolean contains(K key) {
        simulation.point(Part.DOUBTS);
        return super.contains(key);
    }

    @Override
    public Iterable<K> all() {
        simulation.point(Part.DOUBTS);
        return super.all();
    }
}
