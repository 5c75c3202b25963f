package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.protocol.Rebuild;
import dev.bloomery.gate.internal.protocol.StepResult;
import java.util.List;

/** A rebuild that scans key by key, so that anything may happen between two of them, and whose scan is cut short now and then. */
public class SimulatedRebuild extends Rebuild<Integer> {
    private final Simulation simulation;
    private int nextKey;
    private long counted;

    public SimulatedRebuild(Simulation simulation, List<Stage> order) {
        super(
                simulation.core(),
                order,
                simulation.newGeneration(),
                sink -> {
                    throw new AssertionError("scanned key by key");
                },
                keys -> {},
                Long.MAX_VALUE);
        this.simulation = simulation;
    }

    @Override
    public StepResult scan() {
        SimulatedStore store = simulation.store();
        if (nextKey == store.keys()) {
            requireComplete(counted);
            return StepResult.MORE;
        }
        if (simulation.scenario().store().failsOneIn() > 0
                && simulation.choices().oneIn(16)) {
            nextKey = store.keys();
            counted++; // cut short: the store had one more to hand over
            return StepResult.AGAIN;
        }
        int key = nextKey++;
        if (store.isPresent(key)) {
            counted++;
            addScanned(key);
        }
        return StepResult.AGAIN;
    }
}
