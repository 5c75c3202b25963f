package dev.bloomery.interop.spark;

import dev.bloomery.interop.internal.key.RawEncoders;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.LongKeyEncoder;

/**
 * Keys as Spark's filters take them. Every integral number is a long there, whatever its width.
 */
public final class SparkKeys {
    private SparkKeys() {}

    /**
     * Like {@code putString}, and a column of strings.
     *
     * @return the encoder
     */
    public static KeyEncoder<String> strings() {
        return RawEncoders.of(RawEncoders.UTF8);
    }

    /**
     * Like {@code putLong}, and a column of bigint. For other integral columns there is {@link
     * KeyEncoder#int32}, which widens as Spark does.
     *
     * @return the encoder
     */
    public static LongKeyEncoder<Long> longs() {
        return KeyEncoder.int64();
    }

    /**
     * Like {@code putBinary}.
     *
     * @return the encoder
     */
    public static KeyEncoder<byte[]> bytes() {
        return KeyEncoder.bytes();
    }
}
