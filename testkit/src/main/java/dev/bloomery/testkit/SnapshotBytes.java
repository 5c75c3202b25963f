package dev.bloomery.testkit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A snapshot taken apart, to be changed and put together again with right lengths and checksums: what an attacker does who knows the
 * format. Written from {@code docs/format.md} alone, so that it is also a second reader of it.
 */
public final class SnapshotBytes {
    /** Where the fields of the header begin. */
    public static final int VERSION = 8;

    public static final int FLAGS = 10;
    public static final int HEADER_LENGTH = 12;
    public static final int FILE_LENGTH = 16;
    public static final int BODY_LENGTH = 24;
    public static final int KNOWN_ANSWER = 32;
    public static final int SEED = 40;
    public static final int SPEC_LENGTH = 56;
    public static final int STATE_LENGTH = 60;

    private static final int FIXED = 64;
    private static final int CHUNK = 1 << 20;

    private final byte[] fixed;
    private final String spec;
    private final byte[] state;
    private final byte[] encoder;
    private final byte[] body;

    private SnapshotBytes(byte[] fixed, String spec, byte[] state, byte[] encoder, byte[] body) {
        this.fixed = fixed;
        this.spec = spec;
        this.state = state;
        this.encoder = encoder;
        this.body = body;
    }

    /** Takes a whole snapshot apart. */
    public static SnapshotBytes of(byte[] snapshot) {
        ByteBuffer in = littleEndian(snapshot);
        int specEnd = FIXED + in.getInt(SPEC_LENGTH);
        int stateEnd = specEnd + in.getInt(STATE_LENGTH);
        int bodyStart = in.getInt(HEADER_LENGTH);
        int bodyEnd = bodyStart + Math.toIntExact(in.getLong(BODY_LENGTH));
        return new SnapshotBytes(
                Arrays.copyOf(snapshot, FIXED),
                new String(snapshot, FIXED, specEnd - FIXED, StandardCharsets.UTF_8),
                Arrays.copyOfRange(snapshot, specEnd, stateEnd),
                Arrays.copyOfRange(snapshot, stateEnd, encoderEnd(in, stateEnd)),
                Arrays.copyOfRange(snapshot, bodyStart, bodyEnd));
    }

    /** A check value of eight bytes, the length of the name in four, the name; version 1 has none. */
    private static int encoderEnd(ByteBuffer in, int stateEnd) {
        return in.getShort(VERSION) == 1 ? stateEnd : stateEnd + 12 + in.getInt(stateEnd + 8);
    }

    public String spec() {
        return spec;
    }

    public byte[] state() {
        return state.clone();
    }

    /** What the header has of the encoder of the keys; empty in version 1. */
    public byte[] encoder() {
        return encoder.clone();
    }

    public byte[] body() {
        return body.clone();
    }

    public SnapshotBytes withSpec(String other) {
        return new SnapshotBytes(fixed, other, state, encoder, body);
    }

    public SnapshotBytes withState(byte[] other) {
        return new SnapshotBytes(fixed, spec, other.clone(), encoder, body);
    }

    public SnapshotBytes withEncoder(byte[] other) {
        return new SnapshotBytes(fixed, spec, state, other.clone(), body);
    }

    public SnapshotBytes withBody(byte[] other) {
        return new SnapshotBytes(fixed, spec, state, encoder, other.clone());
    }

    /** With other first 64 bytes; the lengths in them are repaired. */
    public SnapshotBytes withFixed(byte[] other) {
        return new SnapshotBytes(Arrays.copyOf(other, FIXED), spec, state, encoder, body);
    }

    /** The first 64 bytes. */
    public byte[] fixed() {
        return fixed.clone();
    }

    /** The snapshot, with right lengths and checksums. */
    public byte[] toBytes() {
        byte[] specBytes = spec.getBytes(StandardCharsets.UTF_8);
        int headerLength = aligned(FIXED + specBytes.length + state.length + encoder.length + Integer.BYTES);
        int chunks = (body.length + CHUNK - 1) / CHUNK;
        int length = headerLength + body.length + chunks * Integer.BYTES + Long.BYTES + Integer.BYTES;
        byte[] bytes = new byte[length];
        ByteBuffer out = littleEndian(bytes);
        out.put(fixed).put(specBytes).put(state).put(encoder);
        out.putInt(HEADER_LENGTH, headerLength);
        out.putLong(FILE_LENGTH, length);
        out.putLong(BODY_LENGTH, body.length);
        out.putInt(SPEC_LENGTH, specBytes.length);
        out.putInt(STATE_LENGTH, state.length);
        out.position(headerLength);
        out.put(body);
        out.putLong(length - Integer.BYTES - Long.BYTES, length);
        return repaired(bytes, headerLength, body.length);
    }

    /** The same bytes with checksums of what is there, as far as the lengths in them lead to places that are there. */
    public static byte[] repaired(byte[] snapshot) {
        ByteBuffer in = littleEndian(snapshot);
        return snapshot.length < FIXED
                ? snapshot
                : repaired(snapshot, in.getInt(HEADER_LENGTH), in.getLong(BODY_LENGTH));
    }

    private static byte[] repaired(byte[] snapshot, long headerLength, long bodyLength) {
        if (headerLength < FIXED || headerLength > snapshot.length) {
            return snapshot;
        }
        byte[] bytes = snapshot.clone();
        ByteBuffer out = littleEndian(bytes);
        int headerEnd = (int) headerLength - Integer.BYTES;
        out.putInt(headerEnd, checksum(bytes, 0, headerEnd));
        int trailerEnd = snapshot.length - Integer.BYTES;
        if (bodyLength >= 0 && bodyLength <= trailerEnd - headerLength) {
            int bodyEnd = (int) (headerLength + bodyLength);
            int at = bodyEnd;
            for (int from = (int) headerLength; from < bodyEnd && at + Integer.BYTES <= trailerEnd; from += CHUNK) {
                out.putInt(at, checksum(bytes, from, Math.min(CHUNK, bodyEnd - from)));
                at += Integer.BYTES;
            }
            out.putInt(trailerEnd, checksum(bytes, bodyEnd, trailerEnd - bodyEnd));
        }
        return bytes;
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    private static int aligned(int length) {
        return (length + 63) & -64;
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
