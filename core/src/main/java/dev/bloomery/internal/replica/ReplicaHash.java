package dev.bloomery.internal.replica;

import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.SeededHash;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Seed;

/** The hash that local filters of the same plan and seed have. For any number of threads. */
public final class ReplicaHash<K> {
    private final KeyHasher<K> hasher;

    private ReplicaHash(KeyHasher<K> hasher) {
        this.hasher = hasher;
    }

    public static <K> ReplicaHash<K> of(KeyEncoder<K> encoder, KeyHash hash, Seed seed) {
        return new ReplicaHash<>(KeyHasher.of(encoder, SeededHash.of(hash, seed)));
    }

    public long hash(K key) {
        return hasher.hash(key);
    }
}
