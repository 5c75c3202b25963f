package dev.bloomery;

import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.internal.kind.MappedTable;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.snapshot.MappedSnapshot;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.time.InstantSource;

/**
 * Builds a {@link ScalableBloomFilter}. At its memory ceiling it rejects new keys, unless {@link #whenFull} says otherwise.
 *
 * @param <K> the type of the keys
 */
public final class ScalableBuilder<K> extends FilterBuilder<K, ScalableBuilder<K>> {
    static final Kinds.Kind<ScalableSpec> KIND = new Kinds.Kind<>() {
        @Override
        public <K> ScalableBuilder<K> builder(KeyEncoder<K> encoder, ScalableSpec spec) {
            return new ScalableBuilder<>(encoder, spec);
        }

        @Override
        public <K> ScalableBloomFilter<K> read(Opening<K> opening, ScalableSpec spec) throws IOException {
            return ScalableBloomFilter.read(opening, spec);
        }

        @Override
        public MappedTable map(MappedSnapshot mapped, ScalableSpec spec, InstantSource clock) throws IOException {
            return MappedTable.scalable(mapped, spec);
        }
    };

    static final CapacityPolicy AT_CEILING = CapacityPolicy.REJECT;

    private ScalableSpec spec;

    ScalableBuilder(KeyEncoder<K> encoder, ScalableSpec spec) {
        super(encoder);
        this.spec = spec;
        this.rule = CapacityRule.DEFAULT.with(AT_CEILING);
    }

    @Override
    ScalableBuilder<K> self() {
        return this;
    }

    /**
     * Keys of the first slice; 1,000 unless you say otherwise.
     *
     * @param keys from 1 to 2^40
     * @return this
     */
    public ScalableBuilder<K> firstCapacity(long keys) {
        spec = spec.withFirstCapacity(keys);
        return this;
    }

    /**
     * How many times the keys of a slice the next one takes; 2 unless you say otherwise. More means fewer slices to ask, and
     * more memory that waits for keys.
     *
     * @param growth from 1 to 16
     * @return this
     */
    public ScalableBuilder<K> growth(double growth) {
        spec = spec.withSteps(growth, spec.tightening());
        return this;
    }

    /**
     * How many times the FPP of a slice the next one has, r; 0.5 unless you say otherwise. The first slice gets
     * {@code targetFpp * (1 - r)}, so that all together stay below the target.
     *
     * @param tightening between 0 and 1
     * @return this
     */
    public ScalableBuilder<K> tightening(double tightening) {
        spec = spec.withSteps(spec.growth(), tightening);
        return this;
    }

    /**
     * Where the bits of a key go in a slice; {@link Layout#AUTO} unless you say otherwise.
     *
     * @param layout auto, classic, partitioned or paired; of paired, slices whose target is below 1e-10 are classic
     * @return this
     */
    public ScalableBuilder<K> layout(Layout layout) {
        spec = spec.withLayout(layout);
        return this;
    }

    @Override
    ScalableBuilder<K> hash(KeyHash hash) {
        spec = spec.withHash(hash);
        return this;
    }

    /**
     * The most memory that all slices together may take; 1 GiB unless you say otherwise.
     *
     * @param bytes at least 8
     * @return this
     */
    public ScalableBuilder<K> memoryCeilingBytes(long bytes) {
        if (bytes < 8 || bytes > Long.MAX_VALUE / 8) {
            throw new IllegalArgumentException("memoryCeilingBytes is " + bytes + "; use 8 to 2^60");
        }
        spec = spec.withCeilingBits(8 * bytes);
        return this;
    }

    /**
     * The filter, empty, with its first slice.
     *
     * @return a new filter
     * @throws IllegalArgumentException if already the first slice is above the memory ceiling
     */
    @Override
    public ScalableBloomFilter<K> build() {
        Seed chosen = chosenSeed();
        return new ScalableBloomFilter<>(hasher(spec.hash(), chosen), spec, chosen, singleWriter, rule);
    }
}
