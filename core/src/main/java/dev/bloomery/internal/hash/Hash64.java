package dev.bloomery.internal.hash;

/**
 * Bytes become 64 bits under a fixed seed.
 *
 * <p>Contract: nothing is allocated; safe for use by many threads. Longs may have a function of their own: {@code ofLong(v)} need
 * not equal {@code ofBytes} of the bytes of {@code v}.
 */
public interface Hash64 {

    long ofBytes(byte[] bytes, int from, int length);

    long ofLong(long value);
}
