package dev.bloomery.spec;

import dev.bloomery.internal.check.Figures;
import dev.bloomery.internal.check.SpecChecks;
import dev.bloomery.internal.geometry.CuckooGeometry;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The plan of a cuckoo filter.
 *
 * <p>A plan may leave the size open; {@link #sized} settles it. The spec of a filter that was built is always settled, so that it
 * means the same bits in every later release:
 *
 * <pre>
 * cuckoo capacity=1000000 fpp=0.01 hash=xxh3-64
 * cuckoo capacity=1000000 fpp=0.01 buckets=262934 width=10 hash=xxh3-64
 * </pre>
 *
 * @param capacity distinct keys up to which the FPP promise holds, and for which there is room
 * @param targetFpp the FPP asked for
 * @param hash the hash of the keys
 * @param size the size, if it is settled; then it has a slot for each key, and the FPP at capacity is at most the target
 */
public record CuckooSpec(long capacity, double targetFpp, KeyHash hash, Optional<CuckooSizing> size)
        implements FilterSpec {
    static final String KIND = "cuckoo";

    /** Room for a formula that a later release computes in another order. */
    private static final double ROUNDING = 1 + 1e-6;

    public CuckooSpec {
        SpecChecks.capacity(capacity);
        SpecChecks.targetFpp(targetFpp);
        Objects.requireNonNull(hash, "hash");
        if (Objects.requireNonNull(size, "size").isPresent()) {
            CuckooSizing settled = size.get();
            if (settled.slots() < capacity) {
                throw new IllegalArgumentException(
                        "capacity is " + capacity + ", but " + settled.buckets() + " buckets have " + settled.slots()
                                + " slots; leave buckets and width out to have them computed");
            }
            double delivered = settled.fpp(capacity);
            if (delivered > targetFpp * ROUNDING) {
                throw new IllegalArgumentException("targetFpp is " + targetFpp + ", but " + settled.buckets()
                        + " buckets with fingerprints of " + settled.fingerprintBits() + " bits give "
                        + Figures.above(delivered, targetFpp)
                        + " at "
                        + capacity + " keys; leave buckets and width out to have them computed");
            }
        } else {
            SpecChecks.hashesSuffice(capacity, targetFpp);
            SpecChecks.cuckooTargetFpp(capacity, targetFpp);
        }
    }

    /**
     * A plan for so many keys at such an FPP, size open.
     *
     * @param capacity distinct keys, from 0 to 2^40
     * @param targetFpp a probability between 0 and 1
     * @return the plan, with the default hash
     */
    public static CuckooSpec of(long capacity, double targetFpp) {
        return new CuckooSpec(capacity, targetFpp, KeyHash.XXH3_64, Optional.empty());
    }

    /**
     * A plan of explicit buckets and fingerprints. Its capacity is the number of keys for which there is room with a probability
     * of at least 1 - 1e-6, its target the FPP there.
     *
     * @param size buckets and bits of a fingerprint
     * @return the plan, with the default hash
     */
    public static CuckooSpec ofSize(CuckooSizing size) {
        long capacity = Objects.requireNonNull(size, "size").room();
        return new CuckooSpec(capacity, size.fpp(capacity), KeyHash.XXH3_64, Optional.of(size));
    }

    /**
     * The same plan with another hash.
     *
     * @param hash the hash
     * @return a new plan
     */
    public CuckooSpec withHash(KeyHash hash) {
        return new CuckooSpec(capacity, targetFpp, hash, size);
    }

    /**
     * The same plan with the size settled: the smallest filter that keeps the promise.
     *
     * @return this, if it is already
     */
    public CuckooSpec sized() {
        return size.isPresent()
                ? this
                : new CuckooSpec(capacity, targetFpp, hash, Optional.of(CuckooSizing.of(capacity, targetFpp)));
    }

    CuckooGeometry geometry() {
        return sized().size().orElseThrow().geometry();
    }

    @Override
    public FilterKind kind() {
        return FilterKind.CUCKOO;
    }

    @Override
    public boolean isSized() {
        return size.isPresent();
    }

    static CuckooSpec from(SpecText text) {
        text.allowOnly(Set.of("capacity", "fpp", "buckets", "width", "hash"));
        long capacity = text.required("capacity", Long::valueOf);
        double targetFpp = text.required("fpp", Double::valueOf);
        KeyHash hash = text.orElse("hash", KeyHash::of, KeyHash.XXH3_64);
        if (text.has("buckets") != text.has("width")) {
            throw new IllegalArgumentException(
                    "the spec gives one of buckets and width; give both, or none to have them computed");
        }
        Optional<CuckooSizing> size = Optional.empty();
        if (text.has("buckets")) {
            size = Optional.of(new CuckooSizing(
                    text.required("buckets", Long::valueOf), text.required("width", Integer::valueOf)));
        }
        return new CuckooSpec(capacity, targetFpp, hash, size);
    }

    @Override
    public String toString() {
        String settled = size.map(s -> " buckets=" + s.buckets() + " width=" + s.fingerprintBits())
                .orElse("");
        return KIND + " capacity=" + capacity + " fpp=" + targetFpp + settled + " hash=" + hash.specName();
    }
}
