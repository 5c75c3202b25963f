package dev.bloomery.internal.bits;

import java.io.IOException;

/** Where shorts come from that were kept elsewhere, the lower byte first. */
@FunctionalInterface
public interface ShortSource {
    /** An array of the next {@code count} shorts. */
    short[] take(int count) throws IOException;
}
