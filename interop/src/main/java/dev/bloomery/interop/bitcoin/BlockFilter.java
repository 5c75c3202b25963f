package dev.bloomery.interop.bitcoin;

import dev.bloomery.MembershipFilter;
import dev.bloomery.internal.hash.SipHash24;
import dev.bloomery.interop.ForeignFilterException;
import dev.bloomery.interop.ForeignInfo;
import dev.bloomery.interop.internal.bytes.ForeignInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;

/**
 * The basic filter of a block, as BIP 158 has it: which scripts a block pays to or spends from. It is a
 * sorted list of hashes, whose differences are Golomb-Rice coded; it takes no keys, and stays as it was read.
 *
 * <p>A query decodes at most 128 differences; {@link #mightContainAny} decodes all of them once for any
 * number of scripts, as a wallet asks.
 */
public final class BlockFilter implements MembershipFilter<byte[]> {
    private static final String NAME = "filter of BIP 158";
    private static final int REMAINDER_BITS = 19;
    private static final long ONE_IN = 784_931;
    private static final int HASH_BYTES = 32;

    /** Four times the largest block. */
    private static final int MOST_BYTES = 1 << 24;

    /** Elements between two places where decoding may begin. */
    private static final int STRIDE = 128;

    private final SipHash24 hash;
    private final byte[] code;
    private final int elements;
    private final int[] places; // the bit at which element i * STRIDE + 1 begins
    private final long[] values; // element i * STRIDE

    private BlockFilter(SipHash24 hash, byte[] code, int elements, ForeignInput in) throws IOException {
        this.hash = hash;
        this.code = code;
        this.elements = elements;
        int marks = (elements + STRIDE - 1) / STRIDE;
        this.places = new int[marks];
        this.values = new long[marks];
        BitReader bits = new BitReader(code, 0);
        long value = 0;
        for (int i = 0; i < elements; i++) {
            long difference = bits.golombRice();
            if (difference < 0) {
                throw in.damaged("it ends within element " + i + " of " + elements);
            }
            value += difference;
            if (value >= elements * ONE_IN) {
                throw in.damaged("element " + i + " is out of range");
            }
            if (i % STRIDE == 0) {
                places[i / STRIDE] = bits.position();
                values[i / STRIDE] = value;
            }
        }
        if (!bits.isAtItsEnd()) {
            throw in.damaged("something other than zeros follows its " + elements + " elements");
        }
    }

    /**
     * Reads the bytes of a filter, as {@code getblockfilter} and the message {@code cfilter} have them.
     *
     * @param bytes the number of elements and their code, and nothing beside
     * @param blockHash the 32 bytes of the hash of the block in the order of the protocol; it is printed
     *     from the last byte to the first
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IllegalArgumentException if the hash has not 32 bytes
     */
    public static BlockFilter read(byte[] bytes, byte[] blockHash) throws ForeignFilterException {
        if (Objects.requireNonNull(blockHash, "blockHash").length != HASH_BYTES) {
            throw new IllegalArgumentException(
                    "blockHash has " + blockHash.length + " bytes; the hash of a block has " + HASH_BYTES);
        }
        ByteBuffer key = ByteBuffer.wrap(blockHash).order(ByteOrder.LITTLE_ENDIAN);
        SipHash24 hash = new SipHash24(key.getLong(), key.getLong());
        try {
            return ForeignInput.whole(bytes, NAME, in -> parse(in, bytes.length, hash));
        } catch (ForeignFilterException refused) {
            throw refused;
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static BlockFilter parse(ForeignInput in, int length, SipHash24 hash) throws IOException {
        long elements = CompactSize.read(in);
        int left = (int) (length - in.position());
        if (left > MOST_BYTES) {
            throw in.damaged("it has " + left + " bytes; the filter of a block has at most " + MOST_BYTES);
        }
        if (elements > left * 8L / (REMAINDER_BITS + 1)) {
            throw in.damaged("it says that it has " + elements + " elements, and has " + left + " bytes for them");
        }
        return new BlockFilter(hash, in.bytes(left), (int) elements, in);
    }

    /** A number below {@code elements * ONE_IN}, by the upper half of a product of 128 bits. */
    private long hash(byte[] key) {
        long mixed = hash.ofBytes(Objects.requireNonNull(key, "key"), 0, key.length);
        long range = elements * ONE_IN;
        long high = Math.multiplyHigh(mixed, range);
        return mixed < 0 ? high + range : high; // the method takes it for a negative number
    }

    @Override
    public boolean mightContain(byte[] key) {
        long wanted = hash(key);
        int mark = Arrays.binarySearch(values, wanted);
        if (mark >= 0) {
            return true;
        }
        mark = -mark - 2; // the last one that is below
        if (mark < 0) {
            return false;
        }
        BitReader bits = new BitReader(code, places[mark]);
        long value = values[mark];
        int end = Math.min(elements, (mark + 1) * STRIDE);
        for (int i = mark * STRIDE + 1; i < end && value < wanted; i++) {
            value += bits.golombRice();
        }
        return value == wanted;
    }

    /**
     * Whether the block may have one of these scripts: what a wallet wants to know of a block.
     *
     * @param keys the scripts
     * @return false: certainly none; true: probably one
     */
    public boolean mightContainAny(Collection<byte[]> keys) {
        Objects.requireNonNull(keys, "keys");
        long[] wanted = keys.stream().mapToLong(this::hash).sorted().toArray();
        BitReader bits = new BitReader(code, 0);
        long value = 0;
        int at = 0;
        for (int i = 0; i < elements; i++) {
            value += bits.golombRice();
            while (at < wanted.length && wanted[at] < value) {
                at++;
            }
            if (at == wanted.length) {
                return false;
            }
            if (wanted[at] == value) {
                return true;
            }
        }
        return false;
    }

    /**
     * How many elements the filter has.
     *
     * @return distinct scripts of the block
     */
    public int elements() {
        return elements;
    }

    @Override
    public ForeignInfo info() {
        long bits = code.length * 8L;
        long memory = code.length + (long) places.length * (Integer.BYTES + Long.BYTES);
        double fpp = elements == 0 ? 0 : 1.0 / ONE_IN;
        return new ForeignInfo(
                "bip158", elements + " elements", bits, bits, elements, fpp, elements, elements, memory, fpp);
    }

    /** The size; no keys. */
    @Override
    public String toString() {
        return "BlockFilter[" + elements + " elements]";
    }

    /** Bits from the highest one of each byte on. */
    private static final class BitReader {
        private final byte[] bytes;
        private int at;

        BitReader(byte[] bytes, int at) {
            this.bytes = bytes;
            this.at = at;
        }

        int position() {
            return at;
        }

        /** The next number; -1 if the bits end. */
        long golombRice() {
            long quotient = 0;
            int bit = next();
            while (bit == 1) {
                quotient++;
                bit = next();
            }
            long value = quotient;
            for (int i = 0; i < REMAINDER_BITS && bit >= 0; i++) {
                bit = next();
                value = value << 1 | bit;
            }
            return bit < 0 ? -1 : value;
        }

        private int next() {
            int index = at >>> 3;
            if (index >= bytes.length) {
                return -1;
            }
            return bytes[index] >> (7 - (at++ & 7)) & 1;
        }

        /** Whether only the zeros that fill the last byte are left. */
        boolean isAtItsEnd() {
            if (bytes.length - (at >>> 3) > ((at & 7) == 0 ? 0 : 1)) {
                return false;
            }
            while ((at & 7) != 0) {
                if (next() != 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
