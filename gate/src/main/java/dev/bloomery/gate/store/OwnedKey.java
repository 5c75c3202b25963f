package dev.bloomery.gate.store;

import java.util.Objects;

/**
 * A key of an owner.
 *
 * @param owner the owner
 * @param key the key
 * @param <O> the type of the owners
 * @param <K> the type of the keys
 */
public record OwnedKey<O, K>(O owner, K key) {
    /** Neither may be null. */
    public OwnedKey {
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(key, "key");
    }
}
