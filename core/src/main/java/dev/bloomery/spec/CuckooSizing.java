package dev.bloomery.spec;

import dev.bloomery.internal.check.SpecChecks;
import dev.bloomery.internal.cuckoo.CuckooTable;
import dev.bloomery.internal.geometry.CuckooFit;
import dev.bloomery.internal.geometry.CuckooGeometry;

/**
 * The size of a cuckoo filter, and the arithmetic around it: how large for so many keys, which FPP, how many keys.
 *
 * <pre>{@code
 * CuckooSizing.of(1_000_000, 0.01).sizeInBits();       // fingerprints of 10 bits, 10.5 bits a key
 * }</pre>
 *
 * @param buckets buckets of four slots; an even number
 * @param fingerprintBits bits of a slot, from 1 to 40; narrow ones fill up early, see {@link #of}
 */
public record CuckooSizing(long buckets, int fingerprintBits) {

    public CuckooSizing {
        if (buckets < 2 || buckets > CuckooGeometry.MAX_BUCKETS || buckets % 2 != 0) {
            throw new IllegalArgumentException("buckets is " + buckets + "; use an even number from 2 to 2^40 ("
                    + CuckooGeometry.MAX_BUCKETS + ")");
        }
        if (fingerprintBits < 1 || fingerprintBits > CuckooGeometry.MAX_WIDTH) {
            throw new IllegalArgumentException(
                    "fingerprintBits is " + fingerprintBits + "; use 1 to " + CuckooGeometry.MAX_WIDTH);
        }
    }

    /**
     * The smallest size in which so many distinct keys find room, with a probability of at least 1 - 1e-6, and have at most such
     * an FPP. Fingerprints have 7 bits at least, because narrower ones let too many keys look alike.
     *
     * @param capacity distinct keys, from 0 to 2^40
     * @param targetFpp a probability between 0 and 1
     * @return the size
     * @throws IllegalArgumentException if the FPP is too low for 64-bit hashes and fingerprints of 40 bits
     */
    public static CuckooSizing of(long capacity, double targetFpp) {
        SpecChecks.capacity(capacity);
        SpecChecks.targetFpp(targetFpp);
        SpecChecks.hashesSuffice(capacity, targetFpp);
        SpecChecks.cuckooTargetFpp(capacity, targetFpp);
        CuckooGeometry fit = CuckooFit.of(capacity, targetFpp);
        return new CuckooSizing(fit.buckets(), fit.width());
    }

    CuckooGeometry geometry() {
        return new CuckooGeometry(buckets, fingerprintBits);
    }

    /**
     * Fingerprints that there is room for.
     *
     * @return four times the buckets
     */
    public long slots() {
        return geometry().slots();
    }

    /**
     * Bits of all slots.
     *
     * @return the bits
     */
    public long sizeInBits() {
        return geometry().bits();
    }

    /**
     * Bytes of memory that a filter of this size takes, as its {@code info()} says.
     *
     * @return the bytes
     */
    public long memoryBytes() {
        return CuckooTable.memoryBytes(geometry());
    }

    /**
     * Cache lines that a query reads: one for each of the two buckets of a key, if none lies across two.
     *
     * @return the lines
     */
    public int cacheLinesPerQuery() {
        return 2; // a bucket each
    }

    /**
     * Whether one filter of this size can be built on the heap, given enough of it.
     *
     * @return false for more than 2^34 bits
     */
    public boolean fitsHeap() {
        return sizeInBits() <= CuckooTable.MAX_BITS;
    }

    /**
     * The FPP with so many distinct keys in.
     *
     * @param keys distinct keys
     * @return a probability
     */
    public double fpp(long keys) {
        return geometry().fpp(keys);
    }

    /**
     * How many distinct keys find room, with a probability of at least 1 - 1e-6.
     *
     * @return the keys
     */
    public long room() {
        return CuckooFit.keys(buckets);
    }
}
