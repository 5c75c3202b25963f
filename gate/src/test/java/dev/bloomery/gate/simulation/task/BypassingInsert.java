package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.Bypass;
import dev.bloomery.gate.simulation.engine.ScriptedTask;
import dev.bloomery.gate.simulation.engine.Simulation;
import org.jspecify.annotations.Nullable;

/** A write that goes past the gate. */
public final class BypassingInsert extends ScriptedTask {
    private final int key;
    private @Nullable Bypass<Integer> bypass;

    public BypassingInsert(int key) {
        this.key = key;
    }

    @Override
    public boolean perform(Simulation simulation, int at) {
        switch (at) {
            case 0 -> bypass = simulation.protocol().bypass(simulation.core());
            case 1 -> simulation.store().put(key);
            default -> {
                if (bypass != null) {
                    bypass.close();
                }
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return "insert of " + key + " past the gate";
    }
}
