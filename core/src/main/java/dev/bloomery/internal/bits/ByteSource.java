package dev.bloomery.internal.bits;

import java.io.IOException;

/** Where bytes come from that were kept elsewhere. */
@FunctionalInterface
public interface ByteSource {
    /** An array of the next {@code count} bytes and {@code tail} zeros. */
    byte[] take(int count, int tail) throws IOException;
}
