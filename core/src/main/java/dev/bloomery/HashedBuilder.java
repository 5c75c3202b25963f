package dev.bloomery;

import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.SeededHash;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Seed;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What may be chosen for every kind of filter: how its keys are hashed. Every wrong value is refused where it is given, before
 * anything is allocated.
 *
 * @param <K> the type of the keys
 * @param <B> the builder itself
 */
public abstract sealed class HashedBuilder<K, B extends HashedBuilder<K, B>> permits FilterBuilder, FuseBuilder {
    final KeyEncoder<K> encoder;

    @Nullable
    Seed seed;

    HashedBuilder(KeyEncoder<K> encoder) {
        this.encoder = encoder;
    }

    abstract B self();

    /** Hashes with this function. There are two, and {@link #hardened} is the choice between them; a spec carries either. */
    abstract B hash(KeyHash hash);

    /**
     * Hashes with {@link KeyHash#SIPHASH_2_4} in place of {@link KeyHash#XXH3_64}: for keys that strangers choose while they can
     * watch the answers.
     *
     * @return this
     */
    public final B hardened() {
        return hash(KeyHash.SIPHASH_2_4);
    }

    /**
     * With this seed; a random secret one unless you say otherwise. Filters that are to be merged, or built alike on
     * several machines, need the same seed.
     *
     * @param seed the seed
     * @return this
     */
    public final B seed(Seed seed) {
        this.seed = Objects.requireNonNull(seed, "seed");
        return self();
    }

    /**
     * The filter of these keys, of whatever kind it is. May be called again; with a random seed each filter has its own.
     *
     * @param keys the keys
     * @return a new filter
     */
    public abstract Snapshotable<K> build(Iterable<? extends K> keys);

    /** What was given, or a new secret. */
    final Seed chosenSeed() {
        return seed == null ? Seed.random() : seed;
    }

    final KeyHasher<K> hasher(KeyHash hash, Seed chosen) {
        return KeyHasher.of(encoder, SeededHash.of(hash, chosen));
    }
}
