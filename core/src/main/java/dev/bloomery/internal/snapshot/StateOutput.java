package dev.bloomery.internal.snapshot;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Puts the state of a filter together, for its header. */
public final class StateOutput {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public StateOutput putLong(long value) {
        bytes.writeBytes(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array());
        return this;
    }

    public StateOutput putInt(int value) {
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array());
        return this;
    }

    /** Its length in bytes, then its bytes. */
    public StateOutput putText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        putInt(utf8.length);
        bytes.writeBytes(utf8);
        return this;
    }

    public ByteBuffer toBuffer() {
        return ByteBuffer.wrap(bytes.toByteArray()).asReadOnlyBuffer();
    }
}
