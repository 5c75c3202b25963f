package dev.bloomery.gate;

/** Somebody inserts a key and does not tell the gate. */
final class ForeignInsert extends Script {
    private final int key;

    ForeignInsert(int key) {
        this.key = key;
    }

    @Override
    boolean perform(Simulation simulation, int at) {
        simulation.writeForeign(key);
        return false;
    }

    @Override
    public String toString() {
        return "foreign insert of " + key;
    }
}
