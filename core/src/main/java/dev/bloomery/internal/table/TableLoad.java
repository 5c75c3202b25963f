package dev.bloomery.internal.table;

import dev.bloomery.internal.geometry.Geometry;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;

/**
 * How many keys a table of bits has, and its FPP. Both come from the count of keys that were new when they came, which is nearly exact up to
 * the capacity. Far above it hardly any key is new, and the count says little of how many came: then the bits are counted.
 */
public final class TableLoad {
    /** Up to so many times its capacity a table is judged by its count. */
    private static final long OVERFULL = 2;

    private TableLoad() {}

    /** The FPP by formula. */
    public static double fpp(Geometry geometry, long capacity, long count, LongSupplier setBits) {
        long keys = geometry.keysAfter(count);
        return keys <= OVERFULL * Math.max(1, capacity) ? geometry.fpp(keys) : fppByBits(geometry, setBits.getAsLong());
    }

    /** The FPP by formula for the number of keys that so many bits stand for. */
    public static double fppByBits(Geometry geometry, long setBits) {
        return setBits >= geometry.bits() ? 1 : geometry.fpp(distinct(geometry, setBits));
    }

    /** The number of distinct keys by the fill; finite also when all bits are set. */
    public static long distinct(Geometry geometry, long setBits) {
        return Math.round(geometry.keysFor(Math.min((double) setBits, geometry.bits() - 0.5)));
    }

    /** How many of the keys that so many bits stand for were new when they came. */
    public static long newByBits(Geometry geometry, long setBits) {
        return Math.round(geometry.newAmong(distinct(geometry, setBits)));
    }

    /** {@link #newByBits} of those keys only that the bits prove. */
    public static long newForCertain(Geometry geometry, long setBits) {
        return (long) geometry.newAmong(geometry.leastKeysFor(setBits));
    }

    /** The chance that at least one of several tables answers <i>maybe</i> to an absent key, given the FPP of each. */
    public static double fppOfAny(DoubleStream fpps) {
        // as logarithms, so that tiny chances do not vanish beside 1; summed one by one, which gives the same digits on
        // every machine
        double[] none = {0};
        fpps.forEachOrdered(fpp -> none[0] += Math.log1p(-fpp));
        return -Math.expm1(none[0]);
    }
}
