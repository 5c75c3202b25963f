package dev.bloomery.gate;

import java.util.function.LongSupplier;

/** What all operations of a gate share. */
final class Core<K> {
    final Views<K> views = new Views<>();
    final WritePhases phases = new WritePhases();
    final InDoubt<K> inDoubt = new InDoubt<>();
    final FalsePositives<K> falsePositives;
    final GateCounts counts = new GateCounts();
    final LateWrites lateWrites;
    final LongSupplier nanoTime;
    private final KeyStripes stripes;
    private final boolean knowsAllWriters;

    /**
     * @param stripes how many groups of keys are told apart, a power of two
     * @param rememberedFalsePositives how many at most, a power of two, or 0
     * @param knowsAllWriters whether every write of the store passes through here from its begin to its end
     * @param lateWrites for how long a scan must wait for writes that do not
     */
    Core(
            int stripes,
            int rememberedFalsePositives,
            boolean knowsAllWriters,
            LateWrites lateWrites,
            LongSupplier nanoTime) {
        this.stripes = new KeyStripes(stripes);
        this.falsePositives = new FalsePositives<>(rememberedFalsePositives);
        this.knowsAllWriters = knowsAllWriters;
        this.lateWrites = lateWrites;
        this.nanoTime = nanoTime;
    }

    void mark(K key) {
        stripes.enter(stripes.stripe(key));
    }

    void unmark(K key) {
        stripes.leave(stripes.stripe(key));
    }

    /**
     * How often the stripe of the key was written so far, if nothing can be happening to the key: nobody writes the stripe, no write of the key is
     * in doubt, nobody writes who is not seen here. Else {@link KeyStripes#BUSY}. Between two equal numbers the store did not change.
     *
     * <p>The stripe is read first: a write records its doubt before it leaves the stripe.
     */
    long changesIfQuiet(K key) {
        if (!knowsAllWriters) {
            return KeyStripes.BUSY;
        }
        long changes = ownChangesIfQuiet(key);
        return changes == KeyStripes.BUSY || inDoubt.contains(key) ? KeyStripes.BUSY : changes;
    }

    /** Like {@link #changesIfQuiet}, of the writes that pass through here alone: between two equal numbers nothing was taken out of a filter. */
    long ownChangesIfQuiet(K key) {
        return HeldKeys.canHold(key) ? stripes.quiet(stripes.stripe(key)) : KeyStripes.BUSY;
    }

    /** All writes of the key that are in doubt have ended: whoever calls this knows it. */
    void settle(K key) {
        mark(key); // what was thought of the key before is void
        inDoubt.settle(key);
        unmark(key);
    }
}
