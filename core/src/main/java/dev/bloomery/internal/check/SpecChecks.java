package dev.bloomery.internal.check;

import dev.bloomery.internal.geometry.CuckooFit;
import dev.bloomery.internal.geometry.CuckooGeometry;
import dev.bloomery.internal.geometry.Limits;

/** What every spec refuses, and how it says so: what was given, what is allowed, what to do. */
public final class SpecChecks {

    private SpecChecks() {}

    public static long capacity(long capacity) {
        if (capacity < 0 || capacity > Limits.MAX_CAPACITY) {
            throw new IllegalArgumentException("capacity is " + capacity
                    + "; use the number of distinct keys you expect, from 0 to 2^40 (" + Limits.MAX_CAPACITY + ")");
        }
        return capacity;
    }

    public static double targetFpp(double targetFpp) {
        if (!(targetFpp > 0 && targetFpp < 1)) {
            String advice = targetFpp >= 1 && targetFpp < 100
                    ? "; for " + targetFpp + " percent write " + targetFpp / 100
                    : "; for one percent write 0.01";
            throw new IllegalArgumentException(
                    "targetFpp is " + targetFpp + "; use a probability between 0 and 1, both excluded" + advice);
        }
        return targetFpp;
    }

    /** Whether 64-bit hashes can deliver the target for this many keys. */
    public static void hashesSuffice(long capacity, double targetFpp) {
        double lowest = Limits.lowestFpp(capacity);
        if (targetFpp < lowest) {
            throw new IllegalArgumentException("targetFpp is " + targetFpp + ", too low for " + capacity
                    + " keys: their 64-bit hashes alone may collide with probability " + Figures.of(lowest / 2)
                    + "; use a targetFpp of at least " + Figures.atLeast(lowest));
        }
    }

    public static void blockedTargetFpp(double targetFpp) {
        if (targetFpp < Limits.MIN_BLOCKED_FPP) {
            throw new IllegalArgumentException("targetFpp is " + targetFpp
                    + ", too low for layout blocked, which takes "
                    + Limits.MIN_BLOCKED_FPP + " and more (at 1e-7 it would need 50 bits a key); use layout classic, or"
                    + " auto to have it picked");
        }
    }

    public static void pairedTargetFpp(double targetFpp) {
        if (!Limits.allowsPaired(targetFpp)) {
            throw new IllegalArgumentException("targetFpp is " + targetFpp + ", too low for layout paired, which takes "
                    + Limits.MIN_PAIRED_FPP + " and more; use layout classic");
        }
    }

    public static void cuckooTargetFpp(long capacity, double targetFpp) {
        double lowest = CuckooFit.lowestFpp(capacity);
        if (targetFpp < lowest) {
            throw new IllegalArgumentException(
                    "targetFpp is " + targetFpp + ", too low for a cuckoo filter of " + capacity
                            + " keys, whose fingerprints have at most " + CuckooGeometry.MAX_WIDTH
                            + " bits; use a targetFpp of at least " + Figures.atLeast(lowest)
                            + ", or a Bloom filter of layout classic");
        }
    }

    public static void arity(int arity) {
        if (arity != 3 && arity != 4) {
            throw new IllegalArgumentException("arity is " + arity + "; use 3, or 4 for a filter that is 5 % smaller");
        }
    }
}
