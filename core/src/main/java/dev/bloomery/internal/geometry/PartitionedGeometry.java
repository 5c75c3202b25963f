package dev.bloomery.internal.geometry;

/**
 * Partitioned: each of {@code probes} probes owns a slice of {@code sliceBits} bits, and slices follow each other.
 *
 * <p>A slice takes one throw of every key, and probes of different slices are independent, so the FPP is exact in closed
 * form. It is a little higher than that of the classic layout of the same size: a key cannot hit a bit twice, so a few
 * more bits are set.
 */
public record PartitionedGeometry(long sliceBits, int probes) implements Geometry {

    @Override
    public long bits() {
        return sliceBits * probes;
    }

    @Override
    public long position(long hash, int probe) {
        return probe * sliceBits + Mix.reduce(Mix.word(hash, probe), sliceBits);
    }

    @Override
    public double fpp(long keys) {
        double taken = -Math.expm1(keys * Math.log1p(-1.0 / sliceBits)); // a given bit of a slice is
        double allTaken = keys == 0 ? 0 : Math.pow(taken, probes);
        return Math.min(allTaken + HashCollisions.fpp(keys), 1);
    }

    @Override
    public double keysFor(double setBits) {
        return Math.log1p(-setBits / bits()) / Math.log1p(-1.0 / sliceBits);
    }

    @Override
    public double setBitsFor(long keys) {
        return keys == 0 ? 0 : -Math.expm1(keys * Math.log1p(-1.0 / sliceBits)) * bits();
    }

    /** Each of the throws is a step of its own, of at most one bit. */
    @Override
    public double setBitsDeviation(long keys, double log) {
        return Chance.deviation(probes * Chance.squaredPowers(1.0 / sliceBits, keys), log);
    }

    /** Every slice for itself, each with its share of the chance. */
    @Override
    public double leastFpp(long keys, double log) {
        double deviation = Chance.deviation(Chance.squaredPowers(1.0 / sliceBits, keys), log + Math.log(probes));
        double taken = setBitsFor(keys) / probes;
        return Math.pow(Math.max(0, taken - deviation) / sliceBits, probes);
    }

    @Override
    public long regionBits() {
        return bits();
    }

    @Override
    public long foldUnits() {
        return sliceBits;
    }

    @Override
    public Geometry fold(int factor) {
        return new PartitionedGeometry(sliceBits / factor, probes);
    }

    @Override
    public long foldPosition(long position, int factor) {
        long slice = position / sliceBits;
        return slice * (sliceBits / factor) + position % sliceBits / factor;
    }
}
