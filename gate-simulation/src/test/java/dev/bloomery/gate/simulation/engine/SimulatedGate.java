package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateView;
import java.util.Set;

/** A gate over the keys 0, 1, 2 ... of a simulation: the real one, with or without owners. */
public interface SimulatedGate {
    /** The real one. */
    AnyGate<?> real();

    GateCore<?> core();

    boolean contains(int key);

    Set<Integer> containsWhich(int first, int second);

    boolean insert(int key);

    boolean delete(int key);

    boolean replace(int oldKey, int newKey);

    boolean addOrProlong(int key);

    /** All keys of owner n, who has the keys 2 n and 2 n + 1. */
    boolean removeOwner(int owner);

    /** What the gate is now, for who looks from outside. */
    default GateView<?> view() {
        return ((ScheduledViews<?>) core().views).now();
    }

    /** Whether a generation of this gate has the key, for who looks from outside. */
    boolean mightContain(Generation<?> generation, int key);
}
