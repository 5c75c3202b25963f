package dev.bloomery.gate;

import org.jspecify.annotations.Nullable;

/** A write that goes past the gate. */
final class BypassingInsert extends Script {
    private final int key;
    private @Nullable Bypass<Integer> bypass;

    BypassingInsert(int key) {
        this.key = key;
    }

    @Override
    boolean perform(Simulation simulation, int at) {
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
