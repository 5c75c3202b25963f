package dev.bloomery.gate.simulation.engine;

/** The process is gone, and another one opens a gate over the same store. */
public final class Crash extends Task {
    public Crash() {
        super(Role.OTHERS);
    }

    @Override
    public void run(Simulation simulation) {
        simulation.point(Part.STORE);
        simulation.crash();
    }

    @Override
    public String toString() {
        return "crash";
    }
}
