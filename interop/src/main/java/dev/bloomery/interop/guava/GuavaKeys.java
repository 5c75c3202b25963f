package dev.bloomery.interop.guava;

import dev.bloomery.interop.internal.key.RawEncoders;
import dev.bloomery.key.KeyEncoder;
import java.nio.charset.Charset;
import java.util.Objects;

/**
 * Keys as the funnels of Guava write them, without Guava. For a funnel of your own there is {@link
 * GuavaFunnels}.
 *
 * <p>Mind the width: Guava's funnel of integers writes four bytes, while {@link KeyEncoder#int32} of this
 * library widens to eight.
 */
public final class GuavaKeys {
    private GuavaKeys() {}

    /**
     * Like {@code Funnels.stringFunnel(charset)}.
     *
     * @param charset the charset of that funnel
     * @return the encoder
     */
    public static KeyEncoder<String> strings(Charset charset) {
        return RawEncoders.of(RawEncoders.text(Objects.requireNonNull(charset, "charset")));
    }

    /**
     * Like {@code Funnels.unencodedCharsFunnel()}: two bytes a character, the lower one first.
     *
     * @return the encoder
     */
    public static KeyEncoder<CharSequence> unencodedChars() {
        return RawEncoders.UTF16_LE;
    }

    /**
     * Like {@code Funnels.integerFunnel()}: four bytes.
     *
     * @return the encoder
     */
    public static KeyEncoder<Integer> integers() {
        return RawEncoders.INT32;
    }

    /**
     * Like {@code Funnels.longFunnel()}: eight bytes.
     *
     * @return the encoder
     */
    public static KeyEncoder<Long> longs() {
        return RawEncoders.INT64;
    }

    /**
     * Like {@code Funnels.byteArrayFunnel()}.
     *
     * @return the encoder
     */
    public static KeyEncoder<byte[]> bytes() {
        return KeyEncoder.bytes();
    }
}
