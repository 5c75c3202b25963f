package dev.bloomery.spec;

import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.check.SpecChecks;
import dev.bloomery.internal.geometry.AutoSizing;
import dev.bloomery.internal.geometry.BitLayout;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.BlockedSizing;
import dev.bloomery.internal.geometry.ClassicSizing;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.geometry.Limits;
import dev.bloomery.internal.geometry.PairedGeometry;
import dev.bloomery.internal.geometry.PairedSizing;
import dev.bloomery.internal.geometry.PartitionedGeometry;
import dev.bloomery.internal.geometry.PartitionedSizing;
import dev.bloomery.internal.geometry.Search;
import java.util.Objects;

/**
 * The size of a Bloom filter, and the questions around it: how large for n keys at FPP p, how many keys for a memory
 * budget, which FPP after n keys. Arithmetic only, up to 2^40 keys; nothing is allocated.
 *
 * <p>All answers come from the exact model of the layout (classic: the occupancy of the bits; partitioned: a
 * closed form; blocked: the mixture over the load of the blocks; paired: the product of two of those) plus n * 2^-64 for collisions of the hashes, not from the textbook formula.
 *
 * @param layout classic, partitioned, blocked or paired
 * @param sizeInBits bits of the filter, m
 * @param probesPerKey bits that a key sets, k
 */
public record BloomSizing(Layout layout, long sizeInBits, int probesPerKey) {
    private static final int LINE_BYTES = 64;

    public BloomSizing {
        if (Objects.requireNonNull(layout, "layout") == Layout.AUTO) {
            throw new IllegalArgumentException(
                    "layout auto has no size of its own; use classic, partitioned, blocked or paired");
        }
        check(layout, sizeInBits, probesPerKey);
    }

    /**
     * The smallest filter whose FPP at capacity is at most the target.
     *
     * @param layout the layout, or auto to have it picked
     * @param capacity distinct keys, from 0 to 2^40
     * @param targetFpp a probability between 0 and 1
     * @return its size
     * @throws IllegalArgumentException if there is none; the message says what to ask for instead
     */
    public static BloomSizing of(Layout layout, long capacity, double targetFpp) {
        Objects.requireNonNull(layout, "layout");
        SpecChecks.capacity(capacity);
        SpecChecks.targetFpp(targetFpp);
        SpecChecks.hashesSuffice(capacity, targetFpp);
        checkTarget(layout, targetFpp);
        Geometry geometry = switch (layout) {
            case AUTO -> AutoSizing.of(capacity, targetFpp);
            case CLASSIC -> ClassicSizing.of(capacity, targetFpp);
            case PARTITIONED -> PartitionedSizing.of(capacity, targetFpp);
            case BLOCKED -> BlockedSizing.of(capacity, targetFpp);
            case PAIRED -> PairedSizing.of(capacity, targetFpp);
        };
        return of(geometry);
    }

    /** Refuses a target that is too low for a layout of blocks. */
    static void checkTarget(Layout layout, double targetFpp) {
        if (layout == Layout.BLOCKED) {
            SpecChecks.blockedTargetFpp(targetFpp);
        } else if (layout == Layout.PAIRED) {
            SpecChecks.pairedTargetFpp(targetFpp);
        }
    }

    private static BloomSizing of(Geometry geometry) {
        Layout layout = Layout.CLASSIC;
        if (geometry instanceof BlockedGeometry) {
            layout = Layout.BLOCKED;
        } else if (geometry instanceof PairedGeometry) {
            layout = Layout.PAIRED;
        } else if (geometry instanceof PartitionedGeometry) {
            layout = Layout.PARTITIONED;
        }
        return new BloomSizing(layout, geometry.bits(), geometry.probes());
    }

    /**
     * Bytes of memory that a filter of this size takes, as its {@code info()} says.
     *
     * @return the bytes
     */
    public long memoryBytes() {
        return BloomTable.memoryBytes(geometry());
    }

    /**
     * Cache lines that a query reads at most; fewer where absent keys are found absent early.
     *
     * @return the lines
     */
    public int cacheLinesPerQuery() {
        if (layout == Layout.BLOCKED) {
            return 1;
        }
        if (layout == Layout.PAIRED) {
            return 2;
        }
        return lines(probesPerKey, memoryBytes());
    }

    /** As many as there are reads, but not more than there are. */
    static int lines(int reads, long memoryBytes) {
        return (int) Math.min(reads, (memoryBytes + LINE_BYTES - 1) / LINE_BYTES);
    }

    /**
     * Whether one filter of this size can be built on the heap, given enough of it.
     *
     * @return false for more than 2^37 bits
     */
    public boolean fitsHeap() {
        return sizeInBits <= Words.MAX_BITS;
    }

    /**
     * The lowest FPP that 64-bit hashes allow for so many keys: twice the chance that a hash is that of one of them.
     *
     * @param keys distinct keys, from 0 to 2^40
     * @return the least target that is not refused
     */
    public static double lowestFpp(long keys) {
        return Limits.lowestFpp(SpecChecks.capacity(keys));
    }

    /**
     * The FPP after this many distinct keys.
     *
     * @param keys distinct keys, from 0 to 2^40
     * @return the probability that an absent key gets <i>maybe</i>
     */
    public double fpp(long keys) {
        return geometry().fpp(SpecChecks.capacity(keys));
    }

    /**
     * How many distinct keys a filter of this size takes before it passes an FPP.
     *
     * @param fpp a probability between 0 and 1
     * @return the largest number of keys whose FPP is at most that, up to 2^40
     */
    public long capacityAt(double fpp) {
        SpecChecks.targetFpp(fpp);
        Geometry geometry = geometry();
        double halfFull = geometry.keysFor(sizeInBits / 2.0);
        long guess = (long) Math.max(1, Math.min(halfFull, Limits.MAX_CAPACITY));
        return Search.smallest(guess, keys -> keys > Limits.MAX_CAPACITY || geometry.fpp(keys) > fpp) - 1;
    }

    /**
     * A {@code factor}-th of this size, to which a filter of this size can be folded without its keys.
     *
     * @param factor a divisor of the bits (layout classic), of the bits of a slice (partitioned), of the blocks (blocked), of the
     *     blocks of a half (paired)
     * @return the smaller size
     * @throws IllegalArgumentException if it is no divisor
     */
    public BloomSizing fold(int factor) {
        Geometry geometry = geometry();
        if (factor < 1 || geometry.foldUnits() % factor != 0) {
            throw new IllegalArgumentException("factor is " + factor + "; this size folds by divisors of "
                    + geometry.foldUnits() + (geometry.foldUnits() % 2 == 0 ? ", 2 for example" : ""));
        }
        return of(geometry.fold(factor));
    }

    /**
     * How many distinct keys a filter holds at this FPP in this much memory.
     *
     * @param layout the layout, or auto to have it picked
     * @param memoryBits the budget in bits
     * @param targetFpp a probability between 0 and 1
     * @return the largest capacity whose filter fits; 0 if not one key does. With auto a filter for more keys may be smaller,
     *     when it is given the other layout: then a capacity whose filter fits, while that of the next does not
     */
    public static long capacity(Layout layout, long memoryBits, double targetFpp) {
        Objects.requireNonNull(layout, "layout");
        if (memoryBits < 1) {
            throw new IllegalArgumentException("memoryBits is " + memoryBits + "; use 1 or more");
        }
        SpecChecks.targetFpp(targetFpp);
        long firstTooMany = Search.smallest(
                roughCapacity(layout, memoryBits, targetFpp),
                keys -> keys > Limits.MAX_CAPACITY
                        || targetFpp < Limits.lowestFpp(keys)
                        || of(layout, keys, targetFpp).sizeInBits() > memoryBits);
        return firstTooMany - 1;
    }

    /** By the bits a key of the textbook, then by those of a filter for so many: sizes are dear, and this takes most of the search away. */
    private static long roughCapacity(Layout layout, long memoryBits, double targetFpp) {
        double keys = memoryBits / ClassicSizing.bitsPerKey(targetFpp);
        for (int i = 0; i < 2; i++) {
            long whole = (long) Math.min(keys + 1, Limits.MAX_CAPACITY);
            if (targetFpp < Limits.lowestFpp(whole)) {
                return whole;
            }
            keys = whole * ((double) memoryBits / of(layout, whole, targetFpp).sizeInBits());
        }
        return (long) Math.min(keys + 1, Limits.MAX_CAPACITY);
    }

    /**
     * The number of probes with the lowest FPP for this many keys in a classic filter of this many bits.
     *
     * @param keys distinct keys, from 0 to 2^40
     * @param sizeInBits bits of the filter
     * @return the best k, from 1 to 64
     */
    public static int bestProbesPerKey(long keys, long sizeInBits) {
        SpecChecks.capacity(keys);
        return ClassicSizing.bestProbes(keys, checkBits(sizeInBits));
    }

    /**
     * Bits a key that a large filter needs.
     *
     * @param layout the layout, or auto to have it picked
     * @param targetFpp a probability between 0 and 1
     * @return for example 9.59 for classic at 0.01
     */
    public static double bitsPerKey(Layout layout, double targetFpp) {
        Objects.requireNonNull(layout, "layout");
        SpecChecks.targetFpp(targetFpp);
        if (layout == Layout.CLASSIC || (layout == Layout.AUTO && targetFpp < Limits.MIN_BLOCKED_FPP)) {
            return ClassicSizing.bitsPerKey(targetFpp);
        }
        long large = 1_000_000_000L;
        return (double) of(layout, large, targetFpp).sizeInBits() / large;
    }

    Geometry geometry() {
        return BitLayout.valueOf(layout.name()).geometry(sizeInBits, probesPerKey);
    }

    private static void check(Layout layout, long sizeInBits, int probesPerKey) {
        checkBits(sizeInBits);
        if (probesPerKey < 1 || probesPerKey > Limits.MAX_PROBES) {
            throw new IllegalArgumentException(
                    "probesPerKey is " + probesPerKey + "; use 1 to " + Limits.MAX_PROBES + ", often about 7");
        }
        if (layout == Layout.PARTITIONED && sizeInBits % probesPerKey != 0) {
            throw new IllegalArgumentException("sizeInBits is " + sizeInBits + "; layout partitioned with "
                    + probesPerKey + " probes takes a multiple of " + probesPerKey);
        }
        if (layout == Layout.BLOCKED) {
            if (BlockShape.ofProbes(probesPerKey).isEmpty()) {
                throw new IllegalArgumentException("probesPerKey is " + probesPerKey
                        + "; layout blocked takes 2, 4, 6, 8 or 12, layout classic any number");
            }
            if (sizeInBits % BlockShape.BLOCK_BITS != 0) {
                throw new IllegalArgumentException("sizeInBits is " + sizeInBits
                        + "; layout blocked takes a multiple of " + BlockShape.BLOCK_BITS);
            }
        }
        if (layout == Layout.PAIRED) {
            if (probesPerKey % 2 != 0 || BlockShape.ofProbes(probesPerKey / 2).isEmpty()) {
                throw new IllegalArgumentException("probesPerKey is " + probesPerKey
                        + "; layout paired takes 4, 8, 12, 16 or 24, layout classic any number");
            }
            if (sizeInBits % (2 * BlockShape.BLOCK_BITS) != 0) {
                throw new IllegalArgumentException("sizeInBits is " + sizeInBits
                        + "; layout paired takes a multiple of " + 2 * BlockShape.BLOCK_BITS);
            }
        }
    }

    private static long checkBits(long sizeInBits) {
        if (sizeInBits < 1 || sizeInBits > MAX_BITS) {
            throw new IllegalArgumentException("sizeInBits is " + sizeInBits + "; use 1 to 2^47");
        }
        return sizeInBits;
    }

    /** Enough for 2^40 keys at 128 bits each. */
    private static final long MAX_BITS = 1L << 47;
}
