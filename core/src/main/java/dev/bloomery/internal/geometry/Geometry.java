package dev.bloomery.internal.geometry;

/** Where the bits of a key lie, and what that means for the FPP. */
public sealed interface Geometry extends FppModel
        permits ClassicGeometry, PartitionedGeometry, BlockedGeometry, PairedGeometry {

    long bits();

    /** Probes a key, k. */
    int probes();

    /** The bit that probe {@code probe} of the key with this hash looks at. */
    long position(long hash, int probe);

    /** The number of keys at which on average this many bits are set; infinite when all are. */
    double keysFor(double setBits);

    /** The number of bits that are set on average after {@code keys} distinct keys: the inverse of {@link #keysFor}. */
    double setBitsFor(long keys);

    /**
     * How many of so many distinct keys are expected to change a bit when they are added: the others look present already.
     * At an FPP of 1 % that is nearly all of them, at 50 % some three quarters. By the mean fill f, which keys change by {@code (1 - f) h}
     * each: the integral of {@code 1 - f^k} is the sum of {@code f^j / j} for j from 1 to k, divided by h.
     */
    @Override
    default double newAmong(long keys) {
        double fill = setBitsFor(keys) / bits();
        double power = 1;
        double sum = 0;
        for (int j = 1; j <= probes(); j++) {
            power *= fill;
            sum += power / j;
        }
        return sum * keysFor(bits() / 2.0) / Math.log(2);
    }

    /** The number of distinct keys after which so many are expected to have changed a bit: the inverse of {@link #newAmong}. */
    @Override
    default long keysAfter(long insertions) {
        if (insertions == 0) {
            return 0;
        }
        long beyondAll = 64 * bits(); // by then no key is new
        return Search.smallest(insertions, keys -> newAmong(keys) >= insertions - 0.5 || keys > beyondAll);
    }

    /*
     * What chance can do. The number Z of set bits after n keys is, seen key by key, a martingale: whatever bits are set now, each free one
     * stays free with the same chance s of all keys to come, so that a key moves the expectation of Z by s times what it sets beyond its
     * mean.
     *
     * For the number C of keys that were new when they came there are three bounds, each better than the others somewhere. Every new key sets
     * a bit, so C is at most Z. The keys that looked present, n - C, are a sum of events whose chances, given the bits so far, are the FPP
     * of these bits, which never falls as bits are set: that is the best one at an FPP of 20 % and less. And C is a martingale, too: of the
     * keys to come, a key makes at most as many look present as it sets bits that are hit again, so that it moves C by at most
     * max(1, k (1 - s)).
     */

    /** The most bits that so many distinct keys set; more of them once in 10^12 filters. */
    default long mostSetBits(long keys) {
        double most = setBitsFor(keys) + setBitsDeviation(keys, Chance.CERTAIN);
        return (long) Math.min(most, Math.min((double) bits(), (double) keys * probes()));
    }

    /** The number of distinct keys that so many set bits prove: fewer set so many once in 10^12 filters. */
    default long leastKeysFor(long setBits) {
        if (setBits <= 0) {
            return 0;
        }
        double guess = keysFor(Math.min((double) setBits, bits() - 0.5));
        return Search.smallest(
                (long) Math.max(1, guess), keys -> keys >= Limits.MAX_CAPACITY || mostSetBits(keys) >= setBits);
    }

    /** How far the set bits are from their mean after so many keys, but for that chance on each side. */
    double setBitsDeviation(long keys, double log);

    /** The least FPP that the bits of so many distinct keys have, but for that chance. */
    double leastFpp(long keys, double log);

    /** Steps in which the FPP is taken to be what it was at the start of the step. */
    int STEPS = 64;

    @Override
    default long mostNewAmong(long keys) {
        long most = Math.min(keys, Math.min(mostSetBits(keys), mostNewByMean(keys)));
        double log = Chance.CERTAIN + Math.log(2); // one half for the sum, one for the chances that it is of
        if (keys * roughFpp(keys) < log) {
            return most; // so few look present that none may
        }
        double expected = 0;
        for (int step = 1; step < STEPS; step++) {
            double from = (double) keys * step / STEPS;
            double to = (double) keys * (step + 1) / STEPS;
            expected += (to - from) * leastFpp((long) from, log + Math.log(STEPS));
        }
        return Math.min(most, keys - (long) Chance.leastSum(expected, log));
    }

    /** The mean, which the model gives to a hundredth of those that are not new, and what chance adds to it. */
    private long mostNewByMean(long keys) {
        double mean = keys - MODEL_ERROR * (keys - newAmong(keys)) + 1;
        double squaredRanges = 0;
        for (int step = 0; step < STEPS; step++) {
            long left = keys - (long) ((double) keys * step / STEPS);
            double range = Math.max(1, probes() * setBitsFor(left) / bits());
            squaredRanges += range * range * keys / STEPS;
        }
        return (long) (mean + Chance.deviation(squaredRanges, Chance.CERTAIN));
    }

    /** The models are right to a hundredth, and bounds are made for two. */
    double MODEL_ERROR = 0.98;

    /** About the FPP, for little. */
    default double roughFpp(long keys) {
        return Math.pow(setBitsFor(keys) / bits(), probes());
    }

    /** All positions of a key lie in one stretch of this many bits that begins at a multiple of it. */
    long regionBits();

    /** What folding divides: bits, bits of a slice, blocks. */
    long foldUnits();

    /** The geometry of a {@code factor}-th of the size. Expects a divisor of {@link #foldUnits}. */
    Geometry fold(int factor);

    /** Where a bit of this geometry lies in {@link #fold}: there every key has the folded bits of its bits here. */
    long foldPosition(long position, int factor);
}
