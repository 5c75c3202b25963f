package dev.bloomery.testkit.counting;

import dev.bloomery.CountingBloomFilter;
import dev.bloomery.CountingBuilder;
import dev.bloomery.Filters;
import dev.bloomery.capacity.CapacityListener;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.testkit.bloom.BloomVariant;
import java.util.ArrayList;
import java.util.List;

/** A way to build a counting Bloom filter: the positions of a Bloom filter, and the width of a counter. */
public record CountingVariant(BloomVariant positions, int counterBits) {

    /** Every layout and block shape, shared and for a single writer, both widths; hardened with one width of each. */
    public static List<CountingVariant> all() {
        List<CountingVariant> all = new ArrayList<>();
        for (BloomVariant positions : withCounters(BloomVariant.all())) {
            boolean narrow = positions.hardened() == positions.singleWriter();
            all.add(new CountingVariant(positions, narrow ? 4 : 8));
        }
        return all;
    }

    /** Every layout and block shape once with each width. */
    public static List<CountingVariant> few() {
        return withCounters(BloomVariant.few()).stream()
                .map(positions -> new CountingVariant(positions, positions.singleWriter() ? 8 : 4))
                .toList();
    }

    /** Those of layouts that have counters. */
    private static List<BloomVariant> withCounters(List<BloomVariant> variants) {
        return variants.stream()
                .filter(variant -> variant.layout() != Layout.PAIRED)
                .toList();
    }

    public <K> CountingBuilder<K> builder(KeyEncoder<K> encoder, long capacity, Seed seed) {
        CountingBuilder<K> builder = Filters.countingBloom(encoder)
                .capacity(capacity)
                .targetFpp(positions.targetFpp())
                .layout(positions.layout())
                .counterBits(counterBits)
                .seed(seed);
        builder = positions.hardened() ? builder.hardened() : builder;
        return positions.singleWriter() ? builder.singleWriter() : builder;
    }

    public <K> CountingBloomFilter<K> build(KeyEncoder<K> encoder, long capacity, Seed seed) {
        return builder(encoder, capacity, seed).build();
    }

    public <K> CountingBloomFilter<K> build(
            KeyEncoder<K> encoder, long capacity, Seed seed, CapacityPolicy policy, CapacityListener listener) {
        return builder(encoder, capacity, seed)
                .whenFull(policy)
                .onCapacity(listener)
                .build();
    }
}
