package dev.bloomery.gate.internal.generation;

import dev.bloomery.family.FamilyBuilder;
import dev.bloomery.gate.store.OwnedKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Families, each in a directory of its own if they spill. */
public final class FamilyGenerations<O, K> implements Generations<OwnedKey<O, K>> {
    private volatile FamilyBuilder<O, K> families;
    private @Nullable Path spillTo;
    private @Nullable GateDirectory directory;
    private @Nullable CapacityChoice choice;

    public FamilyGenerations(FamilyBuilder<O, K> families) {
        this.families = families;
    }

    /** From now on with families of another plan. */
    public void use(FamilyBuilder<O, K> others) {
        families = others;
    }

    public void spillTo(Path path) {
        spillTo = path;
    }

    @Override
    public void onCapacity(CapacityChoice heard) {
        choice = heard;
    }

    @Override
    public @Nullable Generation<OwnedKey<O, K>> first() {
        if (spillTo != null) {
            directory = GateDirectory.open(spillTo);
            directory.deleteGenerationsBut(null);
        }
        return null;
    }

    @Override
    public boolean areInMemory() {
        return spillTo == null;
    }

    @Override
    public Generation<OwnedKey<O, K>> next() {
        GateDirectory spilling = directory;
        if (spilling == null) {
            return new FamilyGeneration<>(families.build(), null, choice);
        }
        Path own = spilling.newGeneration();
        try {
            return new FamilyGeneration<>(families.open(own), own, choice);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close(@Nullable Generation<OwnedKey<O, K>> complete) {
        if (directory != null) {
            directory.close();
        }
    }
}
