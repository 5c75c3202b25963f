package dev.bloomery.gate.simulation.engine;

import dev.bloomery.AddResult;
import dev.bloomery.gate.internal.generation.ForgetsOwners;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.report.GateInfo;
import dev.bloomery.gate.report.GateQuickInfo;
import dev.bloomery.gate.store.OwnedKey;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A generation of the simulation whose keys have owners. */
final class ModelFamily extends Generation<OwnedKey<Integer, Integer>> implements ForgetsOwners<Integer> {
    private final Simulation simulation;
    private final ModelFilter model;
    private boolean locked;

    ModelFamily(Simulation simulation, ModelFilter model) {
        this.simulation = simulation;
        this.model = model;
    }

    ModelFilter model() {
        return model;
    }

    @Override
    public double promisedFpp() {
        return 0.01;
    }

    @Override
    public boolean isFilledTo(double share) {
        return false;
    }

    @Override
    public GateInfo info(Duration age) {
        throw new AssertionError("the protocol asks for no info");
    }

    @Override
    public GateQuickInfo quickInfo(Duration age) {
        throw new AssertionError("the protocol asks for no info");
    }

    @Override
    public double expectedFpp() {
        throw new AssertionError("the protocol does not ask for it");
    }

    @Override
    public boolean test(OwnedKey<Integer, Integer> key) {
        simulation.point(Part.FILTER);
        return model.mightContain(key.key());
    }

    @Override
    public boolean[] testEach(List<OwnedKey<Integer, Integer>> keys) {
        simulation.point(Part.FILTER);
        boolean[] answers = new boolean[keys.size()];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = model.mightContain(keys.get(i).key());
        }
        return answers;
    }

    @Override
    public AddResult put(OwnedKey<Integer, Integer> key) {
        simulation.waitUntil(() -> !locked);
        return model.tryAdd(key.key());
    }

    @Override
    public void take(OwnedKey<Integer, Integer> key) {}

    /** While the condition is looked at nobody adds. */
    @Override
    public void dropIf(Integer owner, BooleanSupplier condition) {
        simulation.waitUntil(() -> !locked);
        locked = true;
        try {
            if (condition.getAsBoolean()) {
                model.dropOwner(owner);
            }
        } finally {
            locked = false;
        }
    }
}
