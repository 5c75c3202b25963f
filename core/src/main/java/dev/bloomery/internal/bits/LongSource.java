package dev.bloomery.internal.bits;

import java.io.IOException;

/** Where longs come from that were kept elsewhere. */
@FunctionalInterface
public interface LongSource {
    /** An array of {@code lead} free longs and the next {@code count}. */
    long[] take(int lead, int count) throws IOException;
}
