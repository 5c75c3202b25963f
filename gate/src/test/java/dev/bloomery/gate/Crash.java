package dev.bloomery.gate;

/** The process is gone, and another one opens a gate over the same store. */
final class Crash extends Script {
    @Override
    boolean perform(Simulation simulation, int at) {
        simulation.crash();
        return false;
    }

    @Override
    public String toString() {
        return "crash";
    }
}
