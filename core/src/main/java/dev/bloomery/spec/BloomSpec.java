package dev.bloomery.spec;

import dev.bloomery.internal.check.Figures;
import dev.bloomery.internal.check.SpecChecks;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.geometry.Limits;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The plan of a Bloom filter.
 *
 * <p>A plan may leave the size open, or the choice of the layout; {@link #sized} settles both. The spec of a filter that
 * was built is always settled, so that it means the same bits in every later release:
 *
 * <pre>
 * bloom capacity=1000000 fpp=0.01 layout=auto hash=xxh3-64
 * bloom capacity=1000000 fpp=0.01 layout=blocked bits=10100736 k=8 hash=xxh3-64
 * </pre>
 *
 * @param capacity distinct keys up to which the FPP promise holds
 * @param targetFpp the FPP asked for
 * @param layout where the bits of a key go
 * @param hash the hash of the keys
 * @param size the size, if it is settled; then layout is not auto, and the FPP at capacity is at most the target
 */
public record BloomSpec(long capacity, double targetFpp, Layout layout, KeyHash hash, Optional<BloomSizing> size)
        implements FilterSpec {
    static final String KIND = "bloom";
    static final String EXAMPLE = "bloom capacity=1000000 fpp=0.01";

    /** Room for a formula that a later release computes in another order. */
    private static final double ROUNDING = 1 + 1e-6;

    public BloomSpec {
        SpecChecks.capacity(capacity);
        SpecChecks.targetFpp(targetFpp);
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(hash, "hash");
        if (Objects.requireNonNull(size, "size").isPresent()) {
            BloomSizing settled = size.get();
            if (settled.layout() != layout) {
                throw new IllegalArgumentException("layout is " + layout.specName() + ", but the size is one of "
                        + settled.layout().specName());
            }
            double delivered = settled.fpp(capacity);
            if (delivered > targetFpp * ROUNDING) {
                throw new IllegalArgumentException("targetFpp is " + targetFpp + ", but " + settled.sizeInBits()
                        + " bits and " + settled.probesPerKey() + " probes give " + Figures.above(delivered, targetFpp)
                        + " at " + capacity
                        + " keys; leave bits and k out to have them computed");
            }
        } else {
            SpecChecks.hashesSuffice(capacity, targetFpp);
            BloomSizing.checkTarget(layout, targetFpp);
        }
    }

    /**
     * A plan for so many keys at such an FPP, layout and size open.
     *
     * @param capacity distinct keys, from 0 to 2^40
     * @param targetFpp a probability between 0 and 1
     * @return the plan, with the default hash
     */
    public static BloomSpec of(long capacity, double targetFpp) {
        return new BloomSpec(capacity, targetFpp, Layout.AUTO, KeyHash.XXH3_64, Optional.empty());
    }

    /**
     * A plan of explicit bits and probes, to match another system or an exercise on paper. Its capacity is the number of
     * keys that fill half of the bits, but not above 2^40, its target the FPP there.
     *
     * @param size layout, bits and probes
     * @return the plan, with the default hash
     */
    public static BloomSpec ofSize(BloomSizing size) {
        Objects.requireNonNull(size, "size");
        double halfFull = size.geometry().keysFor(size.sizeInBits() / 2.0);
        return ofSize(size, (long) Math.max(1, Math.min(halfFull, Limits.MAX_CAPACITY)));
    }

    /**
     * A plan of explicit bits and probes for so many keys; its target is the FPP there.
     *
     * @param size layout, bits and probes
     * @param capacity distinct keys, from 1 to 2^40
     * @return the plan, with the default hash
     */
    public static BloomSpec ofSize(BloomSizing size, long capacity) {
        double fpp = Objects.requireNonNull(size, "size").fpp(Math.max(1, capacity));
        if (fpp >= 1) {
            throw new IllegalArgumentException(size.sizeInBits() + " bits with " + size.probesPerKey()
                    + " probes are all set after " + capacity + " keys: every answer would be maybe; use more bits");
        }
        return new BloomSpec(capacity, fpp, size.layout(), KeyHash.XXH3_64, Optional.of(size));
    }

    /**
     * The same plan with another layout; a settled size is open again.
     *
     * @param layout the layout
     * @return a new plan
     */
    public BloomSpec withLayout(Layout layout) {
        return new BloomSpec(capacity, targetFpp, layout, hash, Optional.empty());
    }

    /**
     * The same plan with another hash.
     *
     * @param hash the hash
     * @return a new plan
     */
    public BloomSpec withHash(KeyHash hash) {
        return new BloomSpec(capacity, targetFpp, layout, hash, size);
    }

    /**
     * The same plan with layout and size settled: the smallest filter that keeps the promise.
     *
     * @return this, if they are already
     */
    public BloomSpec sized() {
        if (size.isPresent()) {
            return this;
        }
        BloomSizing smallest = BloomSizing.of(layout, capacity, targetFpp);
        return new BloomSpec(capacity, targetFpp, smallest.layout(), hash, Optional.of(smallest));
    }

    Geometry geometry() {
        return sized().size().orElseThrow().geometry();
    }

    @Override
    public FilterKind kind() {
        return FilterKind.BLOOM;
    }

    @Override
    public boolean isSized() {
        return size.isPresent();
    }

    static BloomSpec from(SpecText text) {
        text.allowOnly(Set.of("capacity", "fpp", "layout", "bits", "k", "hash"));
        long capacity = text.required("capacity", Long::valueOf);
        double targetFpp = text.required("fpp", Double::valueOf);
        Layout layout = text.orElse("layout", Layout::of, Layout.AUTO);
        KeyHash hash = text.orElse("hash", KeyHash::of, KeyHash.XXH3_64);
        return new BloomSpec(capacity, targetFpp, layout, hash, size(text, layout));
    }

    /** The size in a text form, if it has one. */
    static Optional<BloomSizing> size(SpecText text, Layout layout) {
        if (text.has("bits") != text.has("k")) {
            throw new IllegalArgumentException(
                    "the spec gives one of bits and k; give both, or none to have them computed");
        }
        return text.has("bits")
                ? Optional.of(new BloomSizing(
                        layout, text.required("bits", Long::valueOf), text.required("k", Integer::valueOf)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return KIND + " " + values();
    }

    /** The text form without the kind. */
    String values() {
        return "capacity=" + capacity + " fpp=" + targetFpp + " layout=" + layout.specName() + sizeText(size) + " hash="
                + hash.specName();
    }

    /** A size in a text form, behind a layout. */
    static String sizeText(Optional<BloomSizing> size) {
        return size.map(settled -> " bits=" + settled.sizeInBits() + " k=" + settled.probesPerKey())
                .orElse("");
    }
}
