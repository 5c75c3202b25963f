package dev.bloomery.interop.guava;

import com.google.common.hash.PrimitiveSink;
import dev.bloomery.interop.internal.key.RawEncoders;
import dev.bloomery.key.KeySink;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Objects;

/** What Guava writes into a hash, byte by byte: numbers little-endian, nothing between the fields. */
@SuppressWarnings("CanIgnoreReturnValueSuggester") // the interface has it already
final class FunnelSink implements PrimitiveSink {
    private final KeySink sink;

    FunnelSink(KeySink sink) {
        this.sink = sink;
    }

    @Override
    public PrimitiveSink putByte(byte value) {
        sink.putByte(value);
        return this;
    }

    @Override
    public PrimitiveSink putBytes(byte[] bytes) {
        sink.putRawBytes(bytes);
        return this;
    }

    @Override
    public PrimitiveSink putBytes(byte[] bytes, int from, int length) {
        Objects.checkFromIndexSize(from, length, bytes.length);
        sink.putRawBytes(ByteBuffer.wrap(bytes, from, length));
        return this;
    }

    @Override
    public PrimitiveSink putBytes(ByteBuffer bytes) {
        sink.putRawBytes(bytes);
        bytes.position(bytes.limit()); // Guava reads it to its end
        return this;
    }

    @Override
    public PrimitiveSink putShort(short value) {
        return putChar((char) value);
    }

    @Override
    public PrimitiveSink putInt(int value) {
        sink.putInt(value);
        return this;
    }

    @Override
    public PrimitiveSink putLong(long value) {
        sink.putLong(value);
        return this;
    }

    @Override
    public PrimitiveSink putFloat(float value) {
        sink.putInt(Float.floatToRawIntBits(value));
        return this;
    }

    @Override
    public PrimitiveSink putDouble(double value) {
        sink.putLong(Double.doubleToRawLongBits(value));
        return this;
    }

    @Override
    public PrimitiveSink putBoolean(boolean value) {
        sink.putBoolean(value);
        return this;
    }

    @Override
    public PrimitiveSink putChar(char value) {
        sink.putByte((byte) value).putByte((byte) (value >>> 8));
        return this;
    }

    @Override
    public PrimitiveSink putUnencodedChars(CharSequence chars) {
        RawEncoders.UTF16_LE.encode(chars, sink);
        if (chars.length() == 0) {
            sink.putRawBytes(new byte[0]); // a field all the same
        }
        return this;
    }

    @Override
    public PrimitiveSink putString(CharSequence text, Charset charset) {
        RawEncoders.text(charset).encode(text, sink);
        return this;
    }
}
