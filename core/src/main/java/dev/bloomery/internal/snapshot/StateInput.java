package dev.bloomery.internal.snapshot;

import dev.bloomery.file.InvalidSnapshotException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Parses the state of a filter. Throws {@link InvalidSnapshotException} for values out of range: the checksum of the header was right. */
public final class StateInput {
    private final ByteBuffer state;
    private final String name;

    /** @param name of the snapshot, for messages */
    public StateInput(ByteBuffer state, String name) {
        this.state = state.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.name = name;
    }

    public int remaining() {
        return state.remaining();
    }

    public long takeLong() throws InvalidSnapshotException {
        requireBytes(Long.BYTES);
        return state.getLong();
    }

    /** A number from 0 to {@code largest}. */
    public long takeCount(String what, long largest) throws InvalidSnapshotException {
        return require(what, takeLong(), largest);
    }

    /** A number of 32 bits, from 0 to {@code largest}. */
    public int takeInt(String what, int largest) throws InvalidSnapshotException {
        requireBytes(Integer.BYTES);
        return (int) require(what, state.getInt(), largest);
    }

    private long require(String what, long value, long largest) throws InvalidSnapshotException {
        if (value < 0 || value > largest) {
            throw Header.invalid(name, "it says " + what + " " + value + ", which can be 0 to " + largest);
        }
        return value;
    }

    public String takeText() throws InvalidSnapshotException {
        byte[] utf8 = new byte[takeInt("a length of", state.remaining())];
        requireBytes(utf8.length);
        state.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private void requireBytes(int count) throws InvalidSnapshotException {
        if (state.remaining() < count) {
            throw Header.invalid(name, "its state has too few bytes");
        }
    }

    /** Throws if there is more. */
    public void end() throws InvalidSnapshotException {
        if (state.hasRemaining()) {
            throw Header.invalid(name, "its state has " + state.remaining() + " bytes too many");
        }
    }
}
