package dev.bloomery.interop.bitcoin;

import com.dynatrace.hash4j.hashing.Hasher32;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.bloomery.interop.ForeignFilter;
import dev.bloomery.interop.ForeignFilterException;
import dev.bloomery.interop.ForeignInfo;
import dev.bloomery.interop.internal.bits.BitWords;
import dev.bloomery.interop.internal.bits.BloomMath;
import dev.bloomery.interop.internal.bytes.ForeignInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The filter of a {@code filterload} message of BIP 37: what a wallet sends to a node, which then sends
 * matching transactions.
 *
 * <pre>{@code
 * Bip37Filter filter = Bip37Filter.create(10, 0.0001, tweak, Bip37Filter.Update.ALL);
 * filter.add(publicKeyHash);
 * byte[] payload = filter.toBytes();
 * }</pre>
 *
 * <p>Keys are data elements of scripts, transaction ids and serialized outpoints, as bytes. A filter without
 * bits matches everything, as in Bitcoin Core.
 */
public final class Bip37Filter implements ForeignFilter<byte[]> {
    /** The most bytes of bits that the protocol allows. */
    public static final int MOST_BYTES = 36_000;

    /** The most hash functions that the protocol allows. */
    public static final int MOST_PROBES = 50;

    private static final String NAME = "filter of BIP 37";
    private static final int SEED_STEP = 0xFBA4C795;

    /** What a node adds to the filter when it has found a match. */
    public enum Update {
        /** Nothing. */
        NONE(0),

        /** The outpoint of every output that matches. */
        ALL(1),

        /** The outpoint of an output that matches by a public key or in a multisignature script. */
        PUBLIC_KEYS_ONLY(2);

        private final int flags;

        Update(int flags) {
            this.flags = flags;
        }

        private static Update of(int flags) {
            for (Update update : values()) {
                if (update.flags == (flags & 3)) {
                    return update;
                }
            }
            return NONE;
        }
    }

    private final int bytes;
    private final int tweak;
    private final int flags;
    private final BitWords bits;
    private final Hasher32[] hashes;

    private Bip37Filter(int bytes, int probes, int tweak, int flags, BitWords bits) {
        this.bytes = bytes;
        this.tweak = tweak;
        this.flags = flags;
        this.bits = bits;
        this.hashes = new Hasher32[probes];
        for (int i = 0; i < probes; i++) {
            hashes[i] = Hashing.murmur3_32(i * SEED_STEP + tweak);
        }
    }

    /**
     * An empty filter, as Bitcoin Core sizes it.
     *
     * @param elements how many it is made for, 1 or more
     * @param fpp the FPP at so many; the size has a limit, so for many elements it is higher
     * @param tweak a random number, so that the strangers that match differ from filter to filter
     * @param update what the node adds
     * @return the filter
     * @throws IllegalArgumentException if a number is out of range
     */
    public static Bip37Filter create(int elements, double fpp, int tweak, Update update) {
        if (elements < 1 || !(fpp > 0 && fpp < 1)) {
            throw new IllegalArgumentException("elements is " + elements + " and fpp " + fpp
                    + "; use 1 or more, and a probability between 0 and 1");
        }
        double ln2 = Math.log(2);
        double wanted = -elements * Math.log(fpp) / (ln2 * ln2);
        int bytes = Math.max(1, (int) Math.min(wanted, MOST_BYTES * 8.0) / 8);
        int bitsEach = bytes * 8 / elements; // whole bits, as in Bitcoin Core
        int probes = Math.max(1, Math.min(MOST_PROBES, (int) (bitsEach * ln2)));
        return new Bip37Filter(bytes, probes, tweak, update.flags, new BitWords(new long[(bytes + 7) / 8]));
    }

    /**
     * Reads the payload of a {@code filterload} message.
     *
     * @param payload the bytes, and nothing beside them
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter, or one above the limits of the protocol
     */
    public static Bip37Filter read(byte[] payload) throws ForeignFilterException {
        try {
            return ForeignInput.whole(payload, NAME, Bip37Filter::parse);
        } catch (ForeignFilterException refused) {
            throw refused;
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Reads the payload of a {@code filterload} message from a stream that may go on after it.
     *
     * @param in at the first byte of the payload; is read to its last one, and not closed
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter, or one above the limits of the protocol
     * @throws IOException if {@code in} throws
     */
    public static Bip37Filter read(InputStream in) throws IOException {
        return ForeignInput.next(in, NAME, Bip37Filter::parse);
    }

    private static Bip37Filter parse(ForeignInput in) throws IOException {
        long bytes = CompactSize.read(in);
        if (bytes > MOST_BYTES) {
            throw in.damaged(
                    "it says that it has " + bytes + " bytes of bits, and at most " + MOST_BYTES + " are allowed");
        }
        BitWords bits = new BitWords(in.longs(bytes, ByteOrder.LITTLE_ENDIAN));
        int probes = in.i32(ByteOrder.LITTLE_ENDIAN);
        int tweak = in.i32(ByteOrder.LITTLE_ENDIAN);
        int flags = in.u8();
        if (probes < 0 || probes > MOST_PROBES) {
            throw in.damaged("it says that it has " + Integer.toUnsignedString(probes) + " hash functions, and at most "
                    + MOST_PROBES + " are allowed");
        }
        return new Bip37Filter((int) bytes, probes, tweak, flags, bits);
    }

    private long position(byte[] key, int probe) {
        return Integer.toUnsignedLong(hashes[probe].hashBytesToInt(key)) % (bytes * 8L);
    }

    @Override
    public boolean mightContain(byte[] key) {
        Objects.requireNonNull(key, "key");
        if (bytes == 0) {
            return true;
        }
        for (int i = 0; i < hashes.length; i++) {
            if (!bits.isSet(position(key, i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean add(byte[] key) {
        Objects.requireNonNull(key, "key");
        boolean changed = false;
        for (int i = 0; bytes > 0 && i < hashes.length; i++) {
            changed |= bits.set(position(key, i));
        }
        return changed;
    }

    /**
     * What a node adds to the filter; unknown flags are as {@link Update#NONE}.
     *
     * @return the update
     */
    public Update update() {
        return Update.of(flags);
    }

    /**
     * The number that makes this filter differ from another one of the same keys.
     *
     * @return the tweak
     */
    public int tweak() {
        return tweak;
    }

    /**
     * Bits of the filter.
     *
     * @return a multiple of 8
     */
    public long sizeInBits() {
        return bytes * 8L;
    }

    /**
     * Bits that a key sets.
     *
     * @return from 0 to 50
     */
    public int probesPerKey() {
        return hashes.length;
    }

    @Override
    public double currentFpp() {
        return bytes == 0 || hashes.length == 0 ? 1 : BloomMath.fpp(sizeInBits(), bits.setBits(), hashes.length);
    }

    @Override
    public ForeignInfo info() {
        String description = sizeInBits() + " bits, k " + hashes.length + ", update " + update();
        if (bytes == 0 || hashes.length == 0) {
            return new ForeignInfo(
                    "bip37", description, sizeInBits(), bits.setBits(), 0, 1, 0, 0, 8L * bits.words(), 1);
        }
        return BloomMath.info("bip37", description, sizeInBits(), bits, hashes.length);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        CompactSize.write(out, bytes);
        bits.writeTo(out, bytes, ByteOrder.LITTLE_ENDIAN);
        ByteBuffer tail = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
        out.write(tail.putInt(hashes.length).putInt(tweak).put((byte) flags).array());
    }

    /** The size; no keys, and no tweak. */
    @Override
    public String toString() {
        return "Bip37Filter[" + sizeInBits() + " bits, k " + hashes.length + "]";
    }
}
