package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.ExpiringGate;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.GateCore;
import java.util.List;
import java.util.Set;

/** A gate without owners. */
final class GateOfKeys implements SimulatedGate {
    private final ExpiringGate<Integer> gate;
    private final GateCore<Integer> core;

    GateOfKeys(ExpiringGate<Integer> gate, GateCore<Integer> core) {
        this.gate = gate;
        this.core = core;
    }

    @Override
    public ExpiringGate<Integer> real() {
        return gate;
    }

    @Override
    public GateCore<Integer> core() {
        return core;
    }

    @Override
    public boolean contains(int key) {
        return gate.contains(key);
    }

    @Override
    public Set<Integer> containsWhich(int first, int second) {
        return gate.containsWhich(List.of(first, second));
    }

    @Override
    public boolean insert(int key) {
        return gate.addIfAbsent(key);
    }

    @Override
    public boolean delete(int key) {
        return gate.remove(key);
    }

    @Override
    public boolean replace(int oldKey, int newKey) {
        return gate.replace(oldKey, newKey);
    }

    @Override
    public boolean addOrProlong(int key) {
        return gate.addOrProlong(key);
    }

    @Override
    public boolean removeOwner(int owner) {
        throw new AssertionError("keys have no owners here");
    }

    @Override
    public boolean mightContain(Generation<?> generation, int key) {
        return ((ModelGeneration) generation).model().mightContainHash(key);
    }
}
