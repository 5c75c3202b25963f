package dev.bloomery.spec;

import dev.bloomery.internal.check.SpecChecks;
import dev.bloomery.internal.geometry.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The plan of a scalable Bloom filter: slices of which each takes {@code growth} times the keys of the one before, at
 * {@code tightening} times its FPP.
 *
 * <p>Slice i has the target {@code fpp * (1 - tightening) * tightening^i}. An absent key looks present if it does in any
 * slice, and these targets add up to less than {@code fpp}, however many slices there are.
 *
 * <pre>
 * scalable-bloom fpp=0.01 first=1000 growth=2.0 tightening=0.5 layout=auto ceiling=8589934592 hash=xxh3-64
 * </pre>
 *
 * @param targetFpp the FPP asked for, of all slices together
 * @param firstCapacity keys of the first slice, at least 1
 * @param growth how many times the keys of a slice the next one takes, from 1 to 16
 * @param tightening r: how many times the FPP of a slice the next one has, between 0 and 1
 * @param layout of the slices; blocked ones come with auto, as long as their targets allow. Of paired, slices whose target is below
 *     1e-10 are classic
 * @param hash the hash of the keys
 * @param ceilingBits the most bits that all slices together may have
 */
public record ScalableSpec(
        double targetFpp,
        long firstCapacity,
        double growth,
        double tightening,
        Layout layout,
        KeyHash hash,
        long ceilingBits)
        implements FilterSpec {
    static final String KIND = "scalable-bloom";

    /** 1 GiB. */
    private static final long DEFAULT_CEILING_BITS = 1L << 33;

    private static final long DEFAULT_FIRST_CAPACITY = 1_000;

    /** Every query asks all of them: more are no filter to work with, and none that grows by a tenth comes near. */
    public static final int MAX_SLICES = 256;

    /** Room for powers that another machine computes with another last digit. */
    private static final double ROUNDING = 1e-9;

    public ScalableSpec {
        SpecChecks.targetFpp(targetFpp);
        if (SpecChecks.capacity(firstCapacity) == 0) {
            throw new IllegalArgumentException(
                    "firstCapacity is 0; use the number of keys of the first slice, 1 or more");
        }
        if (!(growth >= 1 && growth <= 16)) {
            throw new IllegalArgumentException("growth is " + growth + "; use 1 to 16, often 2");
        }
        if (!(tightening > 0 && tightening < 1)) {
            throw new IllegalArgumentException(
                    "tightening is " + tightening + "; use a number between 0 and 1, often 0.5");
        }
        if (Objects.requireNonNull(layout, "layout") == Layout.BLOCKED) {
            throw new IllegalArgumentException(
                    "layout blocked cannot be kept as the targets of slices fall; use auto, which takes it while it can");
        }
        Objects.requireNonNull(hash, "hash");
        if (ceilingBits < 64) {
            throw new IllegalArgumentException("ceilingBits is " + ceilingBits + "; use 64 or more");
        }
    }

    /**
     * A plan for this FPP: first slice 1,000 keys, growth 2, tightening 0.5, layout auto, ceiling 1 GiB.
     *
     * @param targetFpp a probability between 0 and 1
     * @return the plan
     */
    public static ScalableSpec of(double targetFpp) {
        return new ScalableSpec(
                targetFpp, DEFAULT_FIRST_CAPACITY, 2, 0.5, Layout.AUTO, KeyHash.XXH3_64, DEFAULT_CEILING_BITS);
    }

    /**
     * The same plan with another first slice.
     *
     * @param firstCapacity keys of the first slice
     * @return a new plan
     */
    public ScalableSpec withFirstCapacity(long firstCapacity) {
        return new ScalableSpec(targetFpp, firstCapacity, growth, tightening, layout, hash, ceilingBits);
    }

    /**
     * The same plan with other steps.
     *
     * @param growth how many times the keys of a slice the next one takes
     * @param tightening how many times the FPP of a slice the next one has
     * @return a new plan
     */
    public ScalableSpec withSteps(double growth, double tightening) {
        return new ScalableSpec(targetFpp, firstCapacity, growth, tightening, layout, hash, ceilingBits);
    }

    /**
     * The same plan with another layout of the slices.
     *
     * @param layout auto, classic, partitioned or paired; of paired, slices whose target is below 1e-10 are classic
     * @return a new plan
     */
    public ScalableSpec withLayout(Layout layout) {
        return new ScalableSpec(targetFpp, firstCapacity, growth, tightening, layout, hash, ceilingBits);
    }

    /**
     * The same plan with another hash.
     *
     * @param hash the hash
     * @return a new plan
     */
    public ScalableSpec withHash(KeyHash hash) {
        return new ScalableSpec(targetFpp, firstCapacity, growth, tightening, layout, hash, ceilingBits);
    }

    /**
     * The same plan with another ceiling.
     *
     * @param ceilingBits the most bits that all slices together may have
     * @return a new plan
     */
    public ScalableSpec withCeilingBits(long ceilingBits) {
        return new ScalableSpec(targetFpp, firstCapacity, growth, tightening, layout, hash, ceilingBits);
    }

    /**
     * Slice number {@code index}, if 64-bit hashes suffice for it.
     *
     * @param index from 0
     * @return its plan, settled; nothing if it would be too large, its FPP too low to be kept, or the 257th
     */
    public Optional<BloomSpec> slice(int index) {
        double capacity = capacityOf(index);
        double fpp = fppOf(index);
        if (index >= MAX_SLICES || capacity > Limits.MAX_CAPACITY || fpp < Limits.lowestFpp((long) capacity)) {
            return Optional.empty();
        }
        return Optional.of(BloomSpec.of((long) capacity, fpp)
                .withLayout(layoutAt(fpp))
                .withHash(hash)
                .sized());
    }

    /** The layout, or classic for a target that is too low for it. */
    private Layout layoutAt(double fpp) {
        return layout == Layout.PAIRED && !Limits.allowsPaired(fpp) ? Layout.CLASSIC : layout;
    }

    private double capacityOf(int index) {
        return Math.ceil(firstCapacity * Math.pow(growth, index));
    }

    private double fppOf(int index) {
        return targetFpp * (1 - tightening) * Math.pow(tightening, index);
    }

    /**
     * Whether a slice has the keys and the FPP of slice number {@code index}. Its size may be that of another release.
     *
     * @param index from 0 on
     * @param slice the plan of the slice
     * @return true if it has
     */
    public boolean isSlice(int index, BloomSpec slice) {
        return Math.abs(slice.capacity() - capacityOf(index)) <= 1 + ROUNDING * capacityOf(index)
                && Math.abs(slice.targetFpp() - fppOf(index)) <= ROUNDING * fppOf(index);
    }

    /** All slices that fit under the ceiling, each computed: some milliseconds. */
    private List<BloomSpec> slices() {
        List<BloomSpec> slices = new ArrayList<>();
        long bits = 0;
        while (true) {
            Optional<BloomSpec> next = slice(slices.size());
            if (next.isEmpty()) {
                return slices;
            }
            bits += next.get().size().orElseThrow().sizeInBits();
            if (bits > ceilingBits) {
                return slices;
            }
            slices.add(next.get());
        }
    }

    /** The keys of all slices that fit under the ceiling. */
    @Override
    public long capacity() {
        return slices().stream().mapToLong(BloomSpec::capacity).sum();
    }

    @Override
    public FilterKind kind() {
        return FilterKind.SCALABLE;
    }

    @Override
    public boolean isSized() {
        return true; // it begins with one slice
    }

    static ScalableSpec from(SpecText text) {
        text.allowOnly(Set.of("fpp", "first", "growth", "tightening", "layout", "ceiling", "hash"));
        ScalableSpec defaults = of(text.required("fpp", Double::valueOf));
        return new ScalableSpec(
                defaults.targetFpp,
                text.orElse("first", Long::valueOf, defaults.firstCapacity),
                text.orElse("growth", Double::valueOf, defaults.growth),
                text.orElse("tightening", Double::valueOf, defaults.tightening),
                text.orElse("layout", Layout::of, defaults.layout),
                text.orElse("hash", KeyHash::of, defaults.hash),
                text.orElse("ceiling", Long::valueOf, defaults.ceilingBits));
    }

    @Override
    public String toString() {
        return KIND + " fpp=" + targetFpp + " first=" + firstCapacity + " growth=" + growth + " tightening="
                + tightening + " layout=" + layout.specName() + " ceiling=" + ceilingBits + " hash=" + hash.specName();
    }
}
