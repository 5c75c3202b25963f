package dev.bloomery;

import dev.bloomery.key.KeyEncoder;

/**
 * Builds a {@link CountingBloomFilter}.
 *
 * @param <K> the type of the keys
 */
public final class CountingBuilder<K> extends FilterBuilder<K, CountingBuilder<K>> {
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
     * @param layout the layout
     * @return this
     */
    public CountingBuilder<K> layout(Layout layout) {
        positions = positions.withOpenLayout(layout);
        return this;
    }

    @Override
    public CountingBuilder<K> hash(KeyHash hash) {
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
     * The filter, empty. May be called again, for another filter of the same plan; with a random seed each has its own.
     *
     * @return a new filter
     * @throws IllegalArgumentException if its counters need more than 2^37 bits
     */
    public CountingBloomFilter<K> build() {
        Seed chosen = chosenSeed();
        CountingSpec spec = new CountingSpec(positions, counterBits).sized();
        return CountingBloomFilter.empty(hasher(spec.hash(), chosen), spec, chosen, singleWriter, rule);
    }
}
