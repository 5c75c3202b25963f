package dev.bloomery;

import dev.bloomery.internal.kind.MappedTable;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.snapshot.MappedSnapshot;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.time.InstantSource;

/**
 * Builds a {@link CuckooFilter}.
 *
 * @param <K> the type of the keys
 */
public final class CuckooBuilder<K> extends FilterBuilder<K, CuckooBuilder<K>> {
    static final Kinds.Kind<CuckooSpec> KIND = new Kinds.Kind<>() {
        @Override
        public <K> CuckooBuilder<K> builder(KeyEncoder<K> encoder, CuckooSpec spec) {
            return new CuckooBuilder<>(encoder, spec);
        }

        @Override
        public <K> CuckooFilter<K> read(Opening<K> opening, CuckooSpec spec) throws IOException {
            return CuckooFilter.read(opening, spec);
        }

        @Override
        public MappedTable map(MappedSnapshot mapped, CuckooSpec spec, InstantSource clock) throws IOException {
            return MappedTable.cuckoo(mapped, spec);
        }
    };

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
    CuckooBuilder<K> hash(KeyHash hash) {
        spec = spec.withHash(hash);
        return this;
    }

    /**
     * The filter, empty. May be called again, for another filter of the same plan; with a random seed each has its own.
     *
     * @return a new filter
     * @throws IllegalArgumentException if it needs more than 2^34 bits
     */
    @Override
    public CuckooFilter<K> build() {
        Seed chosen = chosenSeed();
        return CuckooFilter.empty(hasher(spec.hash(), chosen), spec.sized(), chosen, singleWriter, rule);
    }
}
