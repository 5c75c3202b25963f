package dev.bloomery.internal.snapshot;

import dev.bloomery.file.DamagedSnapshotException;
import dev.bloomery.file.InvalidSnapshotException;
import dev.bloomery.file.NotASnapshotException;
import dev.bloomery.file.SnapshotException;
import dev.bloomery.file.SnapshotTooNewException;
import dev.bloomery.key.KeyForm;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What a snapshot says before its body. Little-endian:
 *
 * <pre>
 *   0  8  magic 89 42 4C 4D 0D 0A 1A 0A ("BLM" between bytes that a transfer as text would change)
 *   8  2  version, 2; 1 if nothing is known of the encoder
 *  10  2  flags: 1 the seed is kept elsewhere, 2 keys are hashed as longs
 *  12  4  length of the header, a multiple of 64, at most 256 KiB
 *  16  8  length of the file
 *  24  8  length of the body
 *  32  8  known answer: what a hash under this seed must give
 *  40 16  seed, the lower 64 bits first; 0 if it is kept elsewhere
 *  56  4  length of the spec
 *  60  4  length of the state
 *  64     spec, UTF-8, at most 1024 bytes
 *         state, small numbers that depend on the kind
 *         from version 2 on, the encoder of the keys: its check value 8, length of its name 4, its name in ASCII, at most 64 bytes
 *         zeros
 *  -4  4  CRC32C of the header up to here
 * </pre>
 *
 * <p>Of the first sixteen bytes, and of the place of the checksum, later versions change nothing.
 *
 * @param seedIsElsewhere the seed is not in the file
 * @param longKeys keys are hashed as longs, and not as bytes
 * @param state not to be changed, its position neither
 * @param form of the keys; null if nothing is known of their encoder, as in a file of version 1
 */
public record Header(
        boolean seedIsElsewhere,
        boolean longKeys,
        long bodyLength,
        long knownAnswer,
        long seedLow,
        long seedHigh,
        String spec,
        ByteBuffer state,
        @Nullable KeyForm form) {
    /** Of the format that this release writes; it reads no later one. */
    public static final int VERSION = 2;

    /** The last one that says nothing of the encoder. */
    private static final int WITHOUT_ENCODER = 1;

    static final long MAGIC = 0x0A1A0A0D4D4C4289L;

    /** What is read first: enough to know how long the header is. */
    static final int START = 16;

    private static final int FIXED = 64;

    /** Of the encoder without its name. */
    private static final int FORM = Long.BYTES + Integer.BYTES;

    /** Room for 8192 shards of a fuse filter, and little enough that what it may make a reader allocate does not count. */
    private static final int MAX_LENGTH = 1 << 18;

    /** Ten times what any plan takes. */
    private static final int MAX_SPEC = 1 << 10;

    private static final int SEED_IS_ELSEWHERE = 1;
    private static final int LONG_KEYS = 2;

    /** The whole header, with its checksum. */
    byte[] encode() {
        byte[] specBytes = spec.getBytes(StandardCharsets.UTF_8);
        int length = length(specBytes.length);
        if (length > MAX_LENGTH) {
            throw new IllegalStateException("the filter has more parts than a snapshot can name: its header would have "
                    + length + " bytes, it may have " + MAX_LENGTH + "; use several filters");
        }
        ByteBuffer header = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(MAGIC);
        header.putShort((short) (form == null ? WITHOUT_ENCODER : VERSION));
        header.putShort((short) ((seedIsElsewhere ? SEED_IS_ELSEWHERE : 0) | (longKeys ? LONG_KEYS : 0)));
        header.putInt(length);
        header.putLong(fileLength());
        header.putLong(bodyLength);
        header.putLong(knownAnswer);
        header.putLong(seedLow);
        header.putLong(seedHigh);
        header.putInt(specBytes.length);
        header.putInt(state.remaining());
        header.put(specBytes);
        header.put(state.duplicate());
        if (form != null) {
            header.putLong(form.check()).putInt(form.name().length());
            header.put(form.name().getBytes(StandardCharsets.US_ASCII));
        }
        header.putInt(length - Integer.BYTES, checksum(header.array(), length - Integer.BYTES));
        return header.array();
    }

    private int length(int specLength) {
        int formLength = form == null ? 0 : FORM + form.name().length();
        return Math.toIntExact(
                Body.aligned((long) FIXED + specLength + state.remaining() + formLength + Integer.BYTES));
    }

    public int length() {
        return length(spec.getBytes(StandardCharsets.UTF_8).length);
    }

    public long fileLength() {
        return Math.addExact(length() + bodyLength, Trailer.length(bodyLength));
    }

    static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /**
     * The length of the header that begins so.
     *
     * @param name of what is read, for messages
     */
    static int lengthOf(byte[] start, String name) throws SnapshotException {
        requireMagic(start, Long.BYTES, name);
        int length = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
        if (length < FIXED || length > MAX_LENGTH || length % Body.ALIGNMENT != 0) {
            throw damaged(name, "its header says to be of " + length + " bytes");
        }
        return length;
    }

    /** Throws if the first bytes, as many as there are, are not those of a snapshot. */
    static void requireMagic(byte[] start, int count, String name) throws SnapshotException {
        for (int i = 0; i < Math.min(count, Long.BYTES); i++) {
            if (start[i] != (byte) (MAGIC >>> (i * Byte.SIZE))) {
                throw new NotASnapshotException(
                        name + ": this is no snapshot of a filter; give a file that one was saved to");
            }
        }
    }

    /** The header of these bytes, which are as many as {@link #lengthOf} says. */
    static Header decode(byte[] bytes, String name) throws SnapshotException {
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int end = bytes.length - Integer.BYTES;
        if (header.getInt(end) != checksum(bytes, end)) {
            throw damaged(name, "the checksum of its header differs");
        }
        int version = header.getShort(8) & 0xFFFF;
        if (version > VERSION) {
            throw new SnapshotTooNewException(name + ": it has version " + version
                    + " of the format, this release reads up to " + VERSION + "; open it with a newer release");
        }
        int flags = header.getShort(10);
        int specLength = header.getInt(56);
        int stateLength = header.getInt(60);
        if (version == 0 || (flags & ~(SEED_IS_ELSEWHERE | LONG_KEYS)) != 0) {
            throw invalid(name, "its header has flags or a version that no release writes");
        }
        if (specLength < 0
                || specLength > MAX_SPEC
                || stateLength < 0
                || (long) FIXED + specLength + stateLength > end) {
            throw invalid(name, "its header has no room for a spec and a state of the lengths it says");
        }
        int stateEnd = FIXED + specLength + stateLength;
        KeyForm form = version == WITHOUT_ENCODER ? null : form(bytes, stateEnd, end, name);
        int used = form == null ? stateEnd : stateEnd + FORM + form.name().length();
        requireZeros(bytes, used, end, name);
        Header decoded = new Header(
                (flags & SEED_IS_ELSEWHERE) != 0,
                (flags & LONG_KEYS) != 0,
                header.getLong(24),
                header.getLong(32),
                header.getLong(40),
                header.getLong(48),
                new String(bytes, FIXED, specLength, StandardCharsets.UTF_8),
                ByteBuffer.wrap(bytes, FIXED + specLength, stateLength).slice().asReadOnlyBuffer(),
                form);
        decoded.requireConsistent(bytes.length, header.getLong(16), name);
        return decoded;
    }

    /** The encoder at a position of the header. */
    private static KeyForm form(byte[] bytes, int at, int end, String name) throws SnapshotException {
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (at + FORM > end) {
            throw invalid(name, "its header has no room for an encoder");
        }
        long check = header.getLong(at);
        int nameLength = header.getInt(at + Long.BYTES);
        if (nameLength < 0 || nameLength > KeyForm.MAX_NAME || at + FORM + nameLength > end) {
            throw invalid(
                    name,
                    "it says the name of its encoder has " + nameLength + " bytes, which can be 0 to "
                            + KeyForm.MAX_NAME + " and must be in its header");
        }
        String encoder = new String(bytes, at + FORM, nameLength, StandardCharsets.ISO_8859_1);
        if (!KeyForm.isName(encoder) || (nameLength == 0 && check != 0)) {
            throw invalid(name, "the name or the check value of its encoder is none");
        }
        return new KeyForm(encoder, check, false);
    }

    private static void requireZeros(byte[] bytes, int from, int to, String name) throws SnapshotException {
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) {
                throw invalid(name, "its header has something other than zeros at its end");
            }
        }
    }

    private void requireConsistent(int headerLength, long fileLength, String name) throws SnapshotException {
        // a body that long is no file; smaller ones leave room to add to
        if (bodyLength < 0 || bodyLength > Long.MAX_VALUE / 2 || headerLength != length()) {
            throw invalid(name, "the lengths in its header do not go together");
        }
        if (seedIsElsewhere && (seedLow | seedHigh) != 0) {
            throw invalid(name, "its header has a seed and says it has none");
        }
        if (fileLength != fileLength()) {
            throw invalid(
                    name,
                    "its header says the file has " + fileLength + " bytes, with such a body it has " + fileLength());
        }
    }

    /** A typed error whose message ends with what to do. */
    static DamagedSnapshotException damaged(String name, String what) {
        return new DamagedSnapshotException(
                name + ": " + what + ", the file is damaged or cut short; restore a copy, or build the filter again");
    }

    /** For what a header says whose checksum is right, or a body: nobody damaged it. */
    static InvalidSnapshotException invalid(String name, String what) {
        return new InvalidSnapshotException(
                name + ": " + what
                        + "; its checksums are right, so it was written like that: by a later release, or by a program that does not keep the rules of docs/format.md");
    }
}
