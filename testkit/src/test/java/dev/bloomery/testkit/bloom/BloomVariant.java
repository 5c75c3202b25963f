package dev.bloomery.testkit.bloom;

import dev.bloomery.BloomBuilder;
import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import java.util.ArrayList;
import java.util.List;

/** A way to build a Bloom filter: every layout and block shape, in every mode. */
public record BloomVariant(Layout layout, double targetFpp, boolean singleWriter, boolean hardened) {

    public static List<BloomVariant> all() {
        List<BloomVariant> all = new ArrayList<>();
        for (boolean singleWriter : new boolean[] {false, true}) {
            for (boolean hardened : new boolean[] {false, true}) {
                all.add(new BloomVariant(Layout.CLASSIC, 0.01, singleWriter, hardened));
                all.add(new BloomVariant(Layout.PARTITIONED, 0.01, singleWriter, hardened));
                all.add(new BloomVariant(Layout.BLOCKED, 0.3, singleWriter, hardened)); // two words, a bit in each
                all.add(new BloomVariant(Layout.BLOCKED, 0.1, singleWriter, hardened)); // two words, two bits
                all.add(new BloomVariant(Layout.BLOCKED, 0.01, singleWriter, hardened)); // two words, three bits
                all.add(new BloomVariant(Layout.BLOCKED, 0.001, singleWriter, hardened)); // four words, two bits
                all.add(new BloomVariant(Layout.BLOCKED, 0.0001, singleWriter, hardened)); // four words, three bits
                all.add(new BloomVariant(Layout.AUTO, 0.01, singleWriter, hardened));
                if (hardened == singleWriter) { // the blocks are those of the variants before
                    all.add(new BloomVariant(Layout.PAIRED, 1e-4, singleWriter, hardened)); // two words, three bits
                    all.add(new BloomVariant(Layout.PAIRED, 1e-7, singleWriter, hardened)); // four words, three bits
                }
            }
        }
        return all;
    }

    /** Every layout and block shape, shared and for a single writer, but not each with both hashes. */
    public static List<BloomVariant> few() {
        return all().stream()
                .filter(variant -> variant.hardened == variant.singleWriter)
                .toList();
    }

    public <K> BloomFilter<K> build(KeyEncoder<K> encoder, long capacity, Seed seed) {
        return builder(encoder, capacity, seed).build();
    }

    public <K> BloomBuilder<K> builder(KeyEncoder<K> encoder, long capacity, Seed seed) {
        BloomBuilder<K> builder = Filters.bloom(encoder)
                .capacity(capacity)
                .targetFpp(targetFpp)
                .layout(layout)
                .seed(seed);
        builder = hardened ? builder.hardened() : builder;
        return singleWriter ? builder.singleWriter() : builder;
    }
}
