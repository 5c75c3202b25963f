package dev.bloomery.key;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The bytes of a sample key, in the plainest way: not for keys that are hashed, of which there are many. */
final class SampleBytes implements KeySink {
    private static final int LEAST_SAMPLES = 2;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private SampleBytes() {}

    /** The form of an encoder of this name, by the bytes of these samples. */
    static <K> KeyForm form(String name, KeyEncoder<K> encoder, K[] samples) {
        Objects.requireNonNull(encoder, "encoder");
        if (Objects.requireNonNull(name, "name").isEmpty() || !KeyForm.isName(name)) {
            throw new IllegalArgumentException("name has " + name.length() + " characters; use 1 to " + KeyForm.MAX_NAME
                    + " printable ASCII characters without spaces, such as visit/1");
        }
        for (KeyForm ours : List.of(KeyForm.BYTES, KeyForm.INT64, KeyForm.UUID)) {
            if (ours.name().equals(name)) {
                throw new IllegalArgumentException(
                        "the name " + ours + " is one of the library; use another one, such as visit/1");
            }
        }
        return new KeyForm(name, check(encoder, samples), false);
    }

    /** The check value of {@link KeyForm}; throws if the samples show that the encoder does not keep its contract. */
    static <K> long check(KeyEncoder<K> encoder, K[] samples) {
        if (Objects.requireNonNull(samples, "samples").length < LEAST_SAMPLES) {
            throw new IllegalArgumentException(
                    "there are " + samples.length + " samples; give two keys or more, different in every field");
        }
        List<byte[]> all = new ArrayList<>();
        for (K sample : samples) {
            byte[] encoded = encoded(encoder, Objects.requireNonNull(sample, "sample"));
            if (!Arrays.equals(encoded, encoded(encoder, sample))) {
                throw new IllegalArgumentException("the encoder gives other bytes for sample " + (all.size() + 1)
                        + " when it is encoded again; equal keys must give equal bytes");
            }
            requireNew(encoded, all);
            all.add(encoded);
        }
        return check(all);
    }

    private static void requireNew(byte[] encoded, List<byte[]> before) {
        for (int i = 0; i < before.size(); i++) {
            if (Arrays.equals(before.get(i), encoded)) {
                throw new IllegalArgumentException(
                        "samples " + (i + 1) + " and " + (before.size() + 1) + " give the same " + encoded.length
                                + " bytes, so they would be one key; write every field that tells keys apart, and give samples that differ");
            }
        }
    }

    private static <K> byte[] encoded(KeyEncoder<K> encoder, K sample) {
        SampleBytes sink = new SampleBytes();
        encoder.encode(sample, sink);
        return sink.bytes.toByteArray();
    }

    private static long check(List<byte[]> samples) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] sample : samples) {
                digest.update(littleEndian(Integer.BYTES).putInt(sample.length).array());
                digest.update(sample);
            }
            return ByteBuffer.wrap(digest.digest())
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every JDK has SHA-256", impossible);
        }
    }

    private static ByteBuffer littleEndian(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public KeySink putByte(byte value) {
        bytes.write(value);
        return this;
    }

    @Override
    public KeySink putInt(int value) {
        return putRawBytes(littleEndian(Integer.BYTES).putInt(value).array());
    }

    @Override
    public KeySink putLong(long value) {
        return putRawBytes(littleEndian(Long.BYTES).putLong(value).array());
    }

    @Override
    public KeySink putString(CharSequence text) {
        int before = bytes.size();
        return putRawUtf8(text).putInt(bytes.size() - before);
    }

    @Override
    public KeySink putBytes(byte[] value) {
        return putRawBytes(value).putInt(value.length);
    }

    /** A code point that is a surrogate is one without its partner: written as three bytes, like any other of its size. */
    @Override
    public KeySink putRawUtf8(CharSequence text) {
        Objects.requireNonNull(text, "text").codePoints().forEach(point -> {
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                bytes.write(0xE0 | point >> 12);
                bytes.write(0x80 | (point >> 6 & 0x3F));
                bytes.write(0x80 | (point & 0x3F));
            } else {
                bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
            }
        });
        return this;
    }

    @Override
    public KeySink putRawBytes(byte[] value) {
        bytes.writeBytes(Objects.requireNonNull(value, "bytes"));
        return this;
    }

    @Override
    public KeySink putRawBytes(ByteBuffer value) {
        byte[] copy = new byte[Objects.requireNonNull(value, "bytes").remaining()];
        value.duplicate().get(copy);
        return putRawBytes(copy);
    }
}
