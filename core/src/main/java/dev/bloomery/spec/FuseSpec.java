package dev.bloomery.spec;

import dev.bloomery.internal.check.SpecChecks;
import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.geometry.Limits;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The plan of a fuse filter.
 *
 * <p>A plan need not say for how many keys it is: that is counted when the filter is built, and the spec of a filter that was built
 * has it as its capacity. A plan that has a number of keys builds from any number of them all the same.
 *
 * <pre>
 * fuse fpp=0.004 arity=3 hash=xxh3-64
 * fuse capacity=1000000 fpp=0.004 arity=3 hash=xxh3-64
 * fuse fpp=0.00390625 arity=3 hash=xxh3-64 width=8
 * </pre>
 *
 * @param keys the number of distinct keys, if it is known
 * @param targetFpp the FPP asked for; a fingerprint gets the fewest bits that keep it. It may be passed by a ten-thousandth, so that a target
 *     of {@code 2^-w} takes {@code w} bits, although hashes of 64 bits add {@code keys * 2^-64} to it
 * @param arity cells that a key looks at: 3, or 4 for a filter that is 5 % smaller and slower to ask
 * @param hash the hash of the keys
 * @param fingerprintBits the bits of a fingerprint, if they were asked for; then the target is {@code 2^-bits}
 */
public record FuseSpec(OptionalLong keys, double targetFpp, int arity, KeyHash hash, OptionalInt fingerprintBits)
        implements FilterSpec {
    static final String KIND = "fuse";
    static final int DEFAULT_ARITY = 3;
    private static final int MAX_BITS = 56; // as FuseFit.MIN_FPP has it

    public FuseSpec {
        SpecChecks.targetFpp(targetFpp);
        if (targetFpp < FuseFit.MIN_FPP) {
            throw new IllegalArgumentException("targetFpp is " + targetFpp + ", too low for a fuse filter, which takes "
                    + FuseFit.MIN_FPP + " and more");
        }
        if (Objects.requireNonNull(keys, "keys").isPresent()) {
            SpecChecks.hashesSuffice(SpecChecks.capacity(keys.getAsLong()), targetFpp);
        }
        SpecChecks.arity(arity);
        Objects.requireNonNull(hash, "hash");
        if (Objects.requireNonNull(fingerprintBits, "fingerprintBits").isPresent()
                && targetFpp != fppOf(fingerprintBits.getAsInt())) {
            throw new IllegalArgumentException("targetFpp is " + targetFpp + ", and fingerprints of "
                    + fingerprintBits.getAsInt() + " bits have " + fppOf(fingerprintBits.getAsInt())
                    + "; give one of the two");
        }
    }

    private static double fppOf(int fingerprintBits) {
        if (fingerprintBits < 1 || fingerprintBits > MAX_BITS) {
            throw new IllegalArgumentException("fingerprintBits is " + fingerprintBits + "; use 1 to " + MAX_BITS);
        }
        return Math.scalb(1.0, -fingerprintBits);
    }

    /**
     * A plan for this FPP, for any number of keys.
     *
     * @param targetFpp a probability between 0 and 1
     * @return the plan, with the default arity and hash
     */
    public static FuseSpec of(double targetFpp) {
        return new FuseSpec(OptionalLong.empty(), targetFpp, DEFAULT_ARITY, KeyHash.XXH3_64, OptionalInt.empty());
    }

    /**
     * A plan with fingerprints of so many bits, for any number of keys. Its FPP is {@code 2^-bits}, and {@code keys * 2^-64} for the
     * hashes.
     *
     * @param bits from 1 to 56
     * @return the plan, with the default arity and hash
     */
    public static FuseSpec ofFingerprintBits(int bits) {
        return of(fppOf(bits)).withFingerprintBits(bits);
    }

    /**
     * The same plan with fingerprints of so many bits, whatever target it had.
     *
     * @param bits from 1 to 56
     * @return a new plan, with the target {@code 2^-bits}
     */
    public FuseSpec withFingerprintBits(int bits) {
        return new FuseSpec(keys, fppOf(bits), arity, hash, OptionalInt.of(bits));
    }

    /**
     * The same plan for so many keys.
     *
     * @param keys the number of distinct keys
     * @return a new plan
     */
    public FuseSpec withKeys(long keys) {
        return new FuseSpec(OptionalLong.of(keys), targetFpp, arity, hash, fingerprintBits);
    }

    /**
     * The same plan with another arity.
     *
     * @param arity 3 or 4
     * @return a new plan
     */
    public FuseSpec withArity(int arity) {
        return new FuseSpec(keys, targetFpp, arity, hash, fingerprintBits);
    }

    /**
     * The same plan with another hash.
     *
     * @param hash the hash
     * @return a new plan
     */
    public FuseSpec withHash(KeyHash hash) {
        return new FuseSpec(keys, targetFpp, arity, hash, fingerprintBits);
    }

    /**
     * The size of the filter of a plan that says for how many keys it is.
     *
     * @return the size
     * @throws IllegalStateException if it does not say
     */
    public FuseSizing size() {
        long known = keys.orElseThrow(() -> new IllegalStateException(
                "the plan '" + this + "' is for any number of keys; say how many by withKeys(...)"));
        return new FuseSizing(known, fingerprintBits(known), arity);
    }

    /** The bits of a fingerprint for so many keys. */
    int fingerprintBits(long known) {
        return fingerprintBits.orElseGet(() -> FuseFit.width(known, targetFpp));
    }

    /** The number of keys; if the plan has none, the most that 64-bit hashes allow at this FPP. */
    @Override
    public long capacity() {
        return keys.orElse((long) Math.min(Limits.MAX_CAPACITY, targetFpp / Limits.lowestFpp(1)));
    }

    @Override
    public FilterKind kind() {
        return FilterKind.FUSE;
    }

    @Override
    public boolean isSized() {
        return true; // its keys say it
    }

    static FuseSpec from(SpecText text) {
        text.allowOnly(Set.of("capacity", "fpp", "arity", "hash", "width"));
        OptionalLong keys =
                text.has("capacity") ? OptionalLong.of(text.required("capacity", Long::valueOf)) : OptionalLong.empty();
        OptionalInt bits =
                text.has("width") ? OptionalInt.of(text.required("width", Integer::valueOf)) : OptionalInt.empty();
        double fpp = bits.isPresent()
                ? text.orElse("fpp", Double::valueOf, fppOf(bits.getAsInt()))
                : text.required("fpp", Double::valueOf);
        return new FuseSpec(
                keys,
                fpp,
                text.orElse("arity", Integer::valueOf, DEFAULT_ARITY),
                text.orElse("hash", KeyHash::of, KeyHash.XXH3_64),
                bits);
    }

    @Override
    public String toString() {
        String capacity = keys.isPresent() ? " capacity=" + keys.getAsLong() : "";
        String width = fingerprintBits.isPresent() ? " width=" + fingerprintBits.getAsInt() : "";
        return KIND + capacity + " fpp=" + targetFpp + " arity=" + arity + " hash=" + hash.specName() + width;
    }
}
