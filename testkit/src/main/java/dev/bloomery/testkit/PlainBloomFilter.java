package dev.bloomery.testkit;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

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

        /** Whether all of them are in a set. */
        default boolean areIn(BitSet bits, long hash) {
            for (long position : of(hash)) {
                if (!bits.get(Math.toIntExact(position))) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Positions that can be computed one by one: a question ends at the first one that is not there. */
    private interface OneByOne extends Positions {
        int probes();

        long of(long hash, int probe);

        @Override
        default long[] of(long hash) {
            long[] positions = new long[probes()];
            Arrays.setAll(positions, probe -> of(hash, probe));
            return positions;
        }

        @Override
        default boolean areIn(BitSet bits, long hash) {
            for (int probe = 0; probe < probes(); probe++) {
                if (!bits.get(Math.toIntExact(of(hash, probe)))) {
                    return false;
                }
            }
            return true;
        }
    }

    private record Independent(long sizeInBits, int probes) implements OneByOne {
        @Override
        public long of(long hash, int probe) {
            return Long.remainderUnsigned(KeyShape.mix(hash + probe * 0x9E3779B97F4A7C15L), sizeInBits);
        }
    }

    private record DoubleHashing(long sizeInBits, int probes) implements OneByOne {
        @Override
        public long of(long hash, int probe) {
            long start = Long.remainderUnsigned(hash, sizeInBits);
            long step = Long.remainderUnsigned(KeyShape.mix(hash), sizeInBits);
            return (start + probe * step) % sizeInBits;
        }
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
        return asked.areIn(bits, hash);
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

    /**
     * The positions of the blocked layout. A block has eight words. The upper half of the hash picks the block; in the lower
     * half there are for each word of the key, from bit 0 on, six bits by which its set is turned, and then the
     * bits that pick one of the words whose number leaves the same remainder. The set is picked by the next sixteen bits
     * (two words), or by the top sixteen of the second word of the sequence (four words).
     */
    public static Positions blocked(long sizeInBits, int wordsOfAKey, int bitsPerWord) {
        int bitsOfAChoice = wordsOfAKey == 2 ? 2 : 1; // among four words, or two
        int[][] sets = sets(bitsPerWord);
        return hash -> {
            long block = digits(hash, 32, 32) * (sizeInBits / 512) / (1L << 32);
            long pick = wordsOfAKey == 2 ? digits(hash, 16, 16) : digits(word(hash, 1), 48, 16);
            int[] set = sets[(int) (pick * sets.length / 65536)];
            long[] positions = new long[wordsOfAKey * bitsPerWord];
            for (int i = 0; i < wordsOfAKey; i++) {
                long turn = digits(hash, 6 * i, 6);
                long choice = digits(hash, 6 * wordsOfAKey + bitsOfAChoice * i, bitsOfAChoice);
                long word = block * 8 + choice * wordsOfAKey + i;
                for (int bit = 0; bit < bitsPerWord; bit++) {
                    positions[i * bitsPerWord + bit] = word * 64 + (set[bit] + turn) % 64;
                }
            }
            return positions;
        };
    }

    /**
     * The positions of the paired layout: those of the blocked layout in the first half, and in the second one those that the remixed hash has
     * in it. A hash is remixed by xoring it with its upper 31 binary digits and a multiplication, twice, and by xoring it like that once more.
     */
    public static Positions paired(long sizeInBits, int wordsOfAKey, int bitsPerWord) {
        Positions half = blocked(sizeInBits / 2, wordsOfAKey, bitsPerWord);
        return hash -> {
            long[] first = half.of(hash);
            long[] second = half.of(remixed(hash));
            long[] both = Arrays.copyOf(first, 2 * first.length);
            for (int i = 0; i < second.length; i++) {
                both[first.length + i] = sizeInBits / 2 + second[i];
            }
            return both;
        };
    }

    private static long remixed(long hash) {
        BigInteger number = unsigned(hash);
        for (String factor : List.of("FF51AFD7ED558CCD", "C4CEB9FE1A85EC53")) {
            number = low64(number.xor(number.shiftRight(33)).multiply(hex(factor)));
        }
        return number.xor(number.shiftRight(33)).longValue();
    }

    /**
     * Sets of bits that begin with bit 0: of one bit {0}; of two bits those whose second is 1 to 32, in this order, all but the
     * last twice; of three bits, in the order of their second and third, those whose gaps from bit to bit and round to the
     * first come before their turns in the order of a dictionary, and of these 512 in equal steps.
     */
    private static int[][] sets(int bitsPerWord) {
        List<int[]> sets = new ArrayList<>();
        if (bitsPerWord == 1) {
            sets.add(new int[] {0});
        }
        for (int second = 1; second < 64 && bitsPerWord > 1; second++) {
            if (bitsPerWord == 2) {
                sets.add(new int[] {0, (second + 1) / 2});
            }
            for (int third = second + 1; third < 64 && bitsPerWord == 3; third++) {
                int[] gaps = {second, third - second, 64 - third};
                int[] turned = {gaps[1], gaps[2], gaps[0]};
                int[] turnedTwice = {gaps[2], gaps[0], gaps[1]};
                if (Arrays.compare(gaps, turned) < 0 && Arrays.compare(gaps, turnedTwice) < 0) {
                    sets.add(new int[] {0, second, third});
                }
            }
        }
        int[][] used = new int[bitsPerWord == 3 ? 512 : sets.size()][];
        Arrays.setAll(used, i -> sets.get(i * sets.size() / used.length));
        return used;
    }

    /**
     * The positions of the classic layout, or of the partitioned one, with another multiplier in the place of the right one,
     * in quick arithmetic: weak multipliers are broken on purpose.
     */
    public static Positions withMultiplier(long multiplier, long sizeInBits, int probes, boolean sliced) {
        long range = sliced ? sizeInBits / probes : sizeInBits;
        return hash -> {
            long[] positions = new long[probes];
            long word = hash;
            for (int i = 0; i < probes; i++) {
                positions[i] = (sliced ? i * range : 0) + Math.multiplyHigh(word >>> 1, range << 1);
                word *= multiplier;
            }
            return positions;
        };
    }

    /** Independent positions by plain remainders: quick enough for many filters, the sound partner of the broken ones. */
    public static Positions independent(long sizeInBits, int probes) {
        return new Independent(sizeInBits, probes);
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
        return new PlainBloomFilter(new DoubleHashing(sizeInBits, probes));
    }

    /** floor(top 63 bits / 2^63 * size). */
    private static long share(long bits, long size) {
        return unsigned(bits)
                .shiftRight(1)
                .multiply(BigInteger.valueOf(size))
                .shiftRight(63)
                .longValueExact();
    }

    /** The sequence of words that begins with the hash: each is the one before times the multiplier, modulo 2^64. */
    private static long word(long hash, int index) {
        return low64(unsigned(hash).multiply(hex("D1342543DE82EF95").pow(index)))
                .longValue();
    }

    /** The number that so many binary digits write, from the digit of 2^from on. */
    private static long digits(long bits, int from, int count) {
        return unsigned(bits)
                .shiftRight(from)
                .mod(BigInteger.ONE.shiftLeft(count))
                .longValueExact();
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
