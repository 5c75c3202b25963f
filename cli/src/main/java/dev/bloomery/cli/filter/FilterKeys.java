package dev.bloomery.cli.filter;

import dev.bloomery.key.KeyEncoder;
import java.nio.ByteBuffer;

/** How the command makes bytes of a key: those of the line. A filter of the command answers a program that uses {@code KeyEncoder.utf8()}. */
public final class FilterKeys {
    /** Bytes as they are. */
    public static final KeyEncoder<ByteBuffer> ENCODER = KeyEncoder.byteBuffer();

    private FilterKeys() {}
}
