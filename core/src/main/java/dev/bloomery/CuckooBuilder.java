package dev.bloomery;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Seed;

/**
 * Builds a {@link CuckooFilter}.
 *
 * @param <K> the type of the keys
 */
public final class CuckooBuilder<K> extends FilterBuilder<K, CuckooBuilder<K>> {
    private CuckooSpec spec;

    CuckooBuilder(KeyEncoder<K> encoder, CuckooSpec spec) {
        super(encoder);
        this.spec = spec;
    }

    @Override
    CuckooBuilder<K> self() {
        return this;
    }

    @Override
    public CuckooBuilder<K> hash(KeyHash hash) {
        spec = spec.withHash(hash);
        return this;
    }

    /**
     * The filter, empty. May be called again, for another filter of the same plan; with a random seed each has its own.
     *
     * @return a new filter
     * @throws IllegalArgumentException if it needs more than 2^34 bits
     */
    public CuckooFilter<K> build() {
        Seed chosen = chosenSeed();
        return CuckooFilter.empty(hasher(spec.hash(), chosen), spec.sized(), chosen, singleWriter, rule);
    }
}
