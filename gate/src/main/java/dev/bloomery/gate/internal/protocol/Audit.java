package dev.bloomery.gate.internal.protocol;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.KeyStripes;
import dev.bloomery.gate.report.AuditReport;
import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.gate.store.StoreException;
import java.util.function.Predicate;

/** Scans the store for keys that the filter does not know. */
public final class Audit<K> {
    /** A key that is being written is looked at again so often. */
    private static final int TRIES = 16;

    private final GateCore<K> core;
    private final Predicate<K> isStored;
    private long keys;
    private long missing;
    private long undecided;

    public Audit(GateCore<K> core, Predicate<K> isStored) {
        this.core = core;
        this.isStored = isStored;
    }

    public AuditReport run(KeyScan<K> scan) {
        long counted = scan.scan(this::look);
        if (counted != keys) {
            throw new StoreException(
                    "the store says that it scanned " + counted + " keys, but handed over " + keys, null);
        }
        return new AuditReport(keys, missing, undecided);
    }

    /**
     * A key is missing if the filter does not know it after the store was seen to have it, and nothing was taken out of the filter meanwhile: what
     * is there was added before.
     */
    private void look(K key) {
        keys++;
        for (int tries = 0; tries < TRIES; tries++) {
            GateView<K> view = core.views.get();
            Generation<K> current = view.current();
            long changes = core.ownChangesIfQuiet(key);
            if (current == null || current.mightContain(key) || !isStored.test(key) || current.mightContain(key)) {
                return;
            }
            boolean nothingTaken = changes != KeyStripes.BUSY && changes == core.ownChangesIfQuiet(key);
            if (nothingTaken && core.views.isStill(view)) {
                missing++;
                return;
            }
        }
        undecided++;
    }
}
