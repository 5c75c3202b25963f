package dev.bloomery.internal.family;

import dev.bloomery.internal.family.OwnerPlan.Slice;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The filter of one owner as bytes, at any place of an array. Little-endian:
 *
 * <pre>
 *  0  8  hash of the owner
 *  8  1  1 asked for lately, 2 written: the log has it as it is; from bit 2 on the number of slices
 *  9  1  keys in the list
 * 10     list: fingerprints one after the other without gaps, the lowest bits first; room for a multiple of four
 *        with slices:  4  keys in the last one; then the slices, the first one first, bit b in byte b / 8
 *        if written:   4  where in the log
 * </pre>
 *
 * <p>Its length follows from the bytes 8 and 9, and changes only when the record is copied: so the records of a page can be walked. A
 * fingerprint is read by a load of eight bytes, which may reach {@link #TAIL} bytes behind the record.
 */
final class OwnerRecord {
    /** Bytes that must follow the last record of an array. */
    static final int TAIL = Long.BYTES;

    static final int HEAD = 10;

    private static final int FLAGS = 8;
    private static final int COUNT = 9;
    private static final int ASKED = 1;
    private static final int WRITTEN = 2;
    private static final int SLICES_SHIFT = 2;

    /** Records grow by so many fingerprints at once: fewer copies, and at most three unused. */
    private static final int LIST_STEP = 4;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final OwnerPlan plan;
    private final int width;
    private final int listKeys;

    OwnerRecord(OwnerPlan plan) {
        this.plan = plan;
        this.width = plan.width();
        this.listKeys = plan.listKeys();
    }

    static long owner(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static boolean isAsked(byte[] bytes, int at) {
        return (bytes[at + FLAGS] & ASKED) != 0;
    }

    static void setAsked(byte[] bytes, int at, boolean asked) {
        bytes[at + FLAGS] = (byte) (asked ? bytes[at + FLAGS] | ASKED : bytes[at + FLAGS] & ~ASKED);
    }

    static boolean isWritten(byte[] bytes, int at) {
        return (bytes[at + FLAGS] & WRITTEN) != 0;
    }

    static int slices(byte[] bytes, int at) {
        return (bytes[at + FLAGS] & 0xFF) >>> SLICES_SHIFT;
    }

    static int listed(byte[] bytes, int at) {
        return bytes[at + COUNT] & 0xFF;
    }

    /** Keys that were new when they came. */
    long keys(byte[] bytes, int at) {
        long keys = listed(bytes, at);
        int slices = slices(bytes, at);
        for (int i = 0; i < slices - 1; i++) {
            keys += plan.slice(i).keys();
        }
        return slices == 0 ? keys : keys + (int) INT.get(bytes, at + HEAD + listBytes(listed(bytes, at)));
    }

    /** Bytes of the record without its place in the log. */
    int bareLength(byte[] bytes, int at) {
        return length(listed(bytes, at), slices(bytes, at));
    }

    int length(byte[] bytes, int at) {
        return bareLength(bytes, at) + (isWritten(bytes, at) ? Integer.BYTES : 0);
    }

    int length(int listed, int slices) {
        return HEAD
                + listBytes(listed)
                + (slices == 0 ? 0 : Integer.BYTES + plan.slice(slices - 1).end());
    }

    private int listBytes(int listed) {
        return (listRoom(listed) * width + 7) >>> 3;
    }

    /** For how many keys a list with so many has room. */
    private int listRoom(int listed) {
        return Math.min(listKeys, (listed + LIST_STEP - 1) / LIST_STEP * LIST_STEP);
    }

    /** Whether {@code length} bytes can be a record as far as its length goes; then nothing reads behind them. */
    boolean isPlausible(byte[] bytes, int at, int length) {
        if (length < HEAD || isWritten(bytes, at) || listed(bytes, at) > listKeys) {
            return false;
        }
        int slices = slices(bytes, at);
        return (slices == 0 || (listed(bytes, at) == listKeys && slices <= plan.slices()))
                && bareLength(bytes, at) == length;
    }

    boolean contains(byte[] bytes, int at, long key) {
        long fingerprint = key >>> -width;
        int listed = listed(bytes, at);
        int list = at + HEAD;
        for (int i = 0, bit = 0; i < listed; i++, bit += width) {
            long window = (long) LONG.get(bytes, list + (bit >>> 3)) >>> (bit & 7);
            if ((window ^ fingerprint) << -width == 0) {
                return true;
            }
        }
        int slices = slices(bytes, at);
        int from = list + listBytes(listed) + Integer.BYTES;
        for (int i = 0; i < slices; i++) {
            Slice slice = plan.slice(i);
            if (allSet(bytes, from, slice, key)) {
                return true;
            }
            from += slice.bytes();
        }
        return false;
    }

    /** Those of the keys that it does not contain. */
    long[] missing(byte[] bytes, int at, long[] keys) {
        long[] missing = new long[keys.length];
        int count = 0;
        for (long key : keys) {
            if (!contains(bytes, at, key)) {
                missing[count++] = key;
            }
        }
        return Arrays.copyOf(missing, count);
    }

    private static boolean allSet(byte[] bytes, int from, Slice slice, long key) {
        for (int probe = 0; probe < slice.geometry().probes(); probe++) {
            long bit = slice.geometry().position(key, probe);
            if ((bytes[from + (int) (bit >>> 3)] >>> (bit & 7) & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    /** How many keys can be put in where the record is. Into one that is written none: the log would no longer have it. */
    int room(byte[] bytes, int at) {
        if (isWritten(bytes, at)) {
            return 0;
        }
        int listed = listed(bytes, at);
        int slices = slices(bytes, at);
        if (slices == 0) {
            return listRoom(listed) - listed;
        }
        return plan.slice(slices - 1).keys() - (int) INT.get(bytes, at + HEAD + listBytes(listed));
    }

    /** The length of a copy that has room for one more key, or 0 if an owner cannot have so many. */
    int roomierLength(byte[] bytes, int at) {
        int listed = listed(bytes, at);
        int slices = slices(bytes, at);
        if (slices == 0 && listed < listKeys) {
            return length(listed + 1, 0);
        }
        if (!needsSlice(bytes, at)) {
            return length(listed, slices);
        }
        return slices == plan.slices() ? 0 : length(listed, slices + 1);
    }

    private boolean needsSlice(byte[] bytes, int at) {
        int listed = listed(bytes, at);
        int slices = slices(bytes, at);
        return slices == 0
                ? listed == listKeys
                : (int) INT.get(bytes, at + HEAD + listBytes(listed))
                        >= plan.slice(slices - 1).keys();
    }

    /** The length of a new owner's record with room for one key. */
    int newLength() {
        return length(1, 0);
    }

    /** An owner without keys. */
    static void create(byte[] to, int toAt, long owner) {
        LONG.set(to, toAt, owner);
        to[toAt + FLAGS] = 0;
        to[toAt + COUNT] = 0;
    }

    /** Copies the record to where it has room for one more key; the copy is not written. */
    void copyWithRoom(byte[] from, int at, byte[] to, int toAt) {
        int length = bareLength(from, at);
        boolean another = needsSlice(from, at);
        int slices = slices(from, at);
        System.arraycopy(from, at, to, toAt, length);
        if (another) {
            int counter = toAt + HEAD + listBytes(listed(from, at));
            int end = toAt + length(listed(from, at), slices + 1);
            Arrays.fill(to, toAt + length, end, (byte) 0);
            INT.set(to, counter, 0);
            slices++;
        }
        to[toAt + FLAGS] = (byte) (slices << SLICES_SHIFT | ASKED);
    }

    /** Puts a key in that it does not contain. Expects {@link #room}, or that it was just copied or created with room. */
    void put(byte[] bytes, int at, long key) {
        int listed = listed(bytes, at);
        int slices = slices(bytes, at);
        if (slices == 0) {
            putFingerprint(bytes, at + HEAD, listed * width, key >>> -width);
            bytes[at + COUNT] = (byte) (listed + 1);
            return;
        }
        Slice last = plan.slice(slices - 1);
        int counter = at + HEAD + listBytes(listed);
        int from = counter + Integer.BYTES + last.end() - last.bytes();
        for (int probe = 0; probe < last.geometry().probes(); probe++) {
            long bit = last.geometry().position(key, probe);
            bytes[from + (int) (bit >>> 3)] |= (byte) (1 << (bit & 7));
        }
        INT.set(bytes, counter, (int) INT.get(bytes, counter) + 1);
    }

    /** Byte by byte: behind the last fingerprint begins another record. */
    private void putFingerprint(byte[] bytes, int list, int bit, long fingerprint) {
        int at = list + (bit >>> 3);
        int kept = bit & 7;
        long rest = fingerprint << kept | (bytes[at] & ((1 << kept) - 1));
        for (int left = kept + width; left > 0; left -= 8) {
            bytes[at++] = (byte) rest;
            rest >>>= 8;
        }
    }

    /** Copies the bare record of {@code length} bytes and notes where in the log it is. */
    static void copyWritten(byte[] from, int at, int length, byte[] to, int toAt, int place) {
        System.arraycopy(from, at, to, toAt, length);
        to[toAt + FLAGS] = (byte) ((to[toAt + FLAGS] & ~ASKED) | WRITTEN);
        INT.set(to, toAt + length, place);
    }

    /** Where in the log a written record is. */
    int place(byte[] bytes, int at) {
        return (int) INT.get(bytes, at + bareLength(bytes, at));
    }

    void setPlace(byte[] bytes, int at, int place) {
        INT.set(bytes, at + bareLength(bytes, at), place);
    }

    /** The flags as the log has them. */
    static void clearFlags(byte[] bytes, int at) {
        bytes[at + FLAGS] &= (byte) ~(ASKED | WRITTEN);
    }
}
