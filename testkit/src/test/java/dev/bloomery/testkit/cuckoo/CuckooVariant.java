package dev.bloomery.testkit.cuckoo;

import dev.bloomery.CuckooBuilder;
import dev.bloomery.CuckooFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import java.util.ArrayList;
import java.util.List;

/** A way to build a cuckoo filter: fingerprints that are compared four, two and one at a time, in every mode. */
public record CuckooVariant(double targetFpp, boolean singleWriter, boolean hardened) {

    public static List<CuckooVariant> all() {
        List<CuckooVariant> all = new ArrayList<>();
        for (boolean singleWriter : new boolean[] {false, true}) {
            for (boolean hardened : new boolean[] {false, true}) {
                all.add(new CuckooVariant(0.1, singleWriter, hardened)); // 7 bits
                all.add(new CuckooVariant(0.01, singleWriter, hardened)); // 10 bits
                all.add(new CuckooVariant(1e-4, singleWriter, hardened)); // 17 bits: two at a time
                all.add(new CuckooVariant(1e-9, singleWriter, hardened)); // 33 bits: one at a time
            }
        }
        return all;
    }

    /** Every width, shared and for a single writer, but not each with both hashes. */
    public static List<CuckooVariant> few() {
        return all().stream()
                .filter(variant -> variant.hardened == variant.singleWriter)
                .toList();
    }

    public <K> CuckooFilter<K> build(KeyEncoder<K> encoder, long capacity, Seed seed) {
        return builder(encoder, capacity, seed).build();
    }

    public <K> CuckooBuilder<K> builder(KeyEncoder<K> encoder, long capacity, Seed seed) {
        CuckooBuilder<K> builder =
                Filters.cuckoo(encoder).capacity(capacity).targetFpp(targetFpp).seed(seed);
        builder = hardened ? builder.hardened() : builder;
        return singleWriter ? builder.singleWriter() : builder;
    }
}
