package dev.bloomery.internal.geometry;

/**
 * Classic: each of {@code probes} probes may hit any of {@code bits} bits, up to as many cache lines as probes.
 *
 * <p>Every position comes from its own word of fresh bits. Two base hashes and their multiples (double hashing) would
 * be cheaper, but in a small array they leave too few different sets of positions: the FPP then stops falling at about
 * n / m^2 (docs/adr/0003).
 */
public record ClassicGeometry(long bits, int probes) implements Geometry {

    @Override
    public long position(long hash, int probe) {
        return Mix.reduce(Mix.word(hash, probe), bits);
    }

    @Override
    public double fpp(long keys) {
        return Math.min(Occupancy.allTaken(bits, keys * probes, probes) + HashCollisions.fpp(keys), 1);
    }

    @Override
    public double keysFor(double setBits) {
        return Math.log1p(-setBits / bits) / Math.log1p(-1.0 / bits) / probes;
    }

    @Override
    public double setBitsFor(long keys) {
        return keys == 0 ? 0 : -Math.expm1((double) keys * probes * Math.log1p(-1.0 / bits)) * bits;
    }

    /** Each of the throws is a step of its own, of at most one bit. */
    @Override
    public double setBitsDeviation(long keys, double log) {
        return Chance.deviation(Chance.squaredPowers(1.0 / bits, keys * probes), log);
    }

    @Override
    public double leastFpp(long keys, double log) {
        return Math.pow(Math.max(0, setBitsFor(keys) - setBitsDeviation(keys, log)) / bits, probes);
    }

    @Override
    public long regionBits() {
        return bits;
    }

    @Override
    public long foldUnits() {
        return bits;
    }

    @Override
    public Geometry fold(int factor) {
        return new ClassicGeometry(bits / factor, probes);
    }

    @Override
    public long foldPosition(long position, int factor) {
        return position / factor;
    }
}
