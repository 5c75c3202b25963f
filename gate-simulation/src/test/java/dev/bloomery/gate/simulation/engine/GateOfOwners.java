package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.OwnerGate;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.store.OwnedKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A gate of owners: owner n has the keys 2 n and 2 n + 1. */
final class GateOfOwners implements SimulatedGate {
    private final OwnerGate<Integer, Integer> gate;
    private final GateCore<OwnedKey<Integer, Integer>> core;

    GateOfOwners(OwnerGate<Integer, Integer> gate, GateCore<OwnedKey<Integer, Integer>> core) {
        this.gate = gate;
        this.core = core;
    }

    @Override
    public OwnerGate<Integer, Integer> real() {
        return gate;
    }

    @Override
    public GateCore<OwnedKey<Integer, Integer>> core() {
        return core;
    }

    @Override
    public boolean contains(int key) {
        return gate.contains(key >> 1, key);
    }

    /** A batch is of one owner. */
    @Override
    public Set<Integer> containsWhich(int first, int second) {
        if (first >> 1 == second >> 1) {
            return gate.containsWhich(first >> 1, List.of(first, second));
        }
        Set<Integer> found = new HashSet<>(gate.containsWhich(first >> 1, List.of(first)));
        found.addAll(gate.containsWhich(second >> 1, List.of(second)));
        return found;
    }

    @Override
    public boolean insert(int key) {
        return gate.addIfAbsent(key >> 1, key);
    }

    @Override
    public boolean delete(int key) {
        return gate.remove(key >> 1, key);
    }

    /** Owners' keys are not replaced. */
    @Override
    public boolean replace(int oldKey, int newKey) {
        return delete(oldKey);
    }

    @Override
    public boolean addOrProlong(int key) {
        throw new AssertionError("owners' keys do not expire");
    }

    @Override
    public boolean removeOwner(int owner) {
        return gate.removeOwner(owner);
    }

    @Override
    public boolean mightContain(Generation<?> generation, int key) {
        return ((ModelFamily) generation).model().mightContainHash(key);
    }
}
