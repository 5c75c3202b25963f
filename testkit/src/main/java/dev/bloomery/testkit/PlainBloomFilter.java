package dev.bloomery.testkit;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A Bloom filter in the plainest form: a {@link BitSet} and a function from a hash to positions, on hashes only. It is the
 * oracle that the fast code is compared with, bit for bit, and the carrier of variants that are broken on purpose.
 */
public final class PlainBloomFilter {
    private final BitSet bits = new BitSet();
    private final Positions added;
    private final Positions asked;

    /** From a hash to the bits it stands for. */
    @FunctionalInterface
    public interface Positions {
        long[] of(long hash);
    }

    public PlainBloomFilter(Positions positions) {
        this(positions, positions);
    }

    private PlainBloomFilter(Positions added, Positions asked) {
        this.added = added;
        this.asked = asked;
    }

    public void addHash(long hash) {
        for (long position : added.of(hash)) {
            bits.set(Math.toIntExact(position));
        }
    }

    public boolean mightContainHash(long hash) {
        for (long position : asked.of(hash)) {
            if (!bits.get(Math.toIntExact(position))) {
                return false;
            }
        }
        return true;
    }

    public BitSet bits() {
        return (BitSet) bits.clone();
    }

    /** The positions of the classic layout as its documentation has them, in the arithmetic of school. */
    public static Positions classic(long sizeInBits, int probes) {
        return hash -> {
            long[] positions = new long[probes];
            for (int i = 0; i < probes; i++) {
                positions[i] = share(word(hash, i), sizeInBits);
            }
            return positions;
        };
    }

    /** The positions of the partitioned layout: probe i in slice i. */
    public static Positions partitioned(long sizeInBits, int probes) {
        return hash -> {
            long sliceBits = sizeInBits / probes;
            long[] positions = new long[probes];
            for (int i = 0; i < probes; i++) {
                positions[i] = i * sliceBits + share(word(hash, i), sliceBits);
            }
            return positions;
        };
    }

    /** The positions of the blocked layout: a block by the hash, then six bits of a fresh word for each word of it. */
    public static Positions blocked(long sizeInBits, int wordsPerBlock, int bitsPerWord) {
        return hash -> {
            long block = share(hash, sizeInBits / (64L * wordsPerBlock));
            long[] positions = new long[wordsPerBlock * bitsPerWord];
            for (int round = 0; round < bitsPerWord; round++) {
                BigInteger picks = unsigned(word(hash, round));
                for (int w = 0; w < wordsPerBlock; w++) {
                    int pick =
                            picks.shiftRight(6 * w).mod(BigInteger.valueOf(64)).intValueExact();
                    positions[round * wordsPerBlock + w] = (block * wordsPerBlock + w) * 64 + pick;
                }
            }
            return positions;
        };
    }

    /** Independent positions by plain remainders: quick enough for many filters, the sound partner of the broken ones. */
    public static Positions independent(long sizeInBits, int probes) {
        return hash -> {
            long[] positions = new long[probes];
            for (int i = 0; i < probes; i++) {
                positions[i] = Long.remainderUnsigned(KeyShape.mix(hash + i * 0x9E3779B97F4A7C15L), sizeInBits);
            }
            return positions;
        };
    }

    /** Broken: asks one probe less than it adds. */
    public static PlainBloomFilter withAProbeTooFew(Positions positions) {
        return new PlainBloomFilter(positions, hash -> {
            long[] all = positions.of(hash);
            return Arrays.copyOf(all, all.length - 1);
        });
    }

    /** Broken in small arrays: all positions follow from two numbers below the size. */
    public static PlainBloomFilter withDoubleHashing(long sizeInBits, int probes) {
        return new PlainBloomFilter(hash -> {
            long start = Long.remainderUnsigned(hash, sizeInBits);
            long step = Long.remainderUnsigned(KeyShape.mix(hash), sizeInBits);
            long[] positions = new long[probes];
            for (int i = 0; i < probes; i++) {
                positions[i] = (start + i * step) % sizeInBits;
            }
            return positions;
        });
    }

    /** floor(top 63 bits / 2^63 * size). */
    private static long share(long bits, long size) {
        return unsigned(bits)
                .shiftRight(1)
                .multiply(BigInteger.valueOf(size))
                .shiftRight(63)
                .longValueExact();
    }

    /** SplitMix64, as its authors wrote it down: the state moves by the golden gamma, then three xor-shifts. */
    private static long word(long hash, int index) {
        BigInteger z = low64(unsigned(hash).add(hex("9E3779B97F4A7C15").multiply(BigInteger.valueOf(index + 1L))));
        z = low64(z.xor(z.shiftRight(30)).multiply(hex("BF58476D1CE4E5B9")));
        z = low64(z.xor(z.shiftRight(27)).multiply(hex("94D049BB133111EB")));
        return z.xor(z.shiftRight(31)).longValue();
    }

    private static BigInteger hex(String digits) {
        return new BigInteger(digits, 16);
    }

    private static BigInteger unsigned(long bits) {
        return new BigInteger(Long.toUnsignedString(bits));
    }

    private static BigInteger low64(BigInteger value) {
        return value.mod(BigInteger.ONE.shiftLeft(64));
    }
}
