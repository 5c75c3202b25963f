package dev.bloomery.redis.internal.lettuce;

import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.charset.StandardCharsets;

/** The name of a command. */
final class Word implements ProtocolKeyword {
    private final byte[] bytes;

    Word(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public byte[] getBytes() {
        return bytes;
    }

    /** Versions before 6.5 ask for it. */
    @Override
    @SuppressWarnings("deprecation")
    public String name() {
        return toString();
    }

    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
