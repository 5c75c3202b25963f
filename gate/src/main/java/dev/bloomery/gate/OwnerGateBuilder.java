package dev.bloomery.gate;

import dev.bloomery.gate.internal.generation.FamilyGenerations;
import dev.bloomery.gate.store.OwnedKey;
import dev.bloomery.gate.store.OwnedKeyStore;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Builds an {@link OwnerGate}.
 *
 * @param <O> the type of the owners
 * @param <K> the type of the keys
 */
public final class OwnerGateBuilder<O, K>
        extends StoreGateBuilder<OwnedKey<O, K>, OwnerGate<O, K>, OwnerGateBuilder<O, K>> {
    private final OwnedKeyStore<O, K> store;
    private final FamilyGenerations<O, K> families;

    OwnerGateBuilder(
            OwnedKeyStore<O, K> store, FamilyGenerations<O, K> families, GateSettings<OwnedKey<O, K>> settings) {
        super(settings);
        this.store = store;
        this.families = families;
    }

    /**
     * Spills owners to this directory when the memory budget of the family is passed; nowhere unless you say otherwise. Each rebuild has a directory
     * of its own in it, which is deleted when the next one answers. What is there when the gate is opened is deleted, too: a start scans the
     * store.
     *
     * @param directory the directory, of this gate alone; its parent must be there
     * @return this
     */
    public OwnerGateBuilder<O, K> spillTo(Path directory) {
        families.spillTo(Objects.requireNonNull(directory, "directory"));
        return this;
    }

    @Override
    OwnerGateBuilder<O, K> self() {
        return this;
    }

    @Override
    OwnerGate<O, K> make() {
        return new OwnerGate<>(store, families, settings, whenStoreFails());
    }
}
