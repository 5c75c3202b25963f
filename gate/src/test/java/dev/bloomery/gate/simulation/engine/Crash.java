package dev.bloomery.gate.simulation.engine;

/** The process is gone, and another one opens a gate over the same store. */
public final class Crash extends ScriptedTask {
    @Override
    public boolean perform(Simulation simulation, int at) {
        simulation.crash();
        return false;
    }

    @Override
    public String toString() {
        return "crash";
    }
}
