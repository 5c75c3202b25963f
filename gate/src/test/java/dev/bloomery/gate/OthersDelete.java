package dev.bloomery.gate;

/** Others' deletes are announced to nobody. */
final class OthersDelete extends Script {
    private final int key;

    OthersDelete(int key) {
        this.key = key;
    }

    @Override
    boolean perform(Simulation simulation, int at) {
        simulation.store().take(key);
        return false;
    }

    @Override
    public String toString() {
        return "others delete " + key;
    }
}
