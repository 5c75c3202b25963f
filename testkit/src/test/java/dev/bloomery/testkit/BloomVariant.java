package dev.bloomery.testkit;

import dev.bloomery.BloomBuilder;
import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.Layout;
import dev.bloomery.Seed;
import dev.bloomery.key.KeyEncoder;
import java.util.ArrayList;
import java.util.List;

/** A way to build a Bloom filter: every layout and block shape, in every mode. */
record BloomVariant(Layout layout, double targetFpp, boolean singleWriter, boolean hardened) {

    static List<BloomVariant> all() {
        List<BloomVariant> all = new ArrayList<>();
        for (boolean singleWriter : new boolean[] {false, true}) {
            for (boolean hardened : new boolean[] {false, true}) {
                all.add(new BloomVariant(Layout.CLASSIC, 0.01, singleWriter, hardened));
                all.add(new BloomVariant(Layout.PARTITIONED, 0.01, singleWriter, hardened));
                all.add(new BloomVariant(Layout.BLOCKED, 0.1, singleWriter, hardened)); // four words
                all.add(new BloomVariant(Layout.BLOCKED, 0.01, singleWriter, hardened)); // eight words
                all.add(new BloomVariant(Layout.BLOCKED, 0.0001, singleWriter, hardened)); // eight words, twice
                all.add(new BloomVariant(Layout.AUTO, 0.01, singleWriter, hardened));
            }
        }
        return all;
    }

    <K> BloomFilter<K> build(KeyEncoder<K> encoder, long capacity, Seed seed) {
        BloomBuilder<K> builder = Filters.bloom(encoder)
                .capacity(capacity)
                .targetFpp(targetFpp)
                .layout(layout)
                .seed(seed);
        if (singleWriter) {
            builder.singleWriter();
        }
        if (hardened) {
            builder.hardened();
        }
        return builder.build();
    }
}
