package dev.bloomery.gate.internal.generation;

import java.util.function.BooleanSupplier;

/** A generation of keys that belong to owners. */
public interface ForgetsOwners<O> {
    /** Forgets all keys of the owner if the condition holds while nobody adds one. */
    void dropIf(O owner, BooleanSupplier condition);
}
