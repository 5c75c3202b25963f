package dev.bloomery.internal.hash;

/**
 * Bytes become 64 bits under a fixed seed.
 *
 * <p>Contract: {@code ofLong(v)} equals {@code ofBytes} of the eight bytes of {@code v} in little-endian order. Nothing
 * is allocated. Safe for use by many threads.
 */
public interface Hash64 {

    long ofBytes(byte[] bytes, int from, int length);

    long ofLong(long value);
}
