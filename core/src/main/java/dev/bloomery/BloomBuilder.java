package dev.bloomery;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.MappedTable;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.snapshot.MappedSnapshot;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.time.InstantSource;
import java.util.stream.Collector;

/**
 * Builds a {@link BloomFilter}.
 *
 * @param <K> the type of the keys
 */
public final class BloomBuilder<K> extends FilterBuilder<K, BloomBuilder<K>> {
    static final Kinds.Kind<BloomSpec> KIND = new Kinds.Kind<>() {
        @Override
        public <K> BloomBuilder<K> builder(KeyEncoder<K> encoder, BloomSpec spec) {
            return new BloomBuilder<>(encoder, spec);
        }

        @Override
        public <K> BloomFilter<K> read(Opening<K> opening, BloomSpec spec) throws IOException {
            return BloomFilter.read(opening, spec);
        }

        @Override
        public MappedTable map(MappedSnapshot mapped, BloomSpec spec, InstantSource clock) throws IOException {
            return MappedTable.bloom(mapped, spec);
        }
    };

    private BloomSpec spec;

    BloomBuilder(KeyEncoder<K> encoder, BloomSpec spec) {
        super(encoder);
        this.spec = spec;
    }

    @Override
    BloomBuilder<K> self() {
        return this;
    }

    /**
     * Where the bits of a key go; {@link Layout#AUTO} unless you say otherwise.
     *
     * @param layout the layout
     * @return this
     */
    public BloomBuilder<K> layout(Layout layout) {
        spec = withOpenLayout(spec, layout);
        return this;
    }

    @Override
    BloomBuilder<K> hash(KeyHash hash) {
        spec = spec.withHash(hash);
        return this;
    }

    /**
     * A filter that grows when it is full, instead of this one: its first slice is for the capacity given, the target holds
     * for all slices together. At its memory ceiling it rejects new keys, unless {@code whenFull} says otherwise from there.
     *
     * @return a builder of that kind, with the hash, seed, writer and listener chosen so far
     */
    public ScalableBuilder<K> growing() {
        if (spec.size().isPresent()) {
            throw new IllegalStateException(
                    "the size is given (" + spec + "), so the filter cannot grow; build by capacity and targetFpp");
        }
        ScalableBuilder<K> scalable = new ScalableBuilder<>(
                encoder,
                ScalableSpec.of(spec.targetFpp())
                        .withFirstCapacity(Math.max(1, spec.capacity()))
                        .withLayout(spec.layout())
                        .withHash(spec.hash()));
        scalable.seed = seed;
        scalable.singleWriter = singleWriter;
        scalable.rule = rule.with(scalable.rule.policy());
        return scalable;
    }

    /**
     * Collects the keys of a stream into a filter: {@code keys.parallel().collect(builder.collector())}. All threads of a parallel stream add
     * to one filter. After {@link #singleWriter} each has its own, and these are merged. Filters of one collector have the same
     * seed, so it may be the downstream of a {@code groupingBy}.
     *
     * <p>A key that the filter refuses ends the stream with a {@link FilterFullException}. Later changes of this builder do not matter to it.
     *
     * @return the collector
     */
    public Collector<K, ?, BloomFilter<K>> collector() {
        Seed chosen = chosenSeed();
        BloomSpec sized = spec.sized();
        boolean alone = singleWriter;
        CapacityRule chosenRule = rule;
        KeyHasher<K> hasher = hasher(sized.hash(), chosen);
        return collector(() -> BloomFilter.empty(hasher, sized, chosen, alone, chosenRule));
    }

    /**
     * The filter, empty. May be called again, for another filter of the same plan; with a random seed each has its own.
     *
     * @return a new filter
     * @throws IllegalArgumentException if it needs more than 2^37 bits
     */
    @Override
    public BloomFilter<K> build() {
        Seed chosen = chosenSeed();
        return BloomFilter.empty(hasher(spec.hash(), chosen), spec.sized(), chosen, singleWriter, rule);
    }
}
