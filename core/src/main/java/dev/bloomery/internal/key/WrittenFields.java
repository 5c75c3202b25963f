package dev.bloomery.internal.key;

import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.KeySink;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Counts the fields that an encoder writes, for a key without bytes: an empty text is a field, and a key of no field at all means that the encoder
 * does not write what it should. All such keys would be one.
 */
public final class WrittenFields implements KeySink {
    private int fields;

    private WrittenFields() {}

    /** Throws if the encoder calls no method of the sink for this key. */
    public static <K> void require(KeyEncoder<K> encoder, K key) {
        WrittenFields written = new WrittenFields();
        encoder.encode(key, written);
        if (written.fields == 0) {
            throw new IllegalArgumentException(
                    "the encoder wrote nothing for a key, so all such keys would be one; write each of its fields, and of a key that may be empty its length");
        }
    }

    private KeySink count() {
        fields++;
        return this;
    }

    @Override
    public KeySink putByte(byte value) {
        return count();
    }

    @Override
    public KeySink putInt(int value) {
        return count();
    }

    @Override
    public KeySink putLong(long value) {
        return count();
    }

    @Override
    public KeySink putString(CharSequence text) {
        Objects.requireNonNull(text, "text");
        return count();
    }

    @Override
    public KeySink putBytes(byte[] bytes) {
        Objects.requireNonNull(bytes, "bytes");
        return count();
    }

    @Override
    public KeySink putRawUtf8(CharSequence text) {
        Objects.requireNonNull(text, "text");
        return count();
    }

    @Override
    public KeySink putRawBytes(byte[] bytes) {
        Objects.requireNonNull(bytes, "bytes");
        return count();
    }

    @Override
    public KeySink putRawBytes(ByteBuffer bytes) {
        Objects.requireNonNull(bytes, "bytes");
        return count();
    }
}
