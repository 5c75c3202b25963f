package dev.bloomery.internal.table;

import dev.bloomery.internal.geometry.BitLayout;
import dev.bloomery.internal.geometry.CuckooGeometry;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CuckooSizing;
import dev.bloomery.spec.CuckooSpec;

/** Where the keys of a plan go. */
public final class SpecGeometry {

    private SpecGeometry() {}

    /** Of the settled plan. */
    public static Geometry of(BloomSpec spec) {
        return of(spec.sized().size().orElseThrow());
    }

    public static Geometry of(BloomSizing size) {
        return BitLayout.valueOf(size.layout().name()).geometry(size.sizeInBits(), size.probesPerKey());
    }

    /** Of the settled plan. */
    public static CuckooGeometry of(CuckooSpec spec) {
        CuckooSizing size = spec.sized().size().orElseThrow();
        return new CuckooGeometry(size.buckets(), size.fingerprintBits());
    }
}
