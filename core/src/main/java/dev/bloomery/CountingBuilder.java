package dev.bloomery;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.internal.hash.KeyHasher;
import dev.bloomery.internal.kind.MappedTable;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.snapshot.MappedSnapshot;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.time.InstantSource;
import java.util.stream.Collector;

/**
 * Builds a {@link CountingBloomFilter}.
 *
 * @param <K> the type of the keys
 */
public final class CountingBuilder<K> extends FilterBuilder<K, CountingBuilder<K>> {
    static final Kinds.Kind<CountingSpec> KIND = new Kinds.Kind<>() {
        @Override
        public <K> CountingBuilder<K> builder(KeyEncoder<K> encoder, CountingSpec spec) {
            return new CountingBuilder<>(encoder, spec);
        }

        @Override
        public <K> CountingBloomFilter<K> read(Opening<K> opening, CountingSpec spec) throws IOException {
            return CountingBloomFilter.read(opening, spec);
        }

        @Override
        public MappedTable map(MappedSnapshot mapped, CountingSpec spec, InstantSource clock) throws IOException {
            return MappedTable.counting(mapped, spec);
        }
    };

    private BloomSpec positions;
    private int counterBits;

    CountingBuilder(KeyEncoder<K> encoder, CountingSpec spec) {
        super(encoder);
        this.positions = spec.positions();
        this.counterBits = spec.counterBits();
    }

    @Override
    CountingBuilder<K> self() {
        return this;
    }

    /**
     * Where the counters of a key are; {@link Layout#AUTO} unless you say otherwise.
     *
     * @param layout auto, classic, partitioned or blocked
     * @return this
     */
    public CountingBuilder<K> layout(Layout layout) {
        positions = new CountingSpec(withOpenLayout(positions, layout), counterBits).positions();
        return this;
    }

    @Override
    CountingBuilder<K> hash(KeyHash hash) {
        positions = positions.withHash(hash);
        return this;
    }

    /**
     * Bits of a counter: 4, which counts to 15, unless you say otherwise.
     *
     * @param counterBits 4 or 8
     * @return this
     */
    public CountingBuilder<K> counterBits(int counterBits) {
        this.counterBits = new CountingSpec(positions, counterBits).counterBits();
        return this;
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
    public Collector<K, ?, CountingBloomFilter<K>> collector() {
        Seed chosen = chosenSeed();
        CountingSpec sized = new CountingSpec(positions, counterBits).sized();
        boolean alone = singleWriter;
        CapacityRule chosenRule = rule;
        KeyHasher<K> hasher = hasher(sized.hash(), chosen);
        return collector(() -> CountingBloomFilter.empty(hasher, sized, chosen, alone, chosenRule));
    }

    /**
     * The filter, empty. May be called again, for another filter of the same plan; with a random seed each has its own.
     *
     * @return a new filter
     * @throws IllegalArgumentException if its counters need more than 2^37 bits
     */
    @Override
    public CountingBloomFilter<K> build() {
        Seed chosen = chosenSeed();
        CountingSpec spec = new CountingSpec(positions, counterBits).sized();
        return CountingBloomFilter.empty(hasher(spec.hash(), chosen), spec, chosen, singleWriter, rule);
    }
}
