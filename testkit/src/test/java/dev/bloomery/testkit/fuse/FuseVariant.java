package dev.bloomery.testkit.fuse;

import dev.bloomery.Filters;
import dev.bloomery.FuseBuilder;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import java.util.ArrayList;
import java.util.List;

/** A way to build a fuse filter: both arities, narrow and wide fingerprints, both hashes. */
public record FuseVariant(int arity, double targetFpp, boolean hardened) {

    public static List<FuseVariant> all() {
        List<FuseVariant> all = new ArrayList<>();
        for (int arity : new int[] {3, 4}) {
            for (boolean hardened : new boolean[] {false, true}) {
                all.add(new FuseVariant(arity, 0.3, hardened)); // 2 bits
                all.add(new FuseVariant(arity, 0.01, hardened)); // 7 bits
                all.add(new FuseVariant(arity, 0.004, hardened)); // 8 bits
                all.add(new FuseVariant(arity, 2e-5, hardened)); // 16 bits
                all.add(new FuseVariant(arity, 1e-6, hardened)); // 20 bits
                all.add(new FuseVariant(arity, 1e-15, hardened)); // 50 bits
            }
        }
        return all;
    }

    /** All, but not each with both hashes. */
    public static List<FuseVariant> few() {
        return all().stream()
                .filter(variant -> variant.hardened == (variant.arity == 4))
                .toList();
    }

    public <K> FuseBuilder<K> builder(KeyEncoder<K> encoder, Seed seed) {
        FuseBuilder<K> builder =
                Filters.fuse(encoder).targetFpp(targetFpp).arity(arity).seed(seed);
        return hardened ? builder.hardened() : builder;
    }
}
